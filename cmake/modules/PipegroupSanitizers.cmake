# AddressSanitizer and UndefinedBehaviorSanitizer for this project's code. LLVM
# itself is not instrumented, which needs care in two places:
# - An allocator of MLIR that instrumented code has grown, and so poisoned, is
#   used on by libMLIR, which does not unpoison: user poisoning has to be off at
#   run time. The tests see to that.
# - Checks of virtual tables need type information of both sides.
set(PIPEGROUP_ASAN_OPTIONS "")
set(PIPEGROUP_UBSAN_OPTIONS "")
if(PIPEGROUP_ENABLE_SANITIZERS)
  set(PIPEGROUP_ASAN_OPTIONS allow_user_poisoning=0)
  set(PIPEGROUP_UBSAN_OPTIONS print_stacktrace=1)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr
    -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1
    -Wno-maybe-uninitialized)
  add_link_options(-fsanitize=address,undefined)
endif()
