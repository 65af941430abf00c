// RUN: pipegroup-explain --json %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

// The document as docs/Explain.md gives its shape: one group is an array of one,
// every key is always there, and keys have a fixed order.

pipegroup.group @acc merge {
  pipegroup.member @tmem umma_async stages(2) producer(warp 1) consumer(thread 128)
}

//      CHECK:[
// CHECK-NEXT:  {
// CHECK-NEXT:    "name": "acc",
// CHECK-NEXT:    "scope": [],
// CHECK-NEXT:    "mode": "merge",
// CHECK-NEXT:    "modeWritten": true,
// CHECK-NEXT:    "type": "umma_async",
// CHECK-NEXT:    "stages": 2,
// CHECK-NEXT:    "barriersPerStage": 2,
// CHECK-NEXT:    "barriers": 4,
// CHECK-NEXT:    "storage": {
// CHECK-NEXT:      "bytes": 32,
// CHECK-NEXT:      "place": "static",
// CHECK-NEXT:      "offset": null
// CHECK-NEXT:    },
// CHECK-NEXT:    "members": [
// CHECK-NEXT:      {
// CHECK-NEXT:        "name": "tmem",
// CHECK-NEXT:        "type": "umma_async",
// CHECK-NEXT:        "producer": {
// CHECK-NEXT:          "granularity": "warp",
// CHECK-NEXT:          "count": 1
// CHECK-NEXT:        },
// CHECK-NEXT:        "consumer": {
// CHECK-NEXT:          "granularity": "thread",
// CHECK-NEXT:          "count": 128
// CHECK-NEXT:        },
// CHECK-NEXT:        "bytes": null
// CHECK-NEXT:      }
// CHECK-NEXT:    ],
// CHECK-NEXT:    "slots": [],
// CHECK-NEXT:    "arrays": [
// CHECK-NEXT:      {
// CHECK-NEXT:        "role": "full",
// CHECK-NEXT:        "member": "tmem",
// CHECK-NEXT:        "firstBarrier": 0,
// CHECK-NEXT:        "lastBarrier": 1,
// CHECK-NEXT:        "byteOffset": 0,
// CHECK-NEXT:        "arrivals": 1,
// CHECK-NEXT:        "bytes": 0,
// CHECK-NEXT:        "signals": [
// CHECK-NEXT:          {
// CHECK-NEXT:            "side": "producer",
// CHECK-NEXT:            "member": "tmem",
// CHECK-NEXT:            "arrivals": 1,
// CHECK-NEXT:            "bytesEach": 0,
// CHECK-NEXT:            "instruction": "elected tcgen05.commit"
// CHECK-NEXT:          }
// CHECK-NEXT:        ],
// CHECK-NEXT:        "waits": [
// CHECK-NEXT:          {
// CHECK-NEXT:            "side": "consumer",
// CHECK-NEXT:            "member": "tmem"
// CHECK-NEXT:          }
// CHECK-NEXT:        ]
// CHECK-NEXT:      },
// CHECK-NEXT:      {
// CHECK-NEXT:        "role": "empty",
// CHECK-NEXT:        "member": null,
// CHECK-NEXT:        "firstBarrier": 2,
// CHECK-NEXT:        "lastBarrier": 3,
// CHECK-NEXT:        "byteOffset": 16,
// CHECK-NEXT:        "arrivals": 128,
// CHECK-NEXT:        "bytes": 0,
// CHECK-NEXT:        "signals": [
// CHECK-NEXT:          {
// CHECK-NEXT:            "side": "consumer",
// CHECK-NEXT:            "member": null,
// CHECK-NEXT:            "arrivals": 128,
// CHECK-NEXT:            "bytesEach": 0,
// CHECK-NEXT:            "instruction": "mbarrier.arrive"
// CHECK-NEXT:          }
// CHECK-NEXT:        ],
// CHECK-NEXT:        "waits": [
// CHECK-NEXT:          {
// CHECK-NEXT:            "side": "producer",
// CHECK-NEXT:            "member": "tmem"
// CHECK-NEXT:          }
// CHECK-NEXT:        ]
// CHECK-NEXT:      }
// CHECK-NEXT:    ],
// CHECK-NEXT:    "states": {
// CHECK-NEXT:      "producer": {
// CHECK-NEXT:        "owner": "member",
// CHECK-NEXT:        "index": 0,
// CHECK-NEXT:        "phase": 1
// CHECK-NEXT:      },
// CHECK-NEXT:      "consumer": {
// CHECK-NEXT:        "owner": "group",
// CHECK-NEXT:        "index": 0,
// CHECK-NEXT:        "phase": 0
// CHECK-NEXT:      }
// CHECK-NEXT:    },
// CHECK-NEXT:    "ops": {
// CHECK-NEXT:      "acquire": "member",
// CHECK-NEXT:      "try_acquire": "member",
// CHECK-NEXT:      "commit": "member",
// CHECK-NEXT:      "tail": "member",
// CHECK-NEXT:      "wait": "member",
// CHECK-NEXT:      "try_wait": "member",
// CHECK-NEXT:      "release": "group"
// CHECK-NEXT:    },
// CHECK-NEXT:    "kernels": []
// CHECK-NEXT:  }
// CHECK-NEXT:]
// CHECK-NOT:{{.+}}
