#!/usr/bin/env python3
"""Tests of gpu.py, kernels.py and run.py that need neither a GPU nor cupy."""

import ctypes
import pathlib
import random
import subprocess
import sys
import tempfile
import types
import unittest

import gpu
import kernels

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

    def test_boxes_of_the_table_suit_every_shape(self):
        for name, kernel in kernels.KERNELS.items():
            if name == "merge_copy":  # its rows are always whole
                continue
            for shape in kernel.shapes(random.Random(1), 200):
                m, n, k = shape
                of = {"A": (m, k), "B": (k, n), "C": (m, n), "D": (m, k), "R": (m, n)}
                for operand, box in kernel.boxes.items():
                    with self.subTest(kernel=name, operand=operand, shape=shape):
                        gpu.check_tensor_map(array(of[operand]), box, kernel.swizzle)
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
