// A group holds members and nothing else, and a member is nowhere else.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{'pipegroup.member' op expects parent op 'pipegroup.group'}}
pipegroup.member @m async_async stages(2)

// -----

pipegroup.group @g merge {
  // expected-error @below {{'func.func' op is inside 'pipegroup.group', expected only 'pipegroup.member'}}
  func.func private @f()
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'pipegroup.group' op is inside 'pipegroup.group', expected only 'pipegroup.member'}}
  pipegroup.group @h merge {
    pipegroup.member @m async_async stages(2)
  }
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'arith.constant' op is inside 'pipegroup.group', expected only 'pipegroup.member'}}
  %0 = arith.constant 1 : i32
}

// -----

// The names of members are symbols of the group.
pipegroup.group @g merge {
  // expected-note @below {{see existing symbol definition here}}
  pipegroup.member @m async_async stages(2)
  // expected-error @below {{redefinition of symbol named 'm'}}
  pipegroup.member @m async_async stages(2)
}

// -----

// expected-note @below {{see existing symbol definition here}}
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-error @below {{redefinition of symbol named 'g'}}
pipegroup.group @g fork {
  pipegroup.member @m async_async stages(2)
}
