// One member of a merge has nothing for the second round, for which all members share the slot's
// freedom.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// It leaves the round out, and its state counts rounds.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(1)
  pipegroup.member @b async_async stages(1)
}
// expected-note @below {{it happens when this argument is 2}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @a warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @b warps(1, 1) {
      %first = pipegroup.start @g::@b producer : !pipegroup.state<1>
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> (!pipegroup.state<1>) {
        %is = arith.cmpi eq, %i, %c1 : index
        scf.if %is {
        } else {
          pipegroup.acquire @g::@b[%s] : !pipegroup.state<1>
          // expected-note @below {{the other side is task '@b' here}}
          pipegroup.commit @g::@b[%s] : !pipegroup.state<1>
        }
        %next = pipegroup.advance %s : !pipegroup.state<1>
        scf.yield %next : !pipegroup.state<1>
      }
    }
    pipegroup.task @use warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@a
        %is = arith.cmpi eq, %i, %c1 : index
        scf.if %is {
        } else {
          pipegroup.wait @g::@b
        }
        // expected-error @below {{'pipegroup.release' op of task '@use' finds '@g::@b', slot 0 used already or not used yet, expected every filling to be used once [C10]}}
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Its state counts only the rounds in which it has something.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(1)
  pipegroup.member @b async_async stages(1)
}
// expected-note @below {{it happens when this argument is 2}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @a warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @b warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %is = arith.cmpi eq, %i, %c1 : index
        scf.if %is {
        } else {
          pipegroup.acquire @g::@b
          // expected-note @below {{the other side is task '@b' here}}
          pipegroup.commit @g::@b
        }
      }
    }
    pipegroup.task @use warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@a
        %is = arith.cmpi eq, %i, %c1 : index
        scf.if %is {
        } else {
          pipegroup.wait @g::@b
        }
        // expected-error @below {{'pipegroup.release' op of task '@use' finds '@g::@b', slot 0 used already or not used yet, expected every filling to be used once [C10]}}
        pipegroup.release @g
      }
    }
  }
  return
}
