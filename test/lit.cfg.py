# Configuration of the lit suite; the build writes lit.site.cfg.py, which loads
# this file.
#
# Substitutions beside those of lit and LLVM (FileCheck, not, %python, ...):
#   %examples   the examples directory of the source tree
#   %example_output, %tools   scripts/example-output and its first argument
#   %anonymous  a sed script that takes registers and labels their names
#   %ptxas      NVIDIA's assembler; write `REQUIRES: ptxas` in the test
# Features:
#   ptxas       the assembler was found in PATH, CUDA_HOME or /usr/local/cuda
#   asan        the tools are built with sanitizers

import os
import shutil

import lit.formats
from lit.llvm import llvm_config

config.name = "pipegroup"
config.test_format = lit.formats.ShTest(execute_external=not llvm_config.use_lit_shell)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.join(config.pipegroup_source_root, "test")
config.test_exec_root = os.path.join(config.pipegroup_binary_root, "test")

tools_dir = os.path.join(config.pipegroup_binary_root, "bin")
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", tools_dir, append_path=True)
llvm_config.use_default_substitutions()
llvm_config.add_tool_substitutions(
    ["pipegroup-opt", "pipegroup-compile", "pipegroup-explain",
     "pipegroup-check", "pipegroup-check-program"], [tools_dir]
)
llvm_config.add_tool_substitutions(["mlir-opt", "split-file"], [config.llvm_tools_dir])

config.substitutions.append(
    ("%examples", os.path.join(config.pipegroup_source_root, "examples"))
)

config.substitutions.append(
    (
        "%example_output",
        os.path.join(config.pipegroup_source_root, "scripts", "example-output"),
    )
)
config.substitutions.append(("%tools", tools_dir))
config.substitutions.append(
    ("%anonymous", "'s/%[rpf]d?s?[0-9]+/%r/g; s/BB[0-9_]+/BB/g'")
)

cuda = os.environ.get("CUDA_HOME", "/usr/local/cuda")
ptxas = shutil.which("ptxas") or shutil.which("ptxas", path=os.path.join(cuda, "bin"))
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))
    # The tools look for it in PATH.
    llvm_config.with_environment("PATH", os.path.dirname(ptxas), append_path=True)

if config.pipegroup_asan_options:
    config.available_features.add("asan")
    llvm_config.with_environment("ASAN_OPTIONS", config.pipegroup_asan_options)
    llvm_config.with_environment("UBSAN_OPTIONS", config.pipegroup_ubsan_options)
