//===- Umma.cpp - Shapes and descriptors of tcgen05.mma -------------------===//

#include "pipegroup/Model/Umma.h"

namespace pipegroup::model {
namespace {

bool isFloat16(ElementKind element) {
  return element == ElementKind::F16 || element == ElementKind::BF16;
}
bool isInteger8(ElementKind element) {
  return element == ElementKind::S8 || element == ElementKind::U8;
}
/// True for what fits into 8 bits of floating point.
bool isNarrow(ElementKind element) {
  return bitsOf(element) <= 8 && !isInteger8(element);
}

std::string named(ElementKind element) {
  return "'" + std::string(nameOf(element)) + "'";
}

std::optional<MmaKind> scaledKind(const UmmaShape &shape) {
  if (!isNarrow(shape.a) || !isNarrow(shape.b))
    return std::nullopt;
  bool isPower = shape.scales->type == ScaleType::UE8M0;
  bool arePacked = shape.a == ElementKind::E2M1 && shape.b == ElementKind::E2M1;
  if (shape.scales->block == 32 && isPower)
    return arePacked ? MmaKind::MXF4 : MmaKind::MXF8F6F4;
  if (shape.scales->block == 16 && arePacked)
    return MmaKind::MXF4NVF4;
  return std::nullopt;
}

bool isPacked(MmaKind kind) {
  return kind == MmaKind::MXF4 || kind == MmaKind::MXF4NVF4;
}

int64_t instructionK(MmaKind kind, const UmmaShape &shape) {
  return stepBytes * 8 / sharedBitsOf(kind, shape.a);
}

} // namespace

std::optional<MmaKind> kindOf(const UmmaShape &shape) {
  if (shape.scales)
    return scaledKind(shape);
  if (isFloat16(shape.a) && shape.a == shape.b)
    return MmaKind::F16;
  if (shape.a == ElementKind::TF32 && shape.b == ElementKind::TF32)
    return MmaKind::TF32;
  if (isInteger8(shape.a) && isInteger8(shape.b))
    return MmaKind::I8;
  if (isNarrow(shape.a) && isNarrow(shape.b))
    return MmaKind::F8F6F4;
  return std::nullopt;
}

int64_t sharedBitsOf(MmaKind kind, ElementKind element) {
  // 6 and 4 bits are padded to bytes, 16 elements together.
  return isPacked(kind) || bitsOf(element) > 8 ? bitsOf(element) : 8;
}

//===----------------------------------------------------------------------===//
// D4
//===----------------------------------------------------------------------===//

namespace {

std::optional<std::string> wrongTypes(const UmmaShape &shape) {
  std::optional<MmaKind> kind = kindOf(shape);
  std::string operands =
      "multiplies " + named(shape.a) + " by " + named(shape.b);
  if (!kind && shape.scales)
    return operands + " with a scale of '" +
           std::string(nameOf(shape.scales->type)) + "' for " +
           std::to_string(shape.scales->block) +
           " elements, expected types of at most 8 bits with 'ue8m0' for 32, "
           "or 'e2m1' with 'ue8m0' or 'ue4m3' for 16";
  if (!kind)
    return operands + ", expected both 'f16', 'bf16' or 'tf32', 8-bit "
                      "integers, or floats of at most 8 bits";
  if (*kind == MmaKind::I8) {
    if (shape.d != ElementKind::S32)
      return "accumulates in " + named(shape.d) + ", expected 's32'";
    return std::nullopt;
  }
  bool mayBeHalf = (*kind == MmaKind::F16 && shape.a == ElementKind::F16) ||
                   *kind == MmaKind::F8F6F4;
  if (shape.d == ElementKind::F32 || (mayBeHalf && shape.d == ElementKind::F16))
    return std::nullopt;
  return "accumulates in " + named(shape.d) + ", expected 'f32'" +
         (mayBeHalf ? " or 'f16'" : "");
}

std::optional<std::string> wrongRows(const UmmaShape &shape) {
  if (shape.ctaGroup != 1 && shape.ctaGroup != 2)
    return "has cta_group(" + std::to_string(shape.ctaGroup) +
           "), expected 1 or 2";
  int64_t large = 128 * shape.ctaGroup, small = large / 2;
  // A CTA multiplies no 64 scaled rows, alone or in a pair.
  bool hasSmall = !shape.scales;
  if (shape.m == large || (hasSmall && shape.m == small))
    return std::nullopt;
  return "has M = " + std::to_string(shape.m) + " in cta_group(" +
         std::to_string(shape.ctaGroup) + "), expected " +
         (hasSmall ? std::to_string(small) + " or " : "") +
         std::to_string(large);
}

/// N goes in steps of this many, up to 256.
int64_t columnStep(MmaKind kind, const UmmaShape &shape) {
  if (shape.ctaGroup == 2)
    return kind == MmaKind::I8 ? 32 : 16;
  if (shape.scales || shape.m == 64)
    return kind == MmaKind::I8 && shape.n > 32 ? 16 : 8;
  return 16;
}

std::optional<std::string> wrongColumns(const UmmaShape &shape) {
  int64_t step = columnStep(*kindOf(shape), shape);
  if (shape.n >= step && shape.n <= 256 && shape.n % step == 0)
    return std::nullopt;
  return "has N = " + std::to_string(shape.n) +
         " beside M = " + std::to_string(shape.m) +
         ", expected a multiple of " + std::to_string(step) + " up to 256";
}

std::optional<std::string> wrongDepth(const UmmaShape &shape) {
  int64_t step = instructionK(*kindOf(shape), shape);
  if (shape.k >= step && shape.k % step == 0)
    return std::nullopt;
  return "has K = " + std::to_string(shape.k) +
         ", expected a positive multiple of " + std::to_string(step);
}

std::optional<std::string> wrongMajor(const UmmaShape &shape) {
  auto wrong = [&](ElementKind element, Major major) {
    int64_t bits = bitsOf(element);
    return major == Major::MN && bits != 8 && bits != 16;
  };
  bool isA = wrong(shape.a, shape.majorA);
  if (!isA && !wrong(shape.b, shape.majorB))
    return std::nullopt;
  return std::string(isA ? "A" : "B") + " of " +
         named(isA ? shape.a : shape.b) +
         " is MN-major, expected K-major: only 8-bit and 16-bit types may be "
         "either";
}

} // namespace

std::optional<Problem> checkUmma(const UmmaShape &shape) {
  for (auto check :
       {wrongTypes, wrongRows, wrongColumns, wrongDepth, wrongMajor})
    if (std::optional<std::string> wrong = check(shape))
      return Problem{"D4", *wrong};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

namespace {

uint32_t codeOf(MmaKind kind, ElementKind element) {
  switch (element) {
  case ElementKind::F16:
  case ElementKind::U8:
  case ElementKind::E4M3:
    return 0;
  case ElementKind::BF16:
  case ElementKind::S8:
  case ElementKind::E5M2:
    return 1;
  case ElementKind::TF32:
    return 2;
  case ElementKind::E2M3:
    return 3;
  case ElementKind::E3M2:
    return 4;
  case ElementKind::E2M1:
    return isPacked(kind) ? 1 : 5;
  case ElementKind::F32:
  case ElementKind::S32:
    break;
  }
  return 0;
}

uint32_t resultCodeOf(ElementKind element) {
  return element == ElementKind::F16 ? 0 : element == ElementKind::F32 ? 1 : 2;
}

/// K steps whose scales share four bytes.
int64_t stepsPerWord(MmaKind kind) {
  return kind == MmaKind::MXF8F6F4 ? 4 : kind == MmaKind::MXF4 ? 2 : 1;
}

} // namespace

uint32_t instructionDescriptor(const UmmaShape &shape, int64_t step) {
  MmaKind kind = *kindOf(shape);
  uint32_t common = codeOf(kind, shape.a) << 7 | codeOf(kind, shape.b) << 10 |
                    uint32_t(shape.majorA == Major::MN) << 15 |
                    uint32_t(shape.majorB == Major::MN) << 16 |
                    uint32_t(shape.n >> 3) << 17;
  if (!shape.scales)
    return common | resultCodeOf(shape.d) << 4 | uint32_t(shape.m >> 4) << 24;
  // Which of the four bytes are those of this step.
  int64_t perWord = stepsPerWord(kind);
  uint32_t part = uint32_t(step % perWord * (4 / perWord));
  bool isPower = shape.scales->type == ScaleType::UE8M0;
  return common | part << 4 | uint32_t(isPower) << 23 |
         uint32_t(shape.m >> 7) << 27 | part << 29;
}

int64_t scaleColumn(const UmmaShape &shape, int64_t extent, int64_t step) {
  int64_t columnsPerWord = (extent + 127) / 128 * 4;
  return step / stepsPerWord(*kindOf(shape)) * columnsPerWord;
}

std::optional<Problem> checkTensorColumns(int64_t columns) {
  if (columns >= 32 && columns <= 512 && (columns & (columns - 1)) == 0)
    return std::nullopt;
  return Problem{"D5", "has " + std::to_string(columns) +
                           " columns, expected 32, 64, 128, 256 or 512"};
}

} // namespace pipegroup::model
