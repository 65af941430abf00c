// Options that make no sense are refused; the smallest and largest that do are not.
// RUN: not pipegroup-opt %s -pipegroup-unroll-rings="laps=-3" 2>&1 | FileCheck %s --check-prefix=LAPS
// RUN: not pipegroup-opt %s -pipegroup-unroll-rings="laps=3" 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not pipegroup-opt %s -pipegroup-unroll-rings="max-slots=-1" 2>&1 | FileCheck %s --check-prefix=SLOTS
// RUN: pipegroup-opt %s -pipegroup-unroll-rings="laps=2 max-slots=0"

// LAPS: error: found laps -3 and max-slots 4 in the options of 'pipegroup-unroll-rings', expected 1 or 2 and at least 0
// MANY: error: found laps 3 and
// SLOTS: error: found laps 1 and max-slots -1 in
func.func @nothing() {
  return
}
