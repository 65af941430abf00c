# Finds LLVM and MLIR 22 and sets the build up to link their shared libraries.
#
# Debian installs below /usr/lib/llvm-22, which CMake does not search.
list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-22)
find_package(MLIR 22.1 REQUIRED CONFIG)
message(STATUS "MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")

# One copy of LLVM per process: tools, libraries and plugins link libMLIR.so
# and libLLVM.so. MLIRConfig does not say so by itself.
set(LLVM_LINK_LLVM_DYLIB ON)
set(MLIR_LINK_MLIR_DYLIB ON)

set(LLVM_RUNTIME_OUTPUT_INTDIR ${PROJECT_BINARY_DIR}/bin)
set(LLVM_LIBRARY_OUTPUT_INTDIR ${PROJECT_BINARY_DIR}/lib)
set(MLIR_BINARY_DIR ${PROJECT_BINARY_DIR})

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(HandleLLVMOptions)

# libMLIR is built with NDEBUG, and classes such as Pass::Statistic have
# another layout without it: every configuration has to agree.
add_compile_definitions(NDEBUG)

# Debian's LLVM names a script that it does not ship.
set(LLVM_EXTERNAL_LIT "${LLVM_TOOLS_BINARY_DIR}/lit" CACHE FILEPATH "lit")

# lld links in a tenth of the time that GNU ld takes. Debian leaves it outside
# PATH, so the compiler is told where it is.
if(EXISTS "${LLVM_TOOLS_BINARY_DIR}/ld.lld" AND NOT LLVM_USE_LINKER)
  add_link_options(-fuse-ld=lld "-B${LLVM_TOOLS_BINARY_DIR}")
endif()

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories(${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
separate_arguments(PIPEGROUP_LLVM_DEFINITIONS NATIVE_COMMAND ${LLVM_DEFINITIONS})
add_definitions(${PIPEGROUP_LLVM_DEFINITIONS})

if(PIPEGROUP_ENABLE_WERROR)
  add_compile_options(-Werror)
endif()
