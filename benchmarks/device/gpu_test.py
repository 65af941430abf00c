#!/usr/bin/env python3
"""Tests of gpu.py, kernels.py and run.py that need neither a GPU nor cupy.

Needs numpy, which stands in for cupy in the tests of matrices.
"""

import contextlib
import ctypes
import pathlib
import random
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock

import numpy

import gpu
import kernels
import run

HERE = pathlib.Path(__file__).resolve().parent


def array(shape, dtype="float16", size=2, address=0x7F0000000000, pitch=None):
    """What gpu.py asks of a cupy array; `pitch` is the bytes of a row."""
    strides = [size]
    for i, extent in enumerate(reversed(shape[1:])):
        strides.insert(0, pitch if pitch and i == 0 else strides[0] * extent)
    return types.SimpleNamespace(
        shape=shape, strides=tuple(strides), data=types.SimpleNamespace(ptr=address),
        dtype=types.SimpleNamespace(name=dtype, itemsize=size))


class Library:
    """A `libcuda` that records its calls; a kernel has the parameters map, pointer, i32."""

    PARAMETERS, STATIC, OPT_IN = [128, 8, 4], 1024, 232448

    def __init__(self, query=0):
        self.calls, self.query = {}, query

    def __getattr__(self, name):
        def call(*args):
            self.calls[name] = args
            return 0
        return call

    def cuGetErrorName(self, status, name):
        name._obj.value = {700: b"CUDA_ERROR_ILLEGAL_ADDRESS"}.get(status)

    def cuEventQuery(self, event):
        return self.query

    def cuDeviceGetAttribute(self, value, attribute, device):
        value._obj.value = {gpu.SHARED_OPT_IN: self.OPT_IN}[attribute.value]

    def cuFuncGetAttribute(self, value, attribute, function):
        value._obj.value = self.STATIC if attribute.value == gpu.STATIC_SHARED else 0

    def cuFuncGetParamInfo(self, function, index, offset, size):
        if index.value >= len(self.PARAMETERS):
            return 1
        size._obj.value = self.PARAMETERS[index.value]
        return 0

    def cuLaunchKernelEx(self, config, function, parameters, extra):
        self.config = config._obj
        self.number = ctypes.c_int32.from_address(parameters[2]).value
        self.pointer = ctypes.c_uint64.from_address(parameters[1]).value
        self.map = parameters[0]


