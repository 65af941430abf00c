// A merge of two members of each type; the tail sees to it that the tensor core's last release
// has come before the kernel ends.
// RUN: sed 's/TYPE/async_async/; s/BYTES//; s/FILLS/2/; s/USES/2/' %s | pipegroup-opt -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: sed 's/TYPE/async_async/; s/BYTES//; s/FILLS/2/; s/USES/2/' %s | pipegroup-opt -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-materialize-barriers -canonicalize -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: sed 's/TYPE/tma_async/; s/BYTES/bytes(64)/; s/FILLS/2/; s/USES/2/' %s | pipegroup-opt -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: sed 's/TYPE/tma_async/; s/BYTES/bytes(64)/; s/FILLS/2/; s/USES/2/' %s | pipegroup-opt -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-materialize-barriers -canonicalize -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: sed 's/TYPE/tma_umma/; s/BYTES/bytes(64)/; s/FILLS/2/; s/USES/1/' %s | pipegroup-opt -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: sed 's/TYPE/tma_umma/; s/BYTES/bytes(64)/; s/FILLS/2/; s/USES/1/' %s | pipegroup-opt -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-materialize-barriers -canonicalize -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: sed 's/TYPE/umma_async/; s/BYTES//; s/FILLS/1/; s/USES/2/' %s | pipegroup-opt -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: sed 's/TYPE/umma_async/; s/BYTES//; s/FILLS/1/; s/USES/2/' %s | pipegroup-opt -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-materialize-barriers -canonicalize -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: sed 's/TYPE/async_umma/; s/BYTES//; s/FILLS/2/; s/USES/1/' %s | pipegroup-opt -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: sed 's/TYPE/async_umma/; s/BYTES//; s/FILLS/2/; s/USES/1/' %s | pipegroup-opt -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-materialize-barriers -canonicalize -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: sed 's/TYPE/umma_umma/; s/BYTES//; s/FILLS/1/; s/USES/1/' %s | pipegroup-opt -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: sed 's/TYPE/umma_umma/; s/BYTES//; s/FILLS/1/; s/USES/1/' %s | pipegroup-opt -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-materialize-barriers -canonicalize -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @a TYPE stages(2) BYTES
  pipegroup.member @b TYPE stages(2) BYTES
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    pipegroup.task @a warps(0, FILLS) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
      pipegroup.tail @g::@a
    }
    pipegroup.task @b warps(2, FILLS) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        pipegroup.commit @g::@b
      }
      pipegroup.tail @g::@b
    }
    pipegroup.task @use warps(4, USES) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@a
        pipegroup.wait @g::@b
        pipegroup.release @g
      }
    }
  }
  return
}
