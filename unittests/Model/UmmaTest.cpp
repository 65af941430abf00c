//===- UmmaTest.cpp - Shapes and descriptors of tcgen05.mma ---------------===//
//
// The literal numbers are worked out by hand from the tables of the PTX ISA.
//
//===----------------------------------------------------------------------===//

#include "pipegroup/Model/Umma.h"

#include <gtest/gtest.h>

using namespace pipegroup::model;

namespace {

using E = ElementKind;

UmmaShape shape(E a, E b, E d, int64_t m, int64_t n, int64_t k,
                int64_t ctaGroup = 1) {
  return {a, b, d, m, n, k, ctaGroup};
}

UmmaShape scaled(E a, E b, ScaleType type, int64_t block, int64_t n = 128,
                 int64_t k = 128) {
  UmmaShape result = shape(a, b, E::F32, 128, n, k);
  result.scales = Scales{type, block};
  return result;
}

std::string textOf(const UmmaShape &s) {
  std::optional<Problem> problem = checkUmma(s);
  return problem ? std::string(problem->rule) + ": " + problem->text : "none";
}

TEST(UmmaTest, KindsOfTypes) {
  EXPECT_EQ(kindOf(shape(E::F16, E::F16, E::F32, 128, 128, 16)), MmaKind::F16);
  EXPECT_EQ(kindOf(shape(E::BF16, E::BF16, E::F32, 128, 128, 16)),
            MmaKind::F16);
  EXPECT_EQ(kindOf(shape(E::TF32, E::TF32, E::F32, 128, 128, 8)),
            MmaKind::TF32);
  EXPECT_EQ(kindOf(shape(E::S8, E::U8, E::S32, 128, 128, 32)), MmaKind::I8);
  EXPECT_EQ(kindOf(shape(E::E4M3, E::E2M1, E::F32, 128, 128, 32)),
            MmaKind::F8F6F4);
  EXPECT_EQ(kindOf(scaled(E::E4M3, E::E2M1, ScaleType::UE8M0, 32)),
            MmaKind::MXF8F6F4);
  EXPECT_EQ(kindOf(scaled(E::E2M1, E::E2M1, ScaleType::UE8M0, 32)),
            MmaKind::MXF4);
  EXPECT_EQ(kindOf(scaled(E::E2M1, E::E2M1, ScaleType::UE8M0, 16)),
            MmaKind::MXF4NVF4);
  EXPECT_EQ(kindOf(scaled(E::E2M1, E::E2M1, ScaleType::UE4M3, 16)),
            MmaKind::MXF4NVF4);
  EXPECT_EQ(kindOf(shape(E::F16, E::BF16, E::F32, 128, 128, 16)), std::nullopt);
  EXPECT_EQ(kindOf(scaled(E::E2M1, E::E2M1, ScaleType::UE4M3, 32)),
            std::nullopt);
  EXPECT_EQ(kindOf(scaled(E::F16, E::F16, ScaleType::UE8M0, 32)), std::nullopt);
}

TEST(UmmaTest, NarrowTypesArePaddedUnlessAllArePacked) {
  EXPECT_EQ(sharedBitsOf(MmaKind::F8F6F4, E::E2M1), 8);
  EXPECT_EQ(sharedBitsOf(MmaKind::MXF8F6F4, E::E3M2), 8);
  EXPECT_EQ(sharedBitsOf(MmaKind::MXF4, E::E2M1), 4);
  EXPECT_EQ(sharedBitsOf(MmaKind::MXF4NVF4, E::E2M1), 4);
  EXPECT_EQ(sharedBitsOf(MmaKind::F16, E::F16), 16);
  EXPECT_EQ(sharedBitsOf(MmaKind::TF32, E::TF32), 32);
}

TEST(UmmaTest, InstructionDescriptors) {
  // D at bit 4 (f32 = 1), N / 8 at 17, M / 16 at 24: 16 / 8 = 2, 128 / 16 = 8.
  EXPECT_EQ(instructionDescriptor(shape(E::F16, E::F16, E::F32, 128, 16, 16)),
            0x08040010u);
  // bf16 is 1 at bits 7 and 10; 256 / 8 = 32.
  EXPECT_EQ(
      instructionDescriptor(shape(E::BF16, E::BF16, E::F32, 128, 256, 16)),
      0x08400490u);
  // f16 sums are 0.
  EXPECT_EQ(instructionDescriptor(shape(E::F16, E::F16, E::F16, 64, 8, 16)),
            0x04020000u);
  // tf32 is 2.
  EXPECT_EQ(instructionDescriptor(shape(E::TF32, E::TF32, E::F32, 128, 16, 8)),
            0x08040910u);
  // A pair: 256 / 16 = 16.
  EXPECT_EQ(
      instructionDescriptor(shape(E::F16, E::F16, E::F32, 256, 256, 16, 2)),
      0x10400010u);
  // s8 is 1, u8 is 0, s32 sums are 2.
  EXPECT_EQ(instructionDescriptor(shape(E::S8, E::U8, E::S32, 128, 16, 32)),
            0x080400A0u);
  // e3m2 is 4 for A, e2m1 is 5 for B.
  EXPECT_EQ(instructionDescriptor(shape(E::E3M2, E::E2M1, E::F32, 128, 16, 32)),
            0x08041610u);
  // MN-major: bits 15 and 16.
  UmmaShape transposed = shape(E::F16, E::F16, E::F32, 128, 16, 16);
  transposed.majorA = Major::MN;
  EXPECT_EQ(instructionDescriptor(transposed), 0x08048010u);
  transposed.majorB = Major::MN;
  EXPECT_EQ(instructionDescriptor(transposed), 0x08058010u);
}

TEST(UmmaTest, ScaledInstructionDescriptors) {
  // ue8m0 is 1 at bit 23, M / 128 at 27; the byte of a step at 4 and 29.
  UmmaShape f8 = scaled(E::E4M3, E::E5M2, ScaleType::UE8M0, 32, 128, 256);
  EXPECT_EQ(instructionDescriptor(f8, 0), 0x08A00400u);
  EXPECT_EQ(instructionDescriptor(f8, 1), 0x28A00410u);
  EXPECT_EQ(instructionDescriptor(f8, 3), 0x68A00430u);
  EXPECT_EQ(instructionDescriptor(f8, 4), 0x08A00400u);
  // Two bytes for each step of 64; e2m1 is 1 here.
  UmmaShape f4 = scaled(E::E2M1, E::E2M1, ScaleType::UE8M0, 32, 128, 256);
  EXPECT_EQ(instructionDescriptor(f4, 0), 0x08A00480u);
  EXPECT_EQ(instructionDescriptor(f4, 1), 0x48A004A0u);
  EXPECT_EQ(instructionDescriptor(f4, 2), 0x08A00480u);
  // All four bytes; ue4m3 is 0.
  UmmaShape nvf4 = scaled(E::E2M1, E::E2M1, ScaleType::UE4M3, 16, 128, 256);
  EXPECT_EQ(instructionDescriptor(nvf4, 0), 0x08200480u);
  EXPECT_EQ(instructionDescriptor(nvf4, 3), 0x08200480u);
}

TEST(UmmaTest, ScalesLieInFourColumnsFor128Rows) {
  UmmaShape f8 = scaled(E::E4M3, E::E4M3, ScaleType::UE8M0, 32, 256, 512);
  EXPECT_EQ(scaleColumn(f8, 128, 3), 0);
  EXPECT_EQ(scaleColumn(f8, 128, 4), 4);
  EXPECT_EQ(scaleColumn(f8, 256, 4), 8);
  EXPECT_EQ(scaleColumn(f8, 192, 9), 16);
  UmmaShape f4 = scaled(E::E2M1, E::E2M1, ScaleType::UE8M0, 32, 128, 512);
  EXPECT_EQ(scaleColumn(f4, 128, 1), 0);
  EXPECT_EQ(scaleColumn(f4, 128, 2), 4);
  UmmaShape nvf4 = scaled(E::E2M1, E::E2M1, ScaleType::UE4M3, 16, 128, 512);
  EXPECT_EQ(scaleColumn(nvf4, 128, 1), 4);
}

TEST(UmmaTest, D4_AcceptsWhatTcgen05Has) {
  EXPECT_EQ(textOf(shape(E::F16, E::F16, E::F16, 64, 8, 16)), "none");
  EXPECT_EQ(textOf(shape(E::F16, E::F16, E::F32, 128, 256, 64)), "none");
  EXPECT_EQ(textOf(shape(E::BF16, E::BF16, E::F32, 256, 16, 16, 2)), "none");
  EXPECT_EQ(textOf(shape(E::F16, E::F16, E::F32, 128, 256, 16, 2)), "none");
  EXPECT_EQ(textOf(shape(E::S8, E::S8, E::S32, 64, 24, 32)), "none");
  EXPECT_EQ(textOf(shape(E::S8, E::S8, E::S32, 256, 32, 32, 2)), "none");
  EXPECT_EQ(textOf(shape(E::E5M2, E::E3M2, E::F16, 128, 16, 32)), "none");
  EXPECT_EQ(textOf(scaled(E::E4M3, E::E4M3, ScaleType::UE8M0, 32, 8, 32)),
            "none");
  EXPECT_EQ(textOf(scaled(E::E2M1, E::E2M1, ScaleType::UE4M3, 16, 256, 64)),
            "none");
  UmmaShape transposed = shape(E::E4M3, E::E4M3, E::F32, 128, 128, 32);
  transposed.majorA = transposed.majorB = Major::MN;
  EXPECT_EQ(textOf(transposed), "none");
}

TEST(UmmaTest, D4_RefusesTypes) {
  EXPECT_EQ(textOf(shape(E::F16, E::E4M3, E::F32, 128, 128, 32)),
            "D4: multiplies 'f16' by 'e4m3', expected both 'f16', 'bf16' or "
            "'tf32', 8-bit integers, or floats of at most 8 bits");
  EXPECT_EQ(textOf(shape(E::BF16, E::BF16, E::F16, 128, 128, 16)),
            "D4: accumulates in 'f16', expected 'f32'");
  EXPECT_EQ(textOf(shape(E::F16, E::F16, E::S32, 128, 128, 16)),
            "D4: accumulates in 's32', expected 'f32' or 'f16'");
  EXPECT_EQ(textOf(shape(E::S8, E::S8, E::F32, 128, 128, 32)),
            "D4: accumulates in 'f32', expected 's32'");
  EXPECT_EQ(textOf(scaled(E::E4M3, E::E4M3, ScaleType::UE8M0, 16)),
            "D4: multiplies 'e4m3' by 'e4m3' with a scale of 'ue8m0' for 16 "
            "elements, expected types of at most 8 bits with 'ue8m0' for 32, "
            "or 'e2m1' with 'ue8m0' or 'ue4m3' for 16");
}

TEST(UmmaTest, D4_RefusesSizes) {
  EXPECT_EQ(textOf(shape(E::F16, E::F16, E::F32, 32, 128, 16)),
            "D4: has M = 32 in cta_group(1), expected 64 or 128");
  EXPECT_EQ(textOf(shape(E::F16, E::F16, E::F32, 64, 128, 16, 2)),
            "D4: has M = 64 in cta_group(2), expected 128 or 256");
  EXPECT_EQ(textOf(shape(E::F16, E::F16, E::F32, 128, 128, 16, 4)),
            "D4: has cta_group(4), expected 1 or 2");
  UmmaShape small = scaled(E::E4M3, E::E4M3, ScaleType::UE8M0, 32);
  small.m = 64;
  EXPECT_EQ(textOf(small), "D4: has M = 64 in cta_group(1), expected 128");
  UmmaShape pair = scaled(E::E4M3, E::E4M3, ScaleType::UE8M0, 32);
  pair.ctaGroup = 2;
  EXPECT_EQ(textOf(pair), "D4: has M = 128 in cta_group(2), expected 256");
  pair.m = 256;
  EXPECT_EQ(textOf(pair), "none");
  EXPECT_EQ(textOf(shape(E::F16, E::F16, E::F32, 128, 8, 16)),
            "D4: has N = 8 beside M = 128, expected a multiple of 16 up to "
            "256");
  EXPECT_EQ(textOf(shape(E::F16, E::F16, E::F32, 64, 264, 16)),
            "D4: has N = 264 beside M = 64, expected a multiple of 8 up to "
            "256");
  EXPECT_EQ(textOf(shape(E::S8, E::S8, E::S32, 64, 40, 32)),
            "D4: has N = 40 beside M = 64, expected a multiple of 16 up to "
            "256");
  EXPECT_EQ(textOf(shape(E::S8, E::S8, E::S32, 128, 48, 32, 2)),
            "D4: has N = 48 beside M = 128, expected a multiple of 32 up to "
            "256");
  EXPECT_EQ(textOf(shape(E::F16, E::F16, E::F32, 128, 128, 24)),
            "D4: has K = 24, expected a positive multiple of 16");
  EXPECT_EQ(textOf(scaled(E::E2M1, E::E2M1, ScaleType::UE8M0, 32, 128, 32)),
            "D4: has K = 32, expected a positive multiple of 64");
}

TEST(UmmaTest, D4_RefusesMNMajorOfOtherTypes) {
  UmmaShape wide = shape(E::TF32, E::TF32, E::F32, 128, 128, 8);
  wide.majorB = Major::MN;
  EXPECT_EQ(textOf(wide), "D4: B of 'tf32' is MN-major, expected K-major: only "
                          "8-bit and 16-bit types may be either");
  UmmaShape narrow = shape(E::E2M1, E::E2M1, E::F32, 128, 128, 32);
  narrow.majorA = Major::MN;
  EXPECT_EQ(textOf(narrow),
            "D4: A of 'e2m1' is MN-major, expected K-major: only 8-bit and "
            "16-bit types may be either");
}

TEST(UmmaTest, D5_AcceptsPowersOfTwo) {
  for (int64_t columns : {32, 64, 128, 256, 512})
    EXPECT_FALSE(checkTensorColumns(columns));
}

TEST(UmmaTest, D5_RefusesOtherColumns) {
  for (int64_t columns : {-32, 0, 16, 33, 96, 1024}) {
    std::optional<Problem> problem = checkTensorColumns(columns);
    ASSERT_TRUE(problem);
    EXPECT_EQ(problem->rule, "D5");
    EXPECT_EQ(problem->text, "has " + std::to_string(columns) +
                                 " columns, expected 32, 64, 128, 256 or 512");
  }
}

} // namespace
