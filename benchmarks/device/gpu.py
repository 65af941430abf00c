"""Kernels on a GPU through the CUDA driver: modules, tensor maps, launches and times.

Arrays are cupy's; everything that cupy does not offer goes to `libcuda` by ctypes (for
CUDA 12.4 or later). Kernels run in cupy's context, on the legacy default stream. Errors
are `GpuError`, with the driver's name for them. A launch that does not end raises `Hang`;
its process must then leave by `os._exit`, since whatever tidies up would wait for the GPU.
"""

import ctypes
import statistics
import time

# Of CUfunction_attribute and CUdevice_attribute.
STATIC_SHARED, LOCAL, REGISTERS, DYNAMIC_SHARED, CLUSTER_WIDTH = 1, 3, 4, 8, 11
NON_PORTABLE_CLUSTER = 14
MULTIPROCESSORS, L2_BYTES, SHARED_OPT_IN = 16, 38, 97
NOT_READY = 600
# Of CUtensorMapDataType, CUtensorMapSwizzle and CUtensorMapL2promotion.
DATA_TYPES = {"uint8": 0, "uint16": 1, "uint32": 2, "int32": 3, "uint64": 4, "int64": 5,
              "float16": 6, "float32": 7, "float64": 8, "bfloat16": 9}
SWIZZLES = {"none": 0, 32: 1, 64: 2, 128: 3}
L2_PROMOTIONS = {"none": 0, 64: 1, 128: 2, 256: 3}
FILLS = {"none": 0, "nan": 1}


class GpuError(RuntimeError):
    """The driver, or a check before it, refused something."""


class Hang(GpuError):
    """The GPU did not finish in time."""


class Dim3(ctypes.Structure):
    _fields_ = [(axis, ctypes.c_uint) for axis in "xyz"]


class LaunchAttribute(ctypes.Structure):
    """CUlaunchAttribute, of which only the cluster dimension is used."""

    CLUSTER_DIMENSION = 4
    _fields_ = [("id", ctypes.c_int), ("pad", ctypes.c_char * 4),
                ("cluster", Dim3), ("rest", ctypes.c_char * 52)]


class LaunchConfig(ctypes.Structure):
    """CUlaunchConfig."""

    _fields_ = [("grid", Dim3), ("block", Dim3), ("shared", ctypes.c_uint),
                ("stream", ctypes.c_void_p),
                ("attributes", ctypes.POINTER(LaunchAttribute)), ("count", ctypes.c_uint)]


class Driver:
    """`libcuda`. Calling it calls a function by name and raises GpuError on failure.

    `library` is for tests: an object with the functions used here.
    """

    def __init__(self, library=None):
        try:
            self.library = library or ctypes.CDLL("libcuda.so.1")
        except OSError as error:
            raise GpuError(f"no NVIDIA driver here: {error}") from None

    def __call__(self, name, *args):
        status = getattr(self.library, name)(*args)
        if status:
            raise GpuError(f"{name}: {self.error(status)}")

    def error(self, status):
        """E.g. 'CUDA_ERROR_INVALID_VALUE (1): invalid argument'."""
        name, text = ctypes.c_char_p(), ctypes.c_char_p()
        self.library.cuGetErrorName(status, ctypes.byref(name))
        self.library.cuGetErrorString(status, ctypes.byref(text))
        return f"{(name.value or b'unknown error').decode()} ({status}): " + (
            text.value or b"no description").decode()

    def device(self, attribute):
        """An attribute of the current context's device."""
        device, value = ctypes.c_int(), ctypes.c_int()
        self("cuCtxGetDevice", ctypes.byref(device))
        self("cuDeviceGetAttribute", ctypes.byref(value), ctypes.c_int(attribute), device)
        return value.value

    def finish(self, event, seconds, what):
        """Waits for a recorded event; raises Hang after `seconds`."""
        deadline = time.monotonic() + seconds
        while True:
            status = self.library.cuEventQuery(ctypes.c_void_p(event))
            if status == 0:
                return
            if status != NOT_READY:
                raise GpuError(f"{what}: {self.error(status)}")
            if time.monotonic() > deadline:
                raise Hang(f"{what}: no end after {seconds} s")
            time.sleep(0.0001)

    def synchronize(self, seconds, what):
        """Waits for all work on the default stream; raises Hang after `seconds`."""
        import cupy

        event = cupy.cuda.Event(disable_timing=True)
        event.record(cupy.cuda.Stream.null)
        self.finish(event.ptr, seconds, what)


