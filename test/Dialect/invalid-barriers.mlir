// Barrier ops entered by hand are held to what an mbarrier can do.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{has size 0, expected 1 to 6144 barriers [G16]}}
pipegroup.barriers @none size(0)

// -----

// expected-error @below {{has size 6145, expected 1 to 6144 barriers [G16]}}
pipegroup.barriers @many size(6145)

// -----

// expected-error @below {{is at byte 4 of dynamic shared memory, expected a non-negative multiple of 8 [G16]}}
pipegroup.barriers @odd size(1) dynamic(4)

// -----

// expected-error @below {{has size 2, expected 1 to 1 barriers [G16]}}
pipegroup.barriers @end size(2) dynamic(232440)

// -----

// expected-note @below {{the storage is here}}
pipegroup.barriers @ring size(4)
func.func @f(%i: i32) {
  // expected-error @below {{addresses barrier 4, expected 0 to 3}}
  %0 = pipegroup.barrier @ring[%i] offset(4) : !llvm.ptr<3>
  return
}

// -----

// expected-note @below {{the storage is here}}
pipegroup.barriers @ring size(4)
func.func @f() {
  %c = arith.constant 2 : i32
  // expected-error @below {{addresses barrier 4, expected 0 to 3}}
  %0 = pipegroup.barrier @ring[%c] offset(2) : !llvm.ptr<3>
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @below {{names @ring, expected a 'pipegroup.barriers' in the nearest symbol table}}
  %0 = pipegroup.barrier @ring[%i] : !llvm.ptr<3>
  return
}

// -----

pipegroup.barriers @ring size(4)
%i = arith.constant 0 : i32
// expected-error @below {{is outside a function, expected it inside one [P4]}}
%0 = pipegroup.barrier @ring[%i] : !llvm.ptr<3>

// -----

func.func @f(%b: !llvm.ptr<3>) {
  // expected-error @below {{has count 0, expected 1 to 1048575 [M2]}}
  pipegroup.barrier_init %b count(0)
  %two = arith.constant 2 : i32
  %minus = arith.constant -1 : i32
  return
}

// -----

func.func @f(%b: !llvm.ptr<3>) {
  // expected-error @below {{has count 1048576, expected 1 to 1048575 [M2]}}
  pipegroup.barrier_init %b count(1048576)
  %two = arith.constant 2 : i32
  %minus = arith.constant -1 : i32
  return
}

// -----

func.func @f(%b: !llvm.ptr<3>) {
  // expected-error @below {{expects 0 bytes, expected 1 to 1048575 [M3]}}
  pipegroup.barrier_arrive_expect_tx %b bytes(0)
  %two = arith.constant 2 : i32
  %minus = arith.constant -1 : i32
  return
}

// -----

func.func @f(%b: !llvm.ptr<3>) {
  // expected-error @below {{expects 1048576 bytes, expected 1 to 1048575 [M3]}}
  pipegroup.barrier_arrive_expect_tx %b bytes(1048576)
  %two = arith.constant 2 : i32
  %minus = arith.constant -1 : i32
  return
}

// -----

func.func @f(%b: !llvm.ptr<3>) {
  %two = arith.constant 2 : i32
  // expected-error @below {{has parity 2, expected 0 or 1}}
  pipegroup.barrier_wait %b parity(%two)
  %minus = arith.constant -1 : i32
  return
}

// -----

func.func @f(%b: !llvm.ptr<3>) {
  %two = arith.constant 2 : i32
  %minus = arith.constant -1 : i32
  // expected-error @below {{has parity -1, expected 0 or 1}}
  %done = pipegroup.barrier_try_wait %b parity(%minus)
  return
}

// -----

func.func @f(%b: !llvm.ptr<3>) {
  %two = arith.constant 2 : i32
  // expected-error @below {{has parity 2, expected 0 or 1}}
  %done = pipegroup.barrier_test_wait %b parity(%two)
  return
}

// -----

func.func @pointer(%p: !llvm.ptr) {
  // expected-error @below {{operand #0 must be LLVM pointer in address space 3}}
  "pipegroup.barrier_arrive"(%p) : (!llvm.ptr) -> ()
  return
}
