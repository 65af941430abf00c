// K7: where states are written, or outside tasks, nobody can tell where a tail belongs
// and with which state; a missing one is told.
// RUN: pipegroup-opt %s -pipegroup-insert-tails -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m tma_umma stages(2) bytes(64) cluster(2, 1, 1, 1)
}
func.func @no_task() {
  // expected-error @below {{'pipegroup.acquire' op fills slots of '@g::@m' that other CTAs release, expected 'pipegroup.tail' in this function [K7]}}
  pipegroup.acquire @g::@m
  pipegroup.commit @g::@m
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_umma stages(2) bytes(64) cluster(2, 1, 1, 1)
}
func.func @explicit() {
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      // expected-error @below {{'pipegroup.commit' op fills slots of '@g::@m' that other CTAs release, expected 'pipegroup.tail' in this task [K7]}}
      pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
    }
  }
  return
}

// -----

// One op with a state of its own is enough; told where the task first fills.
pipegroup.group @f fork {
  pipegroup.member @a tma_umma stages(2) bytes(64) cluster(1, 1, 2, 1) multicast(1, 0)
  pipegroup.member @b tma_async stages(2) bytes(64) cluster(1, 1, 2, 1) multicast(1, 0)
}
func.func @mixed() {
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      // expected-error @below {{'pipegroup.acquire' op fills slots of '@f' that other CTAs release, expected 'pipegroup.tail' in this task [K7]}}
      pipegroup.acquire @f::@a
      pipegroup.acquire @f::@b
      %s = pipegroup.start @f producer : !pipegroup.state<2>
      pipegroup.commit @f[%s] : !pipegroup.state<2>
    }
  }
  return
}

// -----

// The tail of another task, of another member or of nobody's task is none.
pipegroup.group @g merge {
  pipegroup.member @x tma_umma stages(2) bytes(64) cluster(2, 1, 1, 1)
  pipegroup.member @y tma_umma stages(2) bytes(64) cluster(2, 1, 1, 1)
}
func.func @elsewhere() {
  %s = pipegroup.start @g::@x producer : !pipegroup.state<2>
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      // expected-error @below {{fills slots of '@g::@x' that other CTAs release, expected 'pipegroup.tail' in this task [K7]}}
      pipegroup.commit @g::@x[%s] : !pipegroup.state<2>
      pipegroup.tail @g::@y[%s] : !pipegroup.state<2>
    }
    pipegroup.task @other warps(1, 1) {
      pipegroup.tail @g::@x[%s] : !pipegroup.state<2>
    }
  }
  pipegroup.tail @g::@x[%s] : !pipegroup.state<2>
  return
}