class TensorMap:
    """A CUtensorMap, which a kernel takes by value (a `__grid_constant__` of 128 bytes).

    `array` is row-major with any extents, and outer strides in multiples of 16 bytes: its
    rows may be padded; the padding is outside of the map. `box` counts elements, the fastest
    dimension first. `swizzle` is "none", 32, 64 or 128 bytes, `l2` is "none", 64, 128
    or 256 bytes, `fill` says what loads out of bounds give: "none" (zeros) or "nan".
    Element strides are 1. The array is kept alive.
    """

    BYTES, ALIGNMENT = 128, 64

    def __init__(self, driver, array, box, swizzle="none", l2=256, fill="none"):
        check_tensor_map(array, box, swizzle, l2, fill)
        self.array = array
        self.storage = ctypes.create_string_buffer(self.BYTES + self.ALIGNMENT)
        self.address = -(-ctypes.addressof(self.storage) // self.ALIGNMENT) * self.ALIGNMENT
        rank = len(box)
        driver("cuTensorMapEncodeTiled", ctypes.c_void_p(self.address),
               ctypes.c_int(DATA_TYPES[array.dtype.name]), ctypes.c_uint32(rank),
               ctypes.c_void_p(array.data.ptr),
               (ctypes.c_uint64 * rank)(*reversed(array.shape)),
               (ctypes.c_uint64 * (rank - 1))(*reversed(array.strides[:-1])),
               (ctypes.c_uint32 * rank)(*box), (ctypes.c_uint32 * rank)(*[1] * rank),
               ctypes.c_int(0), ctypes.c_int(SWIZZLES[swizzle]),
               ctypes.c_int(L2_PROMOTIONS[l2]), ctypes.c_int(FILLS[fill]))


def check_tensor_map(array, box, swizzle="none", l2=256, fill="none"):
    """Raises GpuError where the driver would only say 'invalid value'."""

    def need(holds, what, found, expected):
        if not holds:
            raise GpuError(f"tensor map: {what} is {found}, expected {expected}")

    def known(table, what, found):
        need(found in table, what, found, "one of " + ", ".join(map(str, table)))

    known(DATA_TYPES, "element type", array.dtype.name)
    known(SWIZZLES, "swizzle", swizzle)
    known(L2_PROMOTIONS, "L2 promotion", l2)
    known(FILLS, "fill", fill)
    rank, size = len(array.shape), array.dtype.itemsize
    need(1 <= rank <= 5, "rank", rank, "1 to 5")
    need(len(box) == rank, "rank of the box", len(box), f"{rank}, the array's")
    need(array.data.ptr % 16 == 0, "address", hex(array.data.ptr), "a multiple of 16")
    need(array.strides[-1] == size, "innermost stride", f"{array.strides[-1]} bytes",
         f"{size}, one element")
    for i, (extent, edge) in enumerate(zip(reversed(array.shape), box)):
        need(1 <= extent <= 2**32, f"dimension {i}", extent, "1 to 2^32")
        need(1 <= edge <= 256, f"dimension {i} of the box", edge, "1 to 256")
    for i, stride in enumerate(reversed(array.strides[:-1]), 1):
        need(stride % 16 == 0 and 0 <= stride < 2**40, f"stride {i}", f"{stride} bytes",
             "a multiple of 16 below 2^40")
    inner = box[0] * size
    need(inner % 16 == 0, "inner extent of the box", f"{inner} bytes", "a multiple of 16")
    need(swizzle == "none" or inner <= swizzle, "inner extent of the box",
         f"{inner} bytes", f"at most the swizzle's {swizzle}")
    need(fill != "nan" or "float" in array.dtype.name, "element type", array.dtype.name,
         "a float, for the fill with NaN")


class Function:
    """A kernel of a cubin or of PTX (a file); `entry` is its name.

    `registers`, `local` (bytes a thread: a frame or spills), `static_shared` (bytes) and
    `parameters` (the bytes of each) are what the driver says of it.
    """

    def __init__(self, driver, path, entry):
        self.driver, self.entry = driver, entry
        self.image = ctypes.create_string_buffer(path.read_bytes())  # ends with a zero
        self.module, self.handle = ctypes.c_void_p(), ctypes.c_void_p()
        driver("cuModuleLoadData", ctypes.byref(self.module), self.image)
        driver("cuModuleGetFunction", ctypes.byref(self.handle), self.module, entry.encode())
        self.registers, self.local, self.static_shared = (
            self.attribute(a) for a in (REGISTERS, LOCAL, STATIC_SHARED))
        self.parameters = self._parameters()

    def attribute(self, attribute):
        value = ctypes.c_int()
        self.driver("cuFuncGetAttribute", ctypes.byref(value), ctypes.c_int(attribute),
                    self.handle)
        return value.value

    def _parameters(self):
        sizes, offset, size = [], ctypes.c_size_t(), ctypes.c_size_t()
        while self.driver.library.cuFuncGetParamInfo(
                self.handle, ctypes.c_size_t(len(sizes)), ctypes.byref(offset),
                ctypes.byref(size)) == 0:
            sizes.append(size.value)
        return sizes

    def launcher(self, grid, block, args, shared=0, cluster=None):
        """A function without arguments that launches the kernel each time it is called.

        `args` are cupy arrays, TensorMaps and ctypes numbers, in the kernel's order.
        `shared` is dynamic shared memory in bytes; None is all that a block may have.
        `cluster` is for kernels that have none compiled in. Raises GpuError.
        """
        values = [a if isinstance(a, TensorMap) or hasattr(a, "value")
                  else ctypes.c_void_p(a.data.ptr) for a in args]
        sizes = [a.BYTES if isinstance(a, TensorMap) else ctypes.sizeof(a) for a in values]
        if sizes != self.parameters:
            raise GpuError(f"kernel '{self.entry}' has arguments of {sizes} bytes, expected "
                           f"{self.parameters}, its parameters")
        if shared is None:
            shared = self.driver.device(SHARED_OPT_IN) - self.static_shared
        self.driver("cuFuncSetAttribute", self.handle, ctypes.c_int(DYNAMIC_SHARED),
                    ctypes.c_int(shared))
        config = LaunchConfig(Dim3(*grid), Dim3(*block), shared)
        if cluster and not self.attribute(CLUSTER_WIDTH):
            attribute = LaunchAttribute(LaunchAttribute.CLUSTER_DIMENSION)
            attribute.cluster = Dim3(*cluster)
            config.attributes, config.count = ctypes.pointer(attribute), 1
            if cluster[0] * cluster[1] * cluster[2] > 8:
                self.driver("cuFuncSetAttribute", self.handle,
                            ctypes.c_int(NON_PORTABLE_CLUSTER), ctypes.c_int(1))
        pointers = (ctypes.c_void_p * len(values))(*[
            a.address if isinstance(a, TensorMap) else ctypes.addressof(a) for a in values])

        def launch(alive=(args, values)):  # the pointers lead to them
            self.driver("cuLaunchKernelEx", ctypes.byref(config), self.handle, pointers, None)

        return launch


def measure(driver, candidates, rounds=30, warmup=3, flush=True, seconds=30):
    """Milliseconds of each candidate in each round: {name: [a time a round]}.

    `candidates` maps names to functions that enqueue work. They take turns in every
    round and start it in turn, so that clocks and heat are the same for all.
    `flush` writes twice the L2 cache before each. Raises Hang after `seconds`.
    """
    import cupy

    trash = cupy.empty(2 * driver.device(L2_BYTES) if flush else 1, cupy.uint8)
    names, events = list(candidates), {name: [] for name in candidates}
    for i in range(warmup + rounds):
        for name in names[i % len(names):] + names[: i % len(names)]:
            trash.data.memset_async(i % 256, trash.nbytes, cupy.cuda.Stream.null)
            start, end = cupy.cuda.Event(), cupy.cuda.Event()
            start.record(cupy.cuda.Stream.null)
            candidates[name]()
            end.record(cupy.cuda.Stream.null)
            events[name].append((start, end))
        driver.synchronize(seconds, f"timing {', '.join(names)}")
    return {name: [cupy.cuda.get_elapsed_time(*pair) for pair in pairs[warmup:]]
            for name, pairs in events.items()}


def ratios(times, ours, peer):
    """Median and quartiles of ours / peer, round by round: below 1 is faster."""
    found = sorted(a / b for a, b in zip(times[ours], times[peer]))
    low, middle, high = statistics.quantiles(found, n=4)
    return middle, low, high
