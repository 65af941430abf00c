// RUN: pipegroup-explain %s | FileCheck %s --check-prefix=TEXT
// RUN: pipegroup-explain --json %s | %python %S/Inputs/flatten-json.py \
// RUN:   | FileCheck %s --check-prefix=JSON
// RUN: pipegroup-explain --dot %s | FileCheck %s --check-prefix=DOT

// A symbol can hold any character: tables spell it as IR does, and JSON and DOT
// escape what would end their strings.

pipegroup.group @"my \"group\"" merge {
  pipegroup.member @"a b" umma_async stages(1) producer(warp 1) consumer(thread 128)
}

// TEXT: group @"my \22group\22"
// TEXT: full @"a b"
// JSON: 0.name = "my \"group\""
// JSON: 0.arrays.0.member = "a b"
// DOT:  label="group @\"my \\22group\\22\"\nmerge,
// DOT:  label="@\"a b\" producer"
