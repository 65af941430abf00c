# AddressSanitizer and UndefinedBehaviorSanitizer for this project's code. LLVM
# is not instrumented, and its headers compile to code that differs with
# sanitizers, hence the options:
# - allow_user_poisoning=0: an allocator that instrumented code has poisoned
#   may be continued by LLVM's own code, which does not unpoison.
# - detect_container_overflow=0: the same for containers.
# - detect_odr_violation=0: inline variables exist here and in libMLIR.
# - detect_leaks=0: LLVM keeps what it registers until the process ends.
# - no vptr checks: they need type information of both sides.
set(PIPEGROUP_ASAN_OPTIONS "")
set(PIPEGROUP_UBSAN_OPTIONS "")
if(PIPEGROUP_ENABLE_SANITIZERS)
  string(JOIN ":" PIPEGROUP_ASAN_OPTIONS
    allow_user_poisoning=0 detect_container_overflow=0 detect_leaks=0
    detect_odr_violation=0)
  set(PIPEGROUP_UBSAN_OPTIONS print_stacktrace=1)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr
    -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=address,undefined)
endif()
