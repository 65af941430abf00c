//===- MatrixTest.cpp - Layouts, descriptors and fragments of matrices ----===//
//
// The literal numbers are worked out by hand from the tables of the PTX ISA.
// The walks compute the address that the hardware forms from a descriptor,
// element by element, and compare it with where the element is.
//
//===----------------------------------------------------------------------===//

#include "pipegroup/Model/Matrix.h"

#include <gtest/gtest.h>

#include <set>

using namespace pipegroup::model;

namespace {

const Swizzle swizzles[] = {Swizzle::None, Swizzle::Bytes32, Swizzle::Bytes64,
                            Swizzle::Bytes128};

OperandLayout layout(int64_t bits, Major major, Swizzle swizzle, int64_t extent,
                     int64_t depth) {
  return {bits, major, swizzle, extent, depth};
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

TEST(MatrixTest, ASpanIsTheSwizzleOrOneChunk) {
  EXPECT_EQ(spanOf(Swizzle::None), 16);
  EXPECT_EQ(spanOf(Swizzle::Bytes32), 32);
  EXPECT_EQ(spanOf(Swizzle::Bytes64), 64);
  EXPECT_EQ(spanOf(Swizzle::Bytes128), 128);
}

TEST(MatrixTest, TheSwizzleMovesChunksWithTheRow) {
  // Row 5 of 128 bytes: chunk 2 goes to chunk 2 xor 5 = 7.
  EXPECT_EQ(swizzled(Swizzle::Bytes128, 5 * 128 + 2 * 16 + 3),
            5 * 128 + 7 * 16 + 3);
  // Rows of 64 bytes: pairs of rows share a number.
  EXPECT_EQ(swizzled(Swizzle::Bytes64, 6 * 64 + 16), 6 * 64 + 2 * 16);
  EXPECT_EQ(swizzled(Swizzle::Bytes64, 7 * 64 + 16), 7 * 64 + 2 * 16);
  // Rows of 32 bytes: four rows share a number.
  EXPECT_EQ(swizzled(Swizzle::Bytes32, 3 * 32), 3 * 32);
  EXPECT_EQ(swizzled(Swizzle::Bytes32, 4 * 32), 4 * 32 + 16);
  EXPECT_EQ(swizzled(Swizzle::None, 7 * 128 + 16), 7 * 128 + 16);
}

TEST(MatrixTest, ASlotIsARowOfBoxes) {
  // 128 x 128 halves in the 128-byte swizzle: two boxes of 128 rows.
  OperandLayout a = layout(16, Major::K, Swizzle::Bytes128, 128, 128);
  EXPECT_EQ(a.boxes(), 2);
  EXPECT_EQ(a.boxBytes(), 16384);
  EXPECT_EQ(a.bytes(), 32768);
  EXPECT_EQ(a.offsetOf(0, 64), 16384);
  EXPECT_EQ(a.offsetOf(1, 0), 128 + 16);
  // The same number of bytes, rows of K: four boxes of 64 columns.
  OperandLayout b = layout(16, Major::MN, Swizzle::Bytes128, 256, 64);
  EXPECT_EQ(b.boxes(), 4);
  EXPECT_EQ(b.boxBytes(), 8192);
  EXPECT_EQ(b.offsetOf(64, 0), 8192);
  EXPECT_EQ(b.offsetOf(0, 1), 128 + 16);
}

TEST(MatrixTest, EveryByteOfASlotIsUsedOnce) {
  for (Swizzle swizzle : swizzles)
    for (Major major : {Major::K, Major::MN}) {
      OperandLayout a = layout(16, major, swizzle, 64, 64);
      std::set<int64_t> offsets;
      for (int64_t mn = 0; mn < 64; ++mn)
        for (int64_t k = 0; k < 64; ++k)
          offsets.insert(a.offsetOf(mn, k));
      EXPECT_EQ(offsets.size(), 64u * 64u);
      EXPECT_EQ(*offsets.begin(), 0);
      EXPECT_EQ(*offsets.rbegin(), a.bytes() - 2);
    }
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

TEST(MatrixTest, WgmmaDescriptors) {
  // 128-byte swizzle is mode 1 at bit 62, 1024 bytes are 64 units at bit 32,
  // the unused leading offset is 1 at bit 16.
  EXPECT_EQ(wgmmaDescriptor(layout(16, Major::K, Swizzle::Bytes128, 64, 64)),
            0x4000004000010000u);
  EXPECT_EQ(wgmmaDescriptor(layout(16, Major::K, Swizzle::Bytes64, 64, 32)),
            0x8000002000010000u);
  EXPECT_EQ(wgmmaDescriptor(layout(16, Major::K, Swizzle::Bytes32, 64, 16)),
            0xC000001000010000u);
  // No swizzle: 64 rows of 16 bytes to the next chunk (64 units), 128 bytes to
  // the next 8 rows (8 units).
  EXPECT_EQ(wgmmaDescriptor(layout(16, Major::K, Swizzle::None, 64, 64)),
            0x0000000800400000u);
  // MN-major: a box of 64 rows of 128 bytes to the next 64 columns (512 units),
  // 8 rows of 128 bytes to the next 8 of K (64 units).
  EXPECT_EQ(wgmmaDescriptor(layout(16, Major::MN, Swizzle::Bytes128, 256, 64)),
            0x4000004002000000u);
  // MN-major, no swizzle: 64 rows of 16 bytes to the next 8 columns (64 units),
  // 128 bytes to the next 8 of K (8 units).
  EXPECT_EQ(wgmmaDescriptor(layout(16, Major::MN, Swizzle::None, 256, 64)),
            0x0000004000080000u);
}

TEST(MatrixTest, UmmaDescriptors) {
  // Version 1 at bit 46; swizzle modes 2, 4, 6 and 0 at bit 61.
  EXPECT_EQ(ummaDescriptor(layout(16, Major::K, Swizzle::Bytes128, 128, 64)),
            0x4000404000010000u);
  EXPECT_EQ(ummaDescriptor(layout(16, Major::K, Swizzle::Bytes64, 128, 32)),
            0x8000402000010000u);
  EXPECT_EQ(ummaDescriptor(layout(16, Major::K, Swizzle::Bytes32, 128, 16)),
            0xC000401000010000u);
  // 128 rows of 16 bytes are 128 units.
  EXPECT_EQ(ummaDescriptor(layout(16, Major::K, Swizzle::None, 128, 64)),
            0x0000400800800000u);
  EXPECT_EQ(ummaDescriptor(layout(16, Major::MN, Swizzle::Bytes128, 128, 64)),
            0x4000404002000000u);
}

TEST(MatrixTest, StepsAlongK) {
  // 16 halves are 32 bytes within the span, then on to the next box.
  OperandLayout k = layout(16, Major::K, Swizzle::Bytes128, 64, 128);
  EXPECT_EQ(k.stepOffset(0), 0);
  EXPECT_EQ(k.stepOffset(1), 32);
  EXPECT_EQ(k.stepOffset(3), 96);
  EXPECT_EQ(k.stepOffset(4), 64 * 128);
  // Without a swizzle a step is two chunks, each a box of its own.
  EXPECT_EQ(layout(16, Major::K, Swizzle::None, 64, 64).stepOffset(1),
            2 * 64 * 16);
  // MN-major: 16 rows of a span.
  EXPECT_EQ(layout(16, Major::MN, Swizzle::Bytes128, 256, 64).stepOffset(3),
            3 * 16 * 128);
  EXPECT_EQ(layout(8, Major::MN, Swizzle::Bytes64, 256, 64).stepOffset(1),
            32 * 64);
  // 8-bit and 32-bit rows.
  EXPECT_EQ(layout(8, Major::K, Swizzle::Bytes128, 64, 128).stepOffset(1), 32);
  EXPECT_EQ(layout(32, Major::K, Swizzle::Bytes64, 64, 32).stepOffset(2),
            64 * 64);
}

TEST(MatrixTest, BandsOfRows) {
  EXPECT_EQ(layout(16, Major::K, Swizzle::Bytes128, 128, 64).extentOffset(64),
            8192);
  EXPECT_EQ(layout(16, Major::K, Swizzle::None, 128, 64).extentOffset(64),
            1024);
  // 64 columns of halves are one box of 64 rows of 128 bytes.
  EXPECT_EQ(layout(16, Major::MN, Swizzle::Bytes128, 128, 64).extentOffset(64),
            8192);
  EXPECT_EQ(layout(16, Major::MN, Swizzle::Bytes32, 128, 64).extentOffset(64),
            8192);
}

/// Where the hardware looks for element (`mn`, `k`) of one instruction: the
/// canonical layouts of the PTX ISA in bytes, with T elements a chunk.
int64_t canonical(uint64_t descriptor, const OperandLayout &a, int64_t mn,
                  int64_t k) {
  int64_t leading = (descriptor >> 16 & 0x3FFF) << 4;
  int64_t stride = (descriptor >> 32 & 0x3FFF) << 4;
  int64_t t = 128 / a.elementBits, size = a.elementBits / 8;
  int64_t span = a.swizzle == Swizzle::None      ? 16
                 : a.swizzle == Swizzle::Bytes32 ? 32
                 : a.swizzle == Swizzle::Bytes64 ? 64
                                                 : 128;
  if (a.major == Major::K) {
    int64_t rows = mn % 8 * span + mn / 8 * stride;
    return rows + (a.swizzle == Swizzle::None ? k % t * size + k / t * leading
                                              : k * size);
  }
  if (a.swizzle == Swizzle::None)
    return mn % t * size + mn / t * stride + k % 8 * 16 + k / 8 * leading;
  int64_t atom = span / size;
  return mn % atom * size + mn / atom * leading + k % 8 * span + k / 8 * stride;
}

/// XOR on the address bits, as CuTe's Swizzle<B, 4, 3> does.
int64_t xored(Swizzle swizzle, int64_t address) {
  int64_t bits = swizzle == Swizzle::None      ? 0
                 : swizzle == Swizzle::Bytes32 ? 1
                 : swizzle == Swizzle::Bytes64 ? 2
                                               : 3;
  return address ^ ((address & ((1 << bits) - 1) << 7) >> 3);
}

/// Walks over all elements, `band` of them along M or N at a time.
void expectFound(const OperandLayout &a, uint64_t descriptor, int64_t band) {
  int64_t depth = 256 / a.elementBits;
  for (int64_t mn = 0; mn < a.extent; ++mn)
    for (int64_t k = 0; k < a.depth; ++k) {
      int64_t start =
          a.stepOffset(k / depth) + a.extentOffset(mn / band * band);
      int64_t found = xored(
          a.swizzle, start + canonical(descriptor, a, mn % band, k % depth));
      ASSERT_EQ(found, a.offsetOf(mn, k))
          << nameOf(a.major) << "-major, swizzle " << nameOf(a.swizzle)
          << ", element " << mn << ", " << k;
    }
}

TEST(MatrixTest, DescriptorsFindEveryElement) {
  // wgmma takes bands of 64 rows, tcgen05 all of them at once.
  for (Swizzle swizzle : swizzles) {
    for (Major major : {Major::K, Major::MN}) {
      OperandLayout a = layout(16, major, swizzle, 128, 128);
      expectFound(a, wgmmaDescriptor(a), 64);
      expectFound(a, ummaDescriptor(a), 128);
      OperandLayout b = layout(8, major, swizzle, 256, 128);
      expectFound(b, ummaDescriptor(b), 256);
    }
    for (int64_t bits : {8, 32}) {
      OperandLayout a = layout(bits, Major::K, swizzle, 128, 4096 / bits);
      expectFound(a, wgmmaDescriptor(a), 64);
      expectFound(a, ummaDescriptor(a), 128);
    }
  }
}

TEST(MatrixTest, D3_AcceptsWholeSpans) {
  for (Swizzle swizzle : swizzles)
    for (Major major : {Major::K, Major::MN})
      EXPECT_FALSE(checkLayout(layout(16, major, swizzle, 64, 64)));
  EXPECT_FALSE(checkLayout(layout(16, Major::K, Swizzle::Bytes32, 8, 16)));
}

TEST(MatrixTest, D3_RefusesPartsOfSpans) {
  auto text = [](const OperandLayout &a) {
    std::optional<Problem> problem = checkOperand(a);
    return problem ? std::string(problem->rule) + ": " + problem->text : "none";
  };
  EXPECT_EQ(text(layout(16, Major::K, Swizzle::Bytes128, 64, 32)),
            "D3: has lines of 64 bytes, expected a positive multiple of the "
            "128 bytes of swizzle(128)");
  EXPECT_EQ(text(layout(16, Major::MN, Swizzle::Bytes64, 48, 64)),
            "D3: has lines of 96 bytes, expected a positive multiple of the "
            "64 bytes of swizzle(64)");
  EXPECT_EQ(text(layout(16, Major::K, Swizzle::None, 12, 64)),
            "D3: has 12 lines, expected a positive multiple of 8");
  EXPECT_EQ(text(layout(16, Major::K, Swizzle::None, 64, 8)),
            "D3: has K = 8, expected a multiple of 16");
}

// What is only stored to has no K steps.
TEST(MatrixTest, D3_AsksOperandsForSteps) {
  EXPECT_FALSE(checkLayout(layout(16, Major::K, Swizzle::None, 64, 8)));
  EXPECT_FALSE(checkOperand(layout(16, Major::K, Swizzle::None, 64, 16)));
}

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

WgmmaShape wgmma(ElementKind a, ElementKind d, int64_t m, int64_t n,
                 int64_t k) {
  return {a, a, d, m, n, k};
}

std::string textOf(const WgmmaShape &shape) {
  std::optional<Problem> problem = checkWgmma(shape);
  return problem ? std::string(problem->rule) + ": " + problem->text : "none";
}

TEST(MatrixTest, D2_AcceptsWhatWgmmaHas) {
  EXPECT_EQ(textOf(wgmma(ElementKind::F16, ElementKind::F32, 64, 256, 64)),
            "none");
  EXPECT_EQ(textOf(wgmma(ElementKind::F16, ElementKind::F16, 128, 8, 16)),
            "none");
  EXPECT_EQ(textOf(wgmma(ElementKind::BF16, ElementKind::F32, 64, 24, 16)),
            "none");
  EXPECT_EQ(textOf(wgmma(ElementKind::TF32, ElementKind::F32, 64, 248, 8)),
            "none");
  EXPECT_EQ(textOf({ElementKind::E4M3, ElementKind::E5M2, ElementKind::F16, 64,
                    8, 32}),
            "none");
  EXPECT_EQ(
      textOf({ElementKind::S8, ElementKind::U8, ElementKind::S32, 64, 24, 32}),
      "none");
  EXPECT_EQ(textOf(wgmma(ElementKind::S8, ElementKind::S32, 64, 48, 32)),
            "none");
  WgmmaShape transposed =
      wgmma(ElementKind::BF16, ElementKind::F32, 64, 64, 16);
  transposed.majorA = transposed.majorB = Major::MN;
  EXPECT_EQ(textOf(transposed), "none");
}

TEST(MatrixTest, D2_RefusesTypes) {
  EXPECT_EQ(textOf(wgmma(ElementKind::E2M1, ElementKind::F32, 64, 64, 64)),
            "D2: has A of 'e2m1', expected 'f16', 'bf16', 'tf32', 'e4m3', "
            "'e5m2', 's8' or 'u8'");
  EXPECT_EQ(textOf({ElementKind::F16, ElementKind::BF16, ElementKind::F32, 64,
                    64, 16}),
            "D2: has A of 'f16' and B of 'bf16', expected B of 'f16'");
  EXPECT_EQ(textOf(wgmma(ElementKind::BF16, ElementKind::F16, 64, 64, 16)),
            "D2: accumulates 'bf16' in 'f16', expected 'f32'");
  EXPECT_EQ(textOf(wgmma(ElementKind::S8, ElementKind::F32, 64, 64, 32)),
            "D2: accumulates 's8' in 'f32', expected 's32'");
}

TEST(MatrixTest, D2_RefusesSizes) {
  EXPECT_EQ(textOf(wgmma(ElementKind::F16, ElementKind::F32, 32, 64, 16)),
            "D2: has M = 32, expected a positive multiple of 64");
  EXPECT_EQ(textOf(wgmma(ElementKind::F16, ElementKind::F32, 64, 264, 16)),
            "D2: has N = 264, expected a multiple of 8 up to 256");
  EXPECT_EQ(textOf(wgmma(ElementKind::F16, ElementKind::F32, 64, 12, 16)),
            "D2: has N = 12, expected a multiple of 8 up to 256");
  EXPECT_EQ(textOf(wgmma(ElementKind::U8, ElementKind::S32, 64, 40, 32)),
            "D2: has N = 40, expected a multiple of 16 up to 256");
  EXPECT_EQ(textOf(wgmma(ElementKind::TF32, ElementKind::F32, 64, 64, 12)),
            "D2: has K = 12, expected a positive multiple of 8");
}

TEST(MatrixTest, D2_RefusesWhatHasNoRoomInRegisters) {
  EXPECT_EQ(textOf(wgmma(ElementKind::F16, ElementKind::F32, 128, 256, 16)),
            "D2: accumulates in 256 registers of each thread, expected fewer "
            "than the 255 that it has");
  EXPECT_EQ(textOf(wgmma(ElementKind::F16, ElementKind::F16, 128, 256, 16)),
            "none");
  EXPECT_EQ(textOf(wgmma(ElementKind::F16, ElementKind::F32, 128, 248, 16)),
            "none");
}

TEST(MatrixTest, D2_RefusesMNMajorOfOtherTypes) {
  WgmmaShape shape = wgmma(ElementKind::TF32, ElementKind::F32, 64, 64, 8);
  shape.majorB = Major::MN;
  EXPECT_EQ(textOf(shape),
            "D2: B of 'tf32' is MN-major, expected K-major: only "
            "16-bit types may be either");
  shape = wgmma(ElementKind::S8, ElementKind::S32, 64, 64, 32);
  shape.isARegister = true;
  EXPECT_EQ(textOf(shape),
            "D2: has A of 's8' in registers, expected 'f16' or 'bf16'");
}

TEST(MatrixTest, FragmentsCoverTheAccumulator) {
  for (int64_t n : {8, 24, 256})
    for (int64_t m : {64, 128}) {
      std::set<std::pair<int64_t, int64_t>> places;
      for (int64_t thread = 0; thread < 128; ++thread)
        for (int64_t i = 0; i < m * n / 128; ++i) {
          Place place = fragmentPlace(thread, i, n);
          EXPECT_TRUE(place.row < m && place.column < n);
          places.insert({place.row, place.column});
        }
      EXPECT_EQ(places.size(), size_t(m * n));
    }
}

TEST(MatrixTest, FragmentsAreThoseOfThePTXManual) {
  // d0 and d1 of lane 0 are the first two columns, d2 and d3 eight rows below.
  EXPECT_EQ(fragmentPlace(0, 0, 64), (Place{0, 0}));
  EXPECT_EQ(fragmentPlace(0, 1, 64), (Place{0, 1}));
  EXPECT_EQ(fragmentPlace(0, 2, 64), (Place{8, 0}));
  EXPECT_EQ(fragmentPlace(0, 3, 64), (Place{8, 1}));
  EXPECT_EQ(fragmentPlace(0, 4, 64), (Place{0, 8}));
  // Lane 5 is in the second row, second pair of columns; warp 3 begins at 48.
  EXPECT_EQ(fragmentPlace(5, 0, 64), (Place{1, 2}));
  EXPECT_EQ(fragmentPlace(127, 31, 64), (Place{63, 63}));
  EXPECT_EQ(fragmentPlace(96, 0, 64), (Place{48, 0}));
  // The second band of 64 rows.
  EXPECT_EQ(fragmentPlace(0, 32, 64), (Place{64, 0}));
}

} // namespace