class TensorMaps(unittest.TestCase):
    def test_matrix_is_encoded_fastest_dimension_first(self):
        library = Library()
        matrix = array((300, 136), pitch=512)
        made = gpu.TensorMap(gpu.Driver(library), matrix, (64, 128), 128)
        args = library.calls["cuTensorMapEncodeTiled"]
        scalars = [args[i].value for i in (0, 1, 2, 3, 8, 9, 10, 11)]
        self.assertEqual(scalars, [made.address, 6, 2, matrix.data.ptr, 0, 3, 3, 0])
        self.assertEqual([list(a) for a in args[4:8]], [[136, 300], [512], [64, 128], [1, 1]])
        self.assertEqual(made.address % 64, 0)

    def test_padded_rows_are_strides_and_no_extents(self):
        for shape, pitch in [((1, 1), 16), ((129, 65), 144), ((5, 8), 16), ((3, 257), 528)]:
            library = Library()
            self.assertEqual(2 * kernels.padded(shape[1], 2), pitch)
            gpu.TensorMap(gpu.Driver(library), array(shape, pitch=pitch), (64, 128), 128)
            args = library.calls["cuTensorMapEncodeTiled"]
            self.assertEqual([list(a) for a in args[4:6]], [[*reversed(shape)], [pitch]])

    def test_boxes_of_the_table_suit_every_shape(self):
        for name, kernel in kernels.KERNELS.items():
            if name == "merge_copy":  # its rows are always whole
                continue
            for shape in kernel.shapes(random.Random(1), 200):
                m, n, k = shape
                of = {"A": (m, k), "B": (k, n), "C": (m, n), "D": (m, k), "R": (m, n)}
                for operand, box in kernel.boxes.items():
                    pitch = 2 * kernels.padded(of[operand][1], 2)
                    with self.subTest(kernel=name, operand=operand, shape=shape):
                        gpu.check_tensor_map(array(of[operand], pitch=pitch), box,
                                             kernel.swizzle)
                        self.assertEqual(box[0] * 2, kernel.swizzle)
            self.assertEqual(set(kernel.boxes), set(kernel.operands) if kernel.boxes else set())

    def test_errors_say_what_was_found_and_expected(self):
        good = array((64, 64))
        for args, text in [
            ((array((64, 60)), (64, 64)), "stride 1 is 120 bytes, expected a multiple of 16"),
            ((good, (64, 257)), "dimension 1 of the box is 257, expected 1 to 256"),
            ((good, (64, 0)), "dimension 1 of the box is 0, expected 1 to 256"),
            ((good, (64,)), "rank of the box is 1, expected 2, the array's"),
            ((good, (12, 64)), "inner extent of the box is 24 bytes, expected a multiple of 16"),
            ((good, (64, 64), 64), "box is 128 bytes, expected at most the swizzle's 64"),
            ((good, (64, 64), 96), "swizzle is 96, expected one of none, 32, 64, 128"),
            ((good, (64, 64), 128, 512), "L2 promotion is 512, expected one of none, 64"),
            ((array((4, 64), "int32", 4), (32, 4), 128, 256, "nan"), "is int32, expected a float"),
            ((array((64, 64), address=0x1008), (64, 64)), "is 0x1008, expected a multiple of 16"),
            ((array((0, 64)), (64, 64)), "dimension 1 is 0, expected 1 to 2^32"),
            ((array((1,) * 6), (1,) * 6), "rank is 6, expected 1 to 5"),
            ((array((64, 64), "complex64", 8), (2, 2)), "element type is complex64, expected one"),
        ]:
            with self.subTest(text), self.assertRaises(gpu.GpuError) as caught:
                gpu.check_tensor_map(*args)
            self.assertIn(text, str(caught.exception))
        gpu.check_tensor_map(good, (64, 256), 128, "none", "nan")
        gpu.check_tensor_map(good, (32, 1), 64)


class Shapes(unittest.TestCase):
    def test_any_size_is_among_few_shapes(self):
        for count in (4, 5, 10, 30):
            shapes = kernels.gemm_shapes(random.Random(count), count)
            self.assertEqual(len(shapes), count)
            self.assertIn(kernels.TILE, shapes)
            for axis in range(3):
                self.assertTrue(any(shape[axis] % 2 for shape in shapes), (count, axis))
        for axis in (1, 2):  # rows end with every number of elements
            self.assertEqual({shape[axis] % 8 for shape in shapes}, set(range(8)))

    def test_pitches_follow_the_shape(self):
        operands = {"A": array((3, 7), pitch=16), "B": array((7, 5), pitch=16),
                    "C": array((3, 5), pitch=16), "D": array((3, 7), pitch=32)}
        for name, sizes, numbers in [("gemm_merge", [128] * 3, [3, 5, 7]),
                                     ("gemm_threads", [8, 128, 128], [3, 5, 7, 8]),
                                     ("fork_gemm_relu", [128] * 3 + [8], [3, 5, 7, 16])]:
            args = kernels.KERNELS[name].args(gpu.Driver(Library()), sizes, (3, 5, 7), operands)
            found = [arg.value for arg in args[len(sizes):]]
            self.assertEqual(found, numbers, name)


