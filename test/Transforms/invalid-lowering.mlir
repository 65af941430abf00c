// M10 and M11: what needs agents or tasks is told, not guessed.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  // expected-error @below {{'@a' has no 'producer' agent, expected one, as in 'producer(warp 1)' [M10]}}
  pipegroup.member @a async_async stages(2) consumer(thread 1)
  // expected-error @below {{'@b' has no 'producer' agent}}
  // expected-error @below {{'@b' has no 'consumer' agent, expected one, as in 'consumer(warp 1)' [M10]}}
  pipegroup.member @b tma_async stages(2) bytes(64)
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) producer(warp 2) consumer(thread 1) bytes(64) arm(leader)
}
func.func @leader() {
  pipegroup.init @g
  %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.acquire' op arms by the leader of 2 warps outside all tasks, expected a task that says which warp leads [M11]}}
  pipegroup.acquire @g::@m[%s] : !pipegroup.state<2>
  return
}

// -----

// Each acquire of a fork, whether or not it is the one that arms.
pipegroup.group @f fork {
  pipegroup.member @a tma_async stages(2) producer(warp 4) consumer(thread 1) bytes(64) arm(leader)
  pipegroup.member @b tma_async stages(2) producer(warp 4) consumer(thread 1) bytes(64) arm(leader)
}
func.func @beside() {
  pipegroup.init @f
  pipegroup.specialize threads(128) {
    pipegroup.task @idle warps(0, 4) {
    }
  }
  %s = pipegroup.start @f producer : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.acquire' op arms by the leader of 4 warps outside all tasks}}
  pipegroup.acquire @f::@a[%s] : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.acquire' op arms by the leader of 4 warps outside all tasks}}
  pipegroup.acquire @f::@b[%s] : !pipegroup.state<2>
  return
}

// -----

// Where strides differ, the warps of a lane of acquires are not in a row, and with tasks
// in several of them, so that none is the first.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(4) producer(warp 2) consumer(thread 1) bytes(64) arm(leader)
      interleave(2, 4, 1, 1) advance_on_acquire
}
func.func @unequal(%l: i32) {
  pipegroup.init @g
  pipegroup.specialize threads(128) {
    pipegroup.task @fill warps(0, 4) {
      %s = pipegroup.start @g::@m producer lane(%l) : !pipegroup.state<4>
      // expected-error @below {{'pipegroup.acquire' op arms by a leader where acquires have stride 2 and commits 4, expected equal strides [M11]}}
      pipegroup.acquire @g::@m[%s] : !pipegroup.state<4>
    }
  }
  return
}
