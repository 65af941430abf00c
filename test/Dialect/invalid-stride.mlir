// P9: a state moves by one slot at least and by one lap at most.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

func.func @none(%s: !pipegroup.state<4>) {
  // expected-error @below {{'pipegroup.advance' op moves by 0, expected 1 to the number of slots, 4 [P9]}}
  %n = pipegroup.advance %s by 0 : !pipegroup.state<4>
  return
}

// -----

func.func @back(%s: !pipegroup.state<4>) {
  // expected-error @below {{'pipegroup.advance' op moves by -1, expected 1 to the number of slots, 4 [P9]}}
  %n = pipegroup.advance %s by -1 : !pipegroup.state<4>
  return
}

// -----

func.func @more_than_a_lap(%s: !pipegroup.state<4>) {
  // expected-error @below {{'pipegroup.advance' op moves by 5, expected 1 to the number of slots, 4 [P9]}}
  %n = pipegroup.advance %s by 5 : !pipegroup.state<4>
  return
}

// -----

func.func @one_slot(%s: !pipegroup.state<1>) {
  // expected-error @below {{'pipegroup.advance' op moves by 2, expected 1 to the number of slots, 1 [P9]}}
  %n = pipegroup.advance %s by 2 : !pipegroup.state<1>
  return
}

// -----

func.func @largest(%s: !pipegroup.state<4>) {
  // expected-error @below {{'pipegroup.advance' op moves by 9223372036854775807, expected 1 to the number of slots, 4 [P9]}}
  %n = pipegroup.advance %s by 9223372036854775807 : !pipegroup.state<4>
  return
}
