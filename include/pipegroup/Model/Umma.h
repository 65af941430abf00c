//===- Umma.h - Shapes and descriptors of tcgen05.mma ---------------------===//
//
// Part of the core: plain C++17, no LLVM include. Numbers are those of the PTX
// ISA.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_MODEL_UMMA_H
#define PIPEGROUP_MODEL_UMMA_H

#include "pipegroup/Model/Matrix.h"

namespace pipegroup::model {

/// The kinds of tcgen05.mma. The last three multiply blocks along K by scales.
enum class MmaKind { F16, TF32, F8F6F4, I8, MXF8F6F4, MXF4, MXF4NVF4 };
template <> struct EnumNames<MmaKind> {
  static constexpr std::array<std::string_view, 7> names = {
      "f16", "tf32", "f8f6f4", "i8", "mxf8f6f4", "mxf4", "mxf4nvf4"};
};

/// Types of scales: a power of two, or a number of four significant bits.
enum class ScaleType { UE8M0, UE4M3 };
template <> struct EnumNames<ScaleType> {
  static constexpr std::array<std::string_view, 2> names = {"ue8m0", "ue4m3"};
};

/// One scale for `block` elements along K.
struct Scales {
  ScaleType type;
  int64_t block;
};

/// What one op multiplies: M and N of the whole pair, if `ctaGroup` is 2.
struct UmmaShape {
  ElementKind a, b, d;
  int64_t m, n, k;
  int64_t ctaGroup = 1;
  Major majorA = Major::K, majorB = Major::K;
  std::optional<Scales> scales = std::nullopt;
};

/// The kind of `shape`; none if there is none for its types.
std::optional<MmaKind> kindOf(const UmmaShape &shape);

/// Bits that `element` takes in shared memory: the narrow types are packed by
/// twos only where `kind` has nothing wider.
int64_t sharedBitsOf(MmaKind kind, ElementKind element);

/// D4: types and sizes that tcgen05.mma has.
std::optional<Problem> checkUmma(const UmmaShape &shape);

/// The instruction descriptor of K step `step`.
uint32_t instructionDescriptor(const UmmaShape &shape, int64_t step = 0);

/// The column, counted from the first one, that holds the scales of K step
/// `step` of the `extent` (M of a CTA, or N) rows or columns of an operand. A
/// column of 32 lanes has four bytes of scales for each of 32 rows; 128 rows of
/// scales lie side by side before the next ones along K.
int64_t scaleColumn(const UmmaShape &shape, int64_t extent, int64_t step);

/// D5: columns that tensor memory can be allocated in.
std::optional<Problem> checkTensorColumns(int64_t columns);

} // namespace pipegroup::model

#endif // PIPEGROUP_MODEL_UMMA_H
