//===- Matrix.h - Matrix operands in shared memory and registers ----------===//
//
// Part of the core: plain C++17, no LLVM include. How a matrix lies in a slot,
// the descriptors with which tensor cores find it there, and which thread holds
// which element of a wgmma accumulator. Numbers are those of the PTX ISA.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_MODEL_MATRIX_H
#define PIPEGROUP_MODEL_MATRIX_H

#include "pipegroup/Model/Kinds.h"
#include "pipegroup/Model/Problem.h"

namespace pipegroup::model {

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The element types that tensor cores multiply and accumulate.
enum class ElementKind {
  F16,
  BF16,
  TF32,
  E4M3,
  E5M2,
  E2M3,
  E3M2,
  E2M1,
  S8,
  U8,
  F32,
  S32
};
template <> struct EnumNames<ElementKind> {
  static constexpr std::array<std::string_view, 12> names = {
      "f16",  "bf16", "tf32", "e4m3", "e5m2", "e2m3",
      "e3m2", "e2m1", "s8",   "u8",   "f32",  "s32"};
};

/// Bits of an element. The narrow types take as many in registers as in shared
/// memory only where they are packed: see `OperandLayout::elementBits`.
int64_t bitsOf(ElementKind element);

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Which dimension of an operand is contiguous: the one that is summed over, or
/// the other one.
enum class Major { K, MN };
template <> struct EnumNames<Major> {
  static constexpr std::array<std::string_view, 2> names = {"K", "MN"};
};

/// The span in bytes within which 16-byte chunks change places with the row.
enum class Swizzle { None, Bytes32, Bytes64, Bytes128 };
template <> struct EnumNames<Swizzle> {
  static constexpr std::array<std::string_view, 4> names = {"none", "32", "64",
                                                            "128"};
};

/// Swizzles and descriptors count in chunks of 16 bytes, in groups of 8 lines.
constexpr int64_t chunkBytes = 16;
constexpr int64_t groupLines = 8;

/// One K step of every dense instruction covers 32 bytes of a packed row.
constexpr int64_t stepBytes = 32;

/// Bytes of a row of a box: 32, 64 or 128, or one chunk without a swizzle.
int64_t spanOf(Swizzle swizzle);

/// Byte `offset` of a swizzled area that begins at a multiple of 8 spans.
int64_t swizzled(Swizzle swizzle, int64_t offset);

/// A matrix of `extent` (M or N) by `depth` (K) elements in a slot.
///
/// A slot is a row of boxes, as TMA writes them: each box holds all lines of
/// the matrix, one after the other, and of each line one span; the next box
/// holds the next span of every line. A line is a row of K elements if the
/// matrix is K-major, and a row of M or N elements if it is MN-major.
struct OperandLayout {
  /// As many bits as an element takes in shared memory.
  int64_t elementBits;
  Major major;
  Swizzle swizzle;
  int64_t extent, depth;

  int64_t lines() const { return major == Major::K ? extent : depth; }
  int64_t lineBytes() const {
    return (major == Major::K ? depth : extent) * elementBits / 8;
  }
  int64_t boxBytes() const { return lines() * spanOf(swizzle); }
  int64_t boxes() const { return lineBytes() / spanOf(swizzle); }
  int64_t bytes() const { return boxes() * boxBytes(); }

  /// The byte at which element (`mn`, `k`) begins.
  int64_t offsetOf(int64_t mn, int64_t k) const;

  /// How far K step number `step` begins after the first one, without swizzle:
  /// the address that a descriptor takes is swizzled afterwards.
  int64_t stepOffset(int64_t step) const;
  /// The same for the part of the operand that begins at row or column `mn`.
  int64_t extentOffset(int64_t mn) const;

  /// In bytes; what a mode does not use is 0.
  int64_t leadingOffset() const;
  int64_t strideOffset() const;
};

/// D3: whole spans in a line, whole groups of lines.
std::optional<Problem> checkLayout(const OperandLayout &layout);
/// D3: beside these, whole K steps.
std::optional<Problem> checkOperand(const OperandLayout &layout);

/// The descriptor without the start address, which goes to bits 0 to 13 in
/// units of 16 bytes.
uint64_t wgmmaDescriptor(const OperandLayout &layout);
uint64_t ummaDescriptor(const OperandLayout &layout);

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

/// What one warpgroup multiplies with one op.
struct WgmmaShape {
  ElementKind a, b, d;
  int64_t m, n, k;
  Major majorA = Major::K, majorB = Major::K;
  bool isARegister = false;

  /// Sizes of one instruction.
  static constexpr int64_t instructionM = 64;
  int64_t instructionK() const { return stepBytes * 8 / bitsOf(a); }
  /// Elements of the accumulator that one thread holds.
  int64_t fragmentSize() const { return m * n / 128; }
};

/// D2: types and sizes that wgmma has.
std::optional<Problem> checkWgmma(const WgmmaShape &shape);

/// A place in a matrix.
struct Place {
  int64_t row, column;

  friend bool operator==(const Place &a, const Place &b) {
    return a.row == b.row && a.column == b.column;
  }
};

/// Where element `index` of the accumulator fragment of `thread`, 0 to 127 of a
/// warpgroup, is in a matrix of `n` columns. After the elements of 64 rows come
/// those of the next 64.
Place fragmentPlace(int64_t thread, int64_t index, int64_t n);

} // namespace pipegroup::model

#endif // PIPEGROUP_MODEL_MATRIX_H
