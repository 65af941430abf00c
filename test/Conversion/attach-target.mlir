// A gpu.module without a target gets the one of the options, with the PTX version
// that is recommended for the chip; one that has a target keeps it.
// RUN: pipegroup-opt %s --pipegroup-attach-target=chip=sm_103a | FileCheck %s
// RUN: not pipegroup-opt %s --pipegroup-attach-target=chip=sm_9 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: error: unknown chip 'sm_9', expected one of sm_80,
// CHECK: gpu.module @without [#nvvm.target<O = 3, chip = "sm_103a", features = "+ptx88", verifyTarget = false>]
gpu.module @without {
}
// CHECK: gpu.module @with [#nvvm.target<chip = "sm_90a">]
gpu.module @with [#nvvm.target<chip = "sm_90a">] {
}
