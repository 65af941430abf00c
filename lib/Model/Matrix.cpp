//===- Matrix.cpp - Matrix operands in shared memory and registers --------===//

#include "pipegroup/Model/Matrix.h"

#include <algorithm>

namespace pipegroup::model {

int64_t bitsOf(ElementKind element) {
  switch (element) {
  case ElementKind::F16:
  case ElementKind::BF16:
    return 16;
  case ElementKind::TF32:
  case ElementKind::F32:
  case ElementKind::S32:
    return 32;
  case ElementKind::E4M3:
  case ElementKind::E5M2:
  case ElementKind::S8:
  case ElementKind::U8:
    return 8;
  case ElementKind::E2M3:
  case ElementKind::E3M2:
    return 6;
  case ElementKind::E2M1:
    return 4;
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

int64_t spanOf(Swizzle swizzle) {
  return chunkBytes << static_cast<int64_t>(swizzle);
}

int64_t swizzled(Swizzle swizzle, int64_t offset) {
  // The number of the 128-byte row, as many bits as name a chunk of the span.
  int64_t row = (offset >> 7) & (spanOf(swizzle) / chunkBytes - 1);
  return offset ^ (row * chunkBytes);
}

int64_t OperandLayout::offsetOf(int64_t mn, int64_t k) const {
  int64_t line = major == Major::K ? mn : k;
  int64_t byte = (major == Major::K ? k : mn) * elementBits / 8;
  int64_t span = spanOf(swizzle);
  return byte / span * boxBytes() +
         swizzled(swizzle, line * span + byte % span);
}

int64_t OperandLayout::stepOffset(int64_t step) const {
  int64_t span = spanOf(swizzle);
  if (major == Major::MN)
    return step * (stepBytes * 8 / elementBits) * span;
  int64_t byte = step * stepBytes;
  return byte / span * boxBytes() + byte % span;
}

int64_t OperandLayout::extentOffset(int64_t mn) const {
  int64_t span = spanOf(swizzle);
  if (major == Major::K)
    return mn * span;
  int64_t byte = mn * elementBits / 8;
  return byte / span * boxBytes() + byte % span;
}

int64_t OperandLayout::leadingOffset() const {
  if (swizzle == Swizzle::None)
    // From one chunk of a row to the next; from one group of lines to the next.
    return major == Major::K ? boxBytes() : groupLines * chunkBytes;
  return major == Major::K ? 0 : boxBytes();
}

int64_t OperandLayout::strideOffset() const {
  if (swizzle == Swizzle::None && major == Major::MN)
    return boxBytes();
  return groupLines * spanOf(swizzle);
}

namespace {

Problem problem(std::string text) { return {"D3", std::move(text)}; }

} // namespace

std::optional<Problem> checkLayout(const OperandLayout &layout) {
  int64_t span = spanOf(layout.swizzle);
  if (layout.lines() < 1 || layout.lines() % groupLines != 0)
    return problem("has " + std::to_string(layout.lines()) +
                   " lines, expected a positive multiple of " +
                   std::to_string(groupLines));
  if (layout.lineBytes() < 1 || layout.lineBytes() % span != 0)
    return problem("has lines of " + std::to_string(layout.lineBytes()) +
                   " bytes, expected a positive multiple of the " +
                   std::to_string(span) + " bytes of swizzle(" +
                   std::string(nameOf(layout.swizzle)) + ")");
  return std::nullopt;
}

std::optional<Problem> checkOperand(const OperandLayout &layout) {
  if (std::optional<Problem> found = checkLayout(layout))
    return found;
  int64_t step = stepBytes * 8 / layout.elementBits;
  if (layout.depth % step != 0)
    return problem("has K = " + std::to_string(layout.depth) +
                   ", expected a multiple of " + std::to_string(step));
  return std::nullopt;
}

namespace {

/// Offsets as both kinds of descriptors have them.
uint64_t encodeOffsets(const OperandLayout &layout) {
  auto encode = [](int64_t bytes) {
    return (static_cast<uint64_t>(bytes) & 0x3FFFF) >> 4;
  };
  // Where it is not used, the leading offset is 1 by convention.
  bool usesLeading =
      layout.swizzle == Swizzle::None || layout.major == Major::MN;
  uint64_t leading = usesLeading ? encode(layout.leadingOffset()) : 1;
  return leading << 16 | encode(layout.strideOffset()) << 32;
}

} // namespace

uint64_t wgmmaDescriptor(const OperandLayout &layout) {
  constexpr uint64_t modes[] = {0, 3, 2, 1};
  return encodeOffsets(layout) | modes[static_cast<int>(layout.swizzle)] << 62;
}

uint64_t ummaDescriptor(const OperandLayout &layout) {
  constexpr uint64_t modes[] = {0, 6, 4, 2};
  constexpr uint64_t version = 1;
  return encodeOffsets(layout) | version << 46 |
         modes[static_cast<int>(layout.swizzle)] << 61;
}

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

namespace {

bool isFloat8(ElementKind element) {
  return element == ElementKind::E4M3 || element == ElementKind::E5M2;
}
bool isInteger8(ElementKind element) {
  return element == ElementKind::S8 || element == ElementKind::U8;
}
bool isFloat16(ElementKind element) {
  return element == ElementKind::F16 || element == ElementKind::BF16;
}

std::string named(ElementKind element) {
  return "'" + std::string(nameOf(element)) + "'";
}

/// The types that may stand for B and D beside A; none if wgmma lacks A.
struct WgmmaTypes {
  std::vector<ElementKind> b, d;
};
WgmmaTypes typesBeside(ElementKind a) {
  if (a == ElementKind::F16)
    return {{a}, {ElementKind::F32, ElementKind::F16}};
  if (a == ElementKind::BF16 || a == ElementKind::TF32)
    return {{a}, {ElementKind::F32}};
  if (isFloat8(a))
    return {{ElementKind::E4M3, ElementKind::E5M2},
            {ElementKind::F32, ElementKind::F16}};
  if (isInteger8(a))
    return {{ElementKind::S8, ElementKind::U8}, {ElementKind::S32}};
  return {};
}

std::string listOf(const std::vector<ElementKind> &elements) {
  std::string text;
  for (size_t i = 0; i < elements.size(); ++i)
    text += (i == 0 ? "" : " or ") + named(elements[i]);
  return text;
}

std::optional<std::string> wrongTypes(const WgmmaShape &shape) {
  WgmmaTypes types = typesBeside(shape.a);
  auto has = [](const std::vector<ElementKind> &list, ElementKind element) {
    return std::find(list.begin(), list.end(), element) != list.end();
  };
  if (types.b.empty())
    return "has A of " + named(shape.a) +
           ", expected 'f16', 'bf16', 'tf32', 'e4m3', 'e5m2', 's8' or 'u8'";
  if (!has(types.b, shape.b))
    return "has A of " + named(shape.a) + " and B of " + named(shape.b) +
           ", expected B of " + listOf(types.b);
  if (!has(types.d, shape.d))
    return "accumulates " + named(shape.a) + " in " + named(shape.d) +
           ", expected " + listOf(types.d);
  return std::nullopt;
}

/// Registers that a thread can have.
constexpr int64_t threadRegisters = 255;

std::optional<std::string> wrongSize(const WgmmaShape &shape) {
  if (shape.m < 64 || shape.m % WgmmaShape::instructionM != 0)
    return "has M = " + std::to_string(shape.m) +
           ", expected a positive multiple of 64";
  // From 32 on, 8-bit integers go in steps of 16.
  int64_t step = isInteger8(shape.a) && shape.n > 32 ? 16 : 8;
  if (shape.n < 8 || shape.n > 256 || shape.n % step != 0)
    return "has N = " + std::to_string(shape.n) + ", expected a multiple of " +
           std::to_string(step) + " up to 256";
  // The accumulator stays in registers, and something has to be left.
  int64_t registers = shape.fragmentSize() * bitsOf(shape.d) / 32;
  if (registers >= threadRegisters)
    return "accumulates in " + std::to_string(registers) +
           " registers of each thread, expected fewer than the " +
           std::to_string(threadRegisters) + " that it has";
  int64_t k = shape.instructionK();
  if (shape.k < 1 || shape.k % k != 0)
    return "has K = " + std::to_string(shape.k) +
           ", expected a positive multiple of " + std::to_string(k);
  return std::nullopt;
}

std::optional<std::string> wrongMajor(const WgmmaShape &shape) {
  if (!isFloat16(shape.a) &&
      (shape.majorA == Major::MN || shape.majorB == Major::MN))
    return std::string(shape.majorA == Major::MN ? "A" : "B") + " of " +
           named(shape.majorA == Major::MN ? shape.a : shape.b) +
           " is MN-major, expected K-major: only 16-bit types may be either";
  if (shape.isARegister && !isFloat16(shape.a))
    return "has A of " + named(shape.a) +
           " in registers, expected 'f16' or 'bf16'";
  return std::nullopt;
}

} // namespace

std::optional<Problem> checkWgmma(const WgmmaShape &shape) {
  for (auto check : {wrongTypes, wrongSize, wrongMajor})
    if (std::optional<std::string> wrong = check(shape))
      return Problem{"D2", *wrong};
  return std::nullopt;
}

Place fragmentPlace(int64_t thread, int64_t index, int64_t n) {
  int64_t perBand = n / 2;
  int64_t band = index / perBand, i = index % perBand;
  int64_t warp = thread / 32, lane = thread % 32;
  return {band * 64 + warp * 16 + i / 2 % 2 * 8 + lane / 4,
          i / 4 * 8 + lane % 4 * 2 + i % 2};
}

} // namespace pipegroup::model
