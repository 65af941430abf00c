// RUN: not pipegroup-opt %s -pipegroup-peek-waits=min-slots=0 2>&1 \
// RUN:   | FileCheck %s -DFOUND=0
// RUN: not pipegroup-opt %s -pipegroup-peek-waits=min-slots=-4 2>&1 \
// RUN:   | FileCheck %s -DFOUND=-4
// RUN: pipegroup-opt %s -pipegroup-peek-waits=min-slots=1

// CHECK: error: found min-slots [[FOUND]] in the options of 'pipegroup-peek-waits', expected at least 1
module {
}
