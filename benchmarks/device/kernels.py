"""The kernels that run.py runs: what each computes, how it is launched, its peers.

To add one, add a line to KERNELS; its cubin is that of the example, as scripts/demo names
it, or NAME.cubin. An array goes to the kernel as a tensor map where the cubin has a
parameter of 128 bytes in its place, else as a pointer; after the arrays come the numbers
of the shape as i32, then the pitches.

Sizes may be anything; rows begin at multiples of 16 bytes, as tensor maps want. What lies
between them is NaN in inputs, so that a kernel that reads it is found out, and poison in
outputs, which must stay; but TMA stores whole 16 bytes, so that a row of C may end with up
to 7 zeros more.
"""

import ctypes
import dataclasses
import typing

import gpu

COPY_WORDS, COPY_ROW = 1024, 256  # of 4 bytes: what each member copies a tile, and a row
TILE = (128, 256, 64)  # M, N, K of a CTA's tile
ROW = 16  # bytes: rows of matrices begin at multiples
GUARD = 1024  # elements, at least, behind each matrix; those of outputs must stay poison
# Boxes in elements, the fastest dimension first, one swizzle span wide.
A, B, C = (64, 128), (64, 64), (64, 128)


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A kernel, its data and its peers.

    `arrays(shape, random)` makes the arrays and `outputs` names those that the kernel
    writes (they come poisoned); `operands` is their order as arguments, `boxes` the
    tensor maps' boxes, `pitches` names the arrays whose elements from row to row are
    arguments, too, and `stored` the outputs that TMA stores. `reference(arrays)` gives
    {output: (expected, tolerance)} in float64, or tolerance None where equality is
    expected. `peers(arrays)` gives
    {name: function that enqueues the same work}. `shapes(random, count)` are compared,
    `timed` and `quick` are timed; `work(shape)` is (operations or bytes, unit of 1e12 a
    second). `grid(shape, sms)` is the launch's; `smem` None is all shared memory.
    """

    example: str
    entry: str
    operands: tuple[str, ...]
    outputs: tuple[str, ...]
    arrays: typing.Callable
    reference: typing.Callable
    peers: typing.Callable
    shapes: typing.Callable
    grid: typing.Callable
    work: typing.Callable
    timed: tuple[int, ...]
    quick: tuple[int, ...]
    block: tuple[int, int, int]
    boxes: dict = dataclasses.field(default_factory=dict)
    pitches: tuple[str, ...] = ()
    stored: tuple[str, ...] = ()
    swizzle: int | str = 128
    smem: int | None = None
    cluster: tuple[int, int, int] | None = None

    def args(self, driver, parameters, shape, arrays):
        """The arguments; `parameters` are the sizes of the kernel's parameters."""
        values, sizes = [], iter(parameters)
        for name in self.operands:
            array = arrays[name]
            if next(sizes) == gpu.TensorMap.BYTES:
                values.append(gpu.TensorMap(driver, array, self.boxes[name], self.swizzle))
            else:
                values.append(array)
        pitches = [pitch(arrays[name]) for name in self.pitches]
        return values + [ctypes.c_int32(number) for number in (*shape, *pitches)]


def bits(array):
    """The elements as unsigned numbers, which compare bit by bit; a view."""
    return array.view(f"uint{8 * array.dtype.itemsize}")


def poison(array):
    """Fills with what no kernel writes: all bits set, a NaN that no operation gives, or -1."""
    bits(array).fill(2 ** (8 * array.dtype.itemsize) - 1)


def poisoned(array):
    """Where `poison` is still there."""
    return bits(array) == 2 ** (8 * array.dtype.itemsize) - 1


def pitch(matrix):
    """Elements from one row to the next."""
    return matrix.strides[0] // matrix.dtype.itemsize


