// Attributes that only the generic form or a dictionary can hold are checked.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

// What has a clause is not overridden behind its back.
pipegroup.group @g merge {
  // expected-error @below {{'stages' is an attribute, expected its clause}}
  pipegroup.member @m async_async stages(4) attributes {stages = 5 : i64}
}

// -----

// expected-error @below {{'mode' is an attribute, expected its clause}}
pipegroup.group @g merge attributes {mode = #pipegroup.mode<fork>} {
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'pipegroup.member' op has 3 numbers in 'cluster', expected 4}}
  "pipegroup.member"() <{sym_name = "m", type = #pipegroup.type<async_async>, stages = 2 : i64, cluster = array<i64: 1, 1, 1>}> : () -> ()
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'pipegroup.member' op has 0 numbers in 'multicast', expected 2}}
  "pipegroup.member"() <{sym_name = "m", type = #pipegroup.type<async_async>, stages = 2 : i64, multicast = array<i64>}> : () -> ()
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'pipegroup.member' op has 5 numbers in 'interleave', expected 4}}
  "pipegroup.member"() <{sym_name = "m", type = #pipegroup.type<async_async>, stages = 2 : i64, interleave = array<i64: 1, 1, 1, 1, 1>}> : () -> ()
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{requires attribute 'stages'}}
  "pipegroup.member"() <{sym_name = "m", type = #pipegroup.type<async_async>}> : () -> ()
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{requires attribute 'type'}}
  "pipegroup.member"() <{sym_name = "m", stages = 2 : i64}> : () -> ()
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'stages' failed to satisfy constraint: 64-bit signless integer attribute}}
  "pipegroup.member"() <{sym_name = "m", type = #pipegroup.type<async_async>, stages = 2 : i32}> : () -> ()
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'slot' failed to satisfy constraint}}
  "pipegroup.member"() <{sym_name = "m", type = #pipegroup.type<async_async>, stages = 2 : i64, slot = f32}> : () -> ()
}

// -----

// expected-error @below {{requires attribute 'sym_name'}}
"pipegroup.group"() <{}> ({
^bb0:
}) : () -> ()

// -----

// expected-error @below {{failed to verify constraint: region with 1 blocks}}
"pipegroup.group"() <{sym_name = "g"}> ({
}) : () -> ()

// -----

// expected-error @below {{expects region #0 to have 0 or 1 blocks}}
"pipegroup.group"() <{sym_name = "g"}> ({
^bb0:
^bb1:
}) : () -> ()

// -----

// expected-error @below {{region should have no arguments}}
"pipegroup.group"() <{sym_name = "g"}> ({
^bb0(%a: i32):
}) : () -> ()

// -----

func.func @f() {
  // expected-error @below {{'groups' failed to satisfy constraint: groups}}
  "pipegroup.init"() <{groups = [@g::@m]}> : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @below {{'groups' failed to satisfy constraint: groups}}
  "pipegroup.init"() <{groups = [1]}> : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @below {{'step' failed to satisfy constraint}}
  %0 = pipegroup.start @g producer step(-1) : !pipegroup.state<2>
  return
}

// -----

func.func @f(%s: i32) {
  // expected-error @below {{operand #0 must be}}
  "pipegroup.acquire"(%s) <{operandSegmentSizes = array<i32: 1, 0>, target = @g::@m}> : (i32) -> ()
  return
}