class Matrices(unittest.TestCase):
    SHAPES = (1, 1, 1), (3, 5, 7), (5, 8, 16), (129, 257, 65)

    def setUp(self):
        modules = unittest.mock.patch.dict(sys.modules, cupy=numpy)
        modules.start()
        self.addCleanup(modules.stop)

    def case(self, name, shape):
        """A case whose outputs are what they should be, as if it had been launched."""
        case = run.Case.__new__(run.Case)
        case.kernel, case.shape, case.seed = kernels.KERNELS[name], shape, 1
        case.arrays = case.kernel.arrays(shape, numpy.random.default_rng(1))
        for output, (expected, _) in case.kernel.reference(case.arrays).items():
            self.assertTrue(kernels.poisoned(case.arrays[output]).all())
            case.arrays[output][...] = expected
        return case

    def test_rows_are_padded_and_what_is_around_them_is_not_zero(self):
        for m, n, k in self.SHAPES:
            made = kernels.KERNELS["fork_gemm_relu"].arrays((m, n, k),
                                                            numpy.random.default_rng(1))
            for name, extents in {"A": (m, k), "B": (k, n), "C": (m, n), "D": (m, k)}.items():
                self.assertEqual(made[name].shape, extents)
                line = -(-extents[1] // 8) + extents[0] % 2
                self.assertEqual(made[name].strides, (16 * line, 2))
                self.assertEqual(bool(numpy.isnan(made[name]).any()), name in "CD")
            for name, line in (("A", kernels.pitch(made["A"])), ("B", kernels.pitch(made["B"]))):
                whole = made[name].base
                self.assertGreaterEqual(whole.size, made[name].shape[0] * line + kernels.GUARD)
                self.assertEqual(int(numpy.isnan(whole).sum()), whole.size - made[name].size)

    def test_right_outputs_are_right(self):
        for name in ("gemm_merge", "gemm_residual", "fork_gemm_relu"):
            for shape in self.SHAPES:
                row = self.case(name, shape).compare()
                self.assertTrue(row["right"], (name, row))
        self.assertTrue(self.case("merge_copy", (3,)).compare()["right"])

    def test_what_is_written_around_an_output_counts(self):
        for name, output in [("gemm_merge", "C"), ("fork_gemm_relu", "D")]:
            for value in (0, numpy.nan):  # this NaN is that of the inputs
                case = self.case(name, (3, 5, 7))
                for part in case.arrays[f"{output} outside"]:
                    part[0, 0] = value
                row = case.compare()
                # TMA stores zeros there.
                count = 2 if output == "C" and value == 0 else 3
                self.assertEqual((row["outside"], row["wrong"], row["right"]), (count, 0, False))
        case = self.case("merge_copy", (3,))
        case.arrays["dst outside"][2][0, 0] = 0
        self.assertEqual(case.compare()["outside"], 1)

    def test_wrong_and_missing_elements_count(self):
        case = self.case("gemm_merge", (3, 5, 7))
        case.arrays["C"][0, 0] += 1
        kernels.poison(case.arrays["C"][2:, 4:])
        row = case.compare()
        self.assertEqual((row["wrong"], row["right"]), (2, False))

    def test_one_small_element_is_right_as_f16_has_it(self):
        case = self.case("gemm_merge", (1, 1, 1))
        case.arrays["A"][...], case.arrays["B"][...] = 2.0**-10, 2.0**-15 * 1.0009765625
        case.arrays["C"][...] = 2.0**-24  # for 2^-25 and a little more
        self.assertTrue(case.compare()["right"])
        case.arrays["A"][...] = case.arrays["C"][...] = 0
        self.assertTrue(case.compare()["right"])

    def test_launches_that_differ(self):
        case = self.case("fork_gemm_relu", (3, 5, 7))
        case.compare()
        self.assertEqual(case.differences(), 0)
        case.arrays["D"][0, 6] = -0.0 if case.arrays["D"][0, 6] == 0 else 0
        self.assertEqual(case.differences(), 1)
        case.poison()
        self.assertEqual(case.differences(), 3 * (5 + 7))
        self.assertEqual(case.outside(), 0)

    def test_cublas_gets_the_pitches(self):
        class Array(numpy.ndarray):
            data = property(lambda self: types.SimpleNamespace(ptr=self.ctypes.data))

        cupy = types.SimpleNamespace(
            nan=numpy.nan, dtype=numpy.dtype, asarray=numpy.asarray, cuda=unittest.mock.Mock(),
            empty=lambda shape, dtype: numpy.empty(shape, dtype).view(Array))
        cublas = unittest.mock.Mock()
        modules = {"cupy": cupy, "torch": None, "cupy_backends.cuda.libs":
                   types.SimpleNamespace(cublas=cublas)}
        with unittest.mock.patch.dict(sys.modules, modules), contextlib.redirect_stdout(None):
            kernel = kernels.KERNELS["gemm_merge"]
            arrays = kernel.arrays((3, 5, 17), numpy.random.default_rng(1))
            kernel.peers(arrays)["cublasGemmEx"]()
        args = cublas.gemmEx.call_args.args
        self.assertEqual(args[3:6], (5, 3, 17))  # the transposed product
        self.assertEqual(args[7:13], (arrays["B"].data.ptr, 2, 16, arrays["A"].data.ptr, 2, 32))
        self.assertEqual(args[15:17], (2, 16))

    def test_no_guard_under_the_sanitizer(self):
        with unittest.mock.patch.object(kernels, "GUARD", 0):
            made, around = kernels.matrix((3, 5), "float16", kernels.poison)
        self.assertEqual(made.base.size, 3 * 16)
        self.assertEqual([part.shape for part in around], [(3, 3), (3, 8), (0, 16)])


class Launches(unittest.TestCase):
    def setUp(self):
        self.library = Library()
        self.driver = gpu.Driver(self.library)
        with tempfile.NamedTemporaryFile() as image:
            self.function = gpu.Function(self.driver, pathlib.Path(image.name), "gemm")
        self.c = array((64, 64))
        self.map = gpu.TensorMap(self.driver, self.c, (64, 64), 128)

    def test_structures_are_as_large_as_the_driver_has_them(self):
        sizes = [ctypes.sizeof(t) for t in (gpu.LaunchConfig, gpu.LaunchAttribute)]
        self.assertEqual(sizes, [56, 72])

    def test_arguments_and_all_shared_memory(self):
        args = [self.map, self.c, ctypes.c_int32(-7)]
        self.function.launcher((5, 1, 1), (384, 1, 1), args, None)()
        config = self.library.config
        self.assertEqual((config.grid.x, config.block.x, config.count), (5, 384, 0))
        self.assertEqual(config.shared, Library.OPT_IN - Library.STATIC)
        self.assertEqual((self.library.map, self.library.pointer, self.library.number),
                         (self.map.address, self.c.data.ptr, -7))

    def test_cluster_is_an_attribute(self):
        args = [self.map, self.c, ctypes.c_int32(1)]
        self.function.launcher((4, 1, 1), (32, 1, 1), args, cluster=(2, 1, 1))()
        config = self.library.config
        found = config.attributes[0]
        self.assertEqual((config.count, found.id), (1, 4))
        self.assertEqual((found.cluster.x, found.cluster.y, found.cluster.z), (2, 1, 1))

    def test_arguments_that_do_not_fit(self):
        with self.assertRaisesRegex(gpu.GpuError, r"\[8, 8, 4\] bytes, expected \[128, 8, 4\]"):
            self.function.launcher((1, 1, 1), (1, 1, 1), [self.c, self.c, ctypes.c_int32(1)])

    def test_waits_end(self):
        self.driver.finish(1, 0, "done")
        for query, error, text in [(gpu.NOT_READY, gpu.Hang, "gemm: no end after 0.01 s"),
                                   (700, gpu.GpuError, "gemm: CUDA_ERROR_ILLEGAL_ADDRESS .700")]:
            with self.subTest(query), self.assertRaisesRegex(error, text):
                gpu.Driver(Library(query)).finish(1, 0.01, "gemm")


class Runs(unittest.TestCase):
    def test_missing_cubin_is_not_run_and_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, HERE / "run.py", folder], text=True,
                                  capture_output=True)
        self.assertEqual(done.returncode, 1, done.stderr)
        for name in kernels.KERNELS:
            self.assertIn(f"{name}: not run, no file {folder}/{name}.cubin", done.stdout)

    def test_ratio_is_of_times_round_by_round(self):
        times = {"ours": [1, 2, 30], "peer": [2, 4, 20]}
        self.assertEqual(gpu.ratios(times, "ours", "peer")[0], 0.5)


if __name__ == "__main__":
    unittest.main()