def padded(columns, size):
    """Elements from row to row for so many columns of `size` bytes: whole 16 bytes."""
    return -(-columns * size // ROW) * ROW // size


def matrix(shape, dtype, fill):
    """A matrix with padded rows, and the parts of its memory outside of it: up to 16 bytes
    behind each row, the rest behind each, which every other height has, and what is behind
    the last row. `fill(array)` fills all of it."""
    import cupy

    rows, columns = shape
    size = cupy.dtype(dtype).itemsize
    end = padded(columns, size)
    line = end + rows % 2 * ROW // size
    whole = cupy.empty((rows + -(-GUARD // line), line), dtype)
    fill(whole)
    return whole[:rows, :columns], (whole[:rows, columns:end], whole[:rows, end:], whole[rows:])


def output(arrays, name, shape, dtype):
    """Adds a poisoned output and, as `name` + " outside", what lies around it."""
    arrays[name], arrays[f"{name} outside"] = matrix(shape, dtype, poison)


def outside(kernel, arrays):
    """Elements that were written outside of the outputs."""
    count = 0
    for name in kernel.outputs:
        for i, part in enumerate(arrays[f"{name} outside"]):
            kept = poisoned(part)
            if i == 0 and name in kernel.stored:
                kept |= bits(part) == 0
            count += int((~kept).sum())
    return count


def given(values):
    """A matrix of these values with NaN around it."""
    import cupy

    made, _ = matrix(values.shape, values.dtype, lambda whole: whole.fill(cupy.nan))
    made[...] = values
    return made


# Copies.

def copy_arrays(shape, random):
    import cupy

    arrays = {name: cupy.asarray(random.integers(0, 2**31, (shape[0], COPY_WORDS), "int32"))
              for name in "xy"}
    output(arrays, "dst", (shape[0] * 2 * COPY_WORDS // COPY_ROW, COPY_ROW), "int32")
    return arrays


def copy_reference(arrays):
    import cupy

    return {"dst": (cupy.stack([arrays["x"], arrays["y"]], axis=1).reshape(-1, COPY_ROW), None)}


def copy_peers(arrays):
    import cupy

    source, target = cupy.concatenate([arrays["x"], arrays["y"]]), cupy.empty_like(arrays["dst"])
    return {"cudaMemcpyAsync": lambda: target.data.copy_from_device_async(
        source.data, source.nbytes, cupy.cuda.Stream.null)}


def copy_shapes(random, count):
    edges = [1, 2, 3, 4, 5, 7, 8, 9, 131, 132, 133, 1000]
    return [(t,) for t in edges + [random.randrange(1, 2000) for _ in range(count)]][:count]


# Matrix products: C[M,N] = A[M,K] * B[K,N] in f16 with f32 accumulation.

def gemm_arrays(*outputs, residual=False):
    def arrays(shape, random):
        import cupy

        m, n, k = shape
        extents = {"A": (m, k), "B": (k, n), "C": (m, n), "D": (m, k), "R": (m, n)}
        made = {name: given(cupy.asarray(random.standard_normal(extents[name], "float32")
                                         ).astype("float16"))
                for name in ("A", "B") + (("R",) if residual else ())}
        for name in outputs:
            output(made, name, extents[name], "float16")
        return made

    return arrays


def product(arrays):
    """A * B in float64, and how far off a sum in f32 may be.

    No partial sum exceeds the norm of A's row times that of B's column; the tensor
    core truncates once every 16 products, by at most 2^-23 of it; twice that is allowed.
    """
    import cupy

    a, b = arrays["A"].astype("float64"), arrays["B"].astype("float64")
    reach = cupy.sqrt((a * a).sum(1))[:, None] * cupy.sqrt((b * b).sum(0))[None, :]
    return a @ b, -(-a.shape[1] // 16) * 2.0**-22 * reach


def rounding(value):
    """The error of one rounding to f16."""
    return 2.0**-11 * abs(value) + 2.0**-24


def gemm_reference(arrays):
    exact, error = product(arrays)
    return {"C": (exact, error + rounding(exact))}


def residual_reference(arrays):
    """The product may be rounded before the sum, as cuBLAS and an add do."""
    exact, error = product(arrays)
    total = exact + arrays["R"].astype("float64")
    return {"C": (total, error + rounding(exact) + rounding(total))}


def fork_reference(arrays):
    import cupy

    return gemm_reference(arrays) | {"D": (cupy.maximum(arrays["A"], 0), None)}


def gemm_peers(arrays, then=lambda c: None):
    """Every way to cuBLAS that is there; `then(c)` enqueues what follows the product."""
    import cupy
    import numpy
    from cupy_backends.cuda.libs import cublas

    a, b = arrays["A"], arrays["B"]
    c, _ = matrix((a.shape[0], b.shape[1]), "float16", poison)
    one, zero, half = numpy.ones(1, "float32"), numpy.zeros(1, "float32"), 2  # CUDA_R_16F

    def gemm_ex():  # row-major: the transposed product of the transposed
        cublas.gemmEx(cupy.cuda.device.get_cublas_handle(), 0, 0, b.shape[1], a.shape[0],
                      a.shape[1], one.ctypes.data, b.data.ptr, half, pitch(b),
                      a.data.ptr, half, pitch(a), zero.ctypes.data, c.data.ptr, half,
                      pitch(c), cublas.CUBLAS_COMPUTE_32F, cublas.CUBLAS_GEMM_DEFAULT)

    products = {"cupy.matmul": lambda: cupy.matmul(a, b, out=c), "cublasGemmEx": gemm_ex}
    try:
        import torch
    except ImportError:
        print("  torch is not here: cuBLAS by cupy only")
    else:
        ta, tb, tc = (torch.from_dlpack(x) for x in (a, b, c))
        torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False

        def by_torch(library):
            torch.backends.cuda.preferred_blas_library(library)
            torch.mm(ta, tb, out=tc)

        products |= {f"torch.mm {x}": lambda x=x: by_torch(x) for x in ("cublas", "cublaslt")}
    return {name: lambda run=run: (run(), then(c)) for name, run in products.items()}


def residual_peers(arrays):
    import cupy

    return gemm_peers(arrays, lambda c: cupy.add(c, arrays["R"], out=c))


def fork_peers(arrays):
    import cupy

    d = cupy.empty_like(arrays["A"])
    return gemm_peers(arrays, lambda c: cupy.maximum(arrays["A"], 0, out=d))


def gemm_shapes(random, count):
    """One tile, fewer and more K steps than stages, several waves, edges inside of and at
    16 bytes (rows that end with 1 to 7 elements more); random."""
    m, n, k = TILE
    edges = [(m, n, k), (m + 1, n + 1, k + 1), (1, 1, 1), (2 * m, 2 * n, 5 * k),
             (m - 1, n - 1, k - 1), (m, n, 3 * k), (3, 5, 7), (m, n, 4 * k),
             (3 * m - 7, 2 * n + 25, 9 * k + 17), (13 * m, 12 * n, 2 * k), (m, n, 64 * k),
             (m + 1, n + 8, k + 8), (m - 1, n - 8, k - 8), (1, 8, 8)]
    edges += [(m + i, n + i, 4 * k + i) for i in range(2, 8)]
    edges += [tuple(random.randrange(1, 2049) for _ in TILE) for _ in range(count)]
    return edges[:count]


def persistent(shape, sms):
    """One CTA a multiprocessor, or one a tile where there are fewer tiles."""
    return (min(sms, -(-shape[0] // TILE[0]) * -(-shape[1] // TILE[1])), 1, 1)


def pairs(shape, sms):
    """Clusters of two CTAs, which take two tiles, one below the other."""
    tiles = -(-shape[0] // (2 * TILE[0])) * -(-shape[1] // TILE[1])
    return (2 * min(sms // 2, tiles), 1, 1)


GEMM = Kernel(
    example="11-hopper-gemm", entry="gemm", operands=("A", "B", "C"), outputs=("C",),
    arrays=gemm_arrays("C"), reference=gemm_reference, peers=gemm_peers, shapes=gemm_shapes,
    grid=persistent, work=lambda s: (2 * s[0] * s[1] * s[2], "TFLOP/s"),
    timed=(8192, 8192, 8192), quick=(4096, 4096, 4096), block=(384, 1, 1),
    boxes={"A": A, "B": B, "C": C}, stored=("C",))


def gemm(example, **changes):
    return dataclasses.replace(GEMM, example=example, **changes)


KERNELS = {
    "merge_copy": Kernel(
        example="12-hopper-copy", entry="copy", operands=("x", "y", "dst"), outputs=("dst",),
        arrays=copy_arrays, reference=copy_reference, peers=copy_peers, shapes=copy_shapes,
        grid=lambda shape, sms: (min(shape[0], 3 * sms), 1, 1),
        work=lambda s: (2 * s[0] * 2 * COPY_WORDS * 4, "TB/s"), timed=(2**17,),
        quick=(2**15,), block=(192, 1, 1), smem=0,
        boxes={"dst": (COPY_ROW, COPY_WORDS // COPY_ROW)}, swizzle="none"),
    "gemm_plain": gemm("11-hopper-gemm-plain"),
    "gemm_merge": gemm("11-hopper-gemm"),
    "gemm_fused": gemm("11-hopper-gemm-fused"),
    "gemm_cluster": gemm("11-hopper-gemm-cluster", grid=pairs),
    "gemm_threads": gemm("13-hopper-gemm-threads", pitches=("A",)),
    "gemm_residual": gemm(
        "14-hopper-gemm-residual", operands=("A", "B", "R", "C"),
        arrays=gemm_arrays("C", residual=True), reference=residual_reference,
        peers=residual_peers, boxes={"A": A, "B": B, "R": C, "C": C}),
    "fork_gemm_relu": gemm(
        "15-hopper-fork-relu", operands=("A", "B", "C", "D"), outputs=("C", "D"),
        arrays=gemm_arrays("C", "D"), reference=fork_reference, peers=fork_peers,
        boxes={"A": A, "B": B, "C": C, "D": A}, pitches=("D",)),
}
