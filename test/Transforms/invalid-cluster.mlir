// K10: the groups of a kernel that span several CTAs need clusters of one size, and
// the kernel has it.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(64) cluster(1, 2, 1, 1)
}
func.func @nvvm() attributes {nvvm.cluster_dim = array<i32: 4, 1, 1>} {
  // expected-error @below {{'pipegroup.init' op of '@g' needs clusters of (2, 1, 1) CTAs, expected (4, 1, 1) as the kernel's attributes say [K10]}}
  pipegroup.init @g
  return
}

// -----

// As many CTAs, along another dimension.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(64) cluster(1, 1, 2, 1)
}
func.func @nvvm() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  // expected-error @below {{'pipegroup.init' op of '@g' needs clusters of (1, 2, 1) CTAs, expected (2, 1, 1) as the kernel's attributes say [K10]}}
  pipegroup.init @g
  return
}

// -----

// A pair lies along x.
gpu.module @kernels {
  pipegroup.group @g merge {
    pipegroup.member @m tma_umma stages(2) producer(warp 1) bytes(64) cluster(2, 1, 1, 1)
  }
  gpu.func @gpu() kernel attributes {known_cluster_size = array<i32: 1, 2, 1>} {
    // expected-error @below {{'pipegroup.init' op of '@g' needs clusters of (2, 1, 1) CTAs, expected (1, 2, 1) as the kernel's attributes say [K10]}}
    pipegroup.init @g
    gpu.return
  }
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_umma stages(2) producer(warp 1) bytes(64) cluster(2, 3, 1, 1)
}
func.func @other() attributes {gpu.known_cluster_size = array<i32: 2, 3, 1>} {
  // expected-error @below {{needs clusters of (6, 1, 1) CTAs, expected (2, 3, 1) as the kernel's attributes say [K10]}}
  pipegroup.init @g
  return
}

// -----

// Two groups of different clusters.
// expected-note @below {{the other group is here}}
pipegroup.group @a merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(64) cluster(1, 2, 1, 1)
}
pipegroup.group @b merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(64) cluster(1, 2, 2, 1)
}
func.func @two_sizes() {
  // expected-error @below {{'pipegroup.init' op of '@b' needs clusters of (2, 2, 1) CTAs, expected (2, 1, 1) as for '@a' [K10]}}
  pipegroup.init @a, @b
  return
}

// -----

// The kernel that a launch becomes is not there yet.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(64) cluster(1, 2, 1, 1)
}
func.func @host(%c: index) {
  gpu.launch blocks(%x, %y, %z) in (%gx = %c, %gy = %c, %gz = %c)
             threads(%tx, %ty, %tz) in (%bx = %c, %by = %c, %bz = %c) {
    // expected-error @below {{'pipegroup.init' op of '@g' needs clusters of (2, 1, 1) CTAs, expected it in a kernel function, outlined from its 'gpu.launch' [K10]}}
    pipegroup.init @g
    gpu.terminator
  }
  return
}
