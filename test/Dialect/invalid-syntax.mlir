// What does not parse is told where it stands, and what was expected.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  // expected-error @+2 {{custom op 'colour'}}
  // expected-note @+1 {{Available dialects}}
  pipegroup.member @m async_async stages(2) colour(thread 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{clause 'producer' is written twice}}
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1) producer(thread 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{clause 'advance_on_wait' is written twice}}
  pipegroup.member @m async_async stages(2) advance_on_wait advance_on_wait
}

// -----

// expected-error @below {{clause 'fork' is written twice}}
pipegroup.group @g merge fork {
}

// -----

// expected-error @below {{clause 'dynamic' is written twice}}
pipegroup.group @g dynamic(0) dynamic(8) {
}

// -----

// expected-error @below {{clause 'config' is written twice}}
pipegroup.group @g config(stages(1)) merge config(stages(1)) {
}

// -----

// expected-error @below {{clause 'full' is written twice}}
pipegroup.group @g merge config(full(1) full(1)) {
}

// -----

// expected-error @below {{clause 'stages' is written twice}}
pipegroup.group @g merge config(stages(1) stages(1)) {
}

// -----

// expected-error @below {{found clause 'none', expected a pipeline type, 'stages', 'full', 'empty' or 'bytes', each once}}
pipegroup.group @g merge config(none(1)) {
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{found 3 numbers, expected 4}}
  pipegroup.member @m async_async stages(2) cluster(1, 1, 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{found 3 numbers, expected 2}}
  pipegroup.member @m async_async stages(2) multicast(1, 1, 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{found 1 numbers, expected 4}}
  pipegroup.member @m async_async stages(2) interleave(1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{integer value too large}}
  pipegroup.member @m async_async stages(9223372036854775808)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{expected integer value}}
  pipegroup.member @m async_async stages()
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{expected 'stages'}}
  pipegroup.member @m async_async producer(thread 1) stages(2)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{found 'async_tma', expected one of 'async_async', 'tma_async', 'tma_umma', 'umma_async', 'async_umma', 'umma_umma'}}
  pipegroup.member @m async_tma stages(2)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{found 'lane', expected one of 'thread', 'warp'}}
  pipegroup.member @m async_async stages(2) producer(lane 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{found 'bulk', expected one of 'generic', 'cp_async'}}
  pipegroup.member @m async_async stages(2) transport(bulk)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{found 'all', expected one of 'each_warp', 'leader'}}
  pipegroup.member @m async_async stages(2) arm(all)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{found 'leader', expected one of 'all', 'cta_leader'}}
  pipegroup.member @m async_async stages(2) signal(leader)
}

// -----

// expected-error @below {{expected}}
pipegroup.group @g split {
}

// -----

func.func @f() {
  // expected-error @below {{found 'middle', expected one of 'producer', 'consumer'}}
  %0 = pipegroup.start @g middle : !pipegroup.state<2>
  return
}

// -----

// expected-error @+2 {{found 'split', expected one of 'merge', 'fork', 'fused_merge'}}
// expected-error @below {{failed to parse Pipegroup_ModeAttr parameter 'value'}}
func.func private @f() attributes {a = #pipegroup.mode<split>}

// -----

func.func @f() {
  pipegroup.init
  // expected-error @below {{expected valid '@'-identifier for symbol name}}
  return
}
