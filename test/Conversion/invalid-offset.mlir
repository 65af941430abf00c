// No offset is so large that adding the slot to it wraps round into the storage.
// RUN: pipegroup-opt %s --split-input-file --verify-diagnostics

// expected-note @below {{the storage is here}}
pipegroup.barriers @ring size(4)
func.func @f() {
  %i = arith.constant 2147483647 : i32
  // expected-error @below {{addresses barrier 9223372036854775807, expected 0 to 3}}
  %0 = pipegroup.barrier @ring[%i] offset(9223372036854775807) : !llvm.ptr<3>
  return
}

// -----

// expected-note @below {{the storage is here}}
pipegroup.barriers @ring size(4)
func.func @f() {
  %i = arith.constant -1 : i32
  // expected-error @below {{addresses barrier -1, expected 0 to 3}}
  %0 = pipegroup.barrier @ring[%i] : !llvm.ptr<3>
  return
}

// -----

// expected-error @below {{has size 9223372036854775807, expected 1 to 6144 barriers [G16]}}
pipegroup.barriers @ring size(9223372036854775807)

// -----

// expected-error @below {{is at byte -8 of dynamic shared memory, expected a non-negative multiple of 8 [G16]}}
pipegroup.barriers @before size(1) dynamic(-8)

// -----

// expected-error @below {{has size 1, expected 1 to 0 barriers [G16]}}
pipegroup.barriers @behind size(1) dynamic(9223372036854775800)
