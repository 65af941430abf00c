// What a member needs of the chip follows from its kinds; the check reports the
// member before anything is lowered, since LLVM would abort.
// accepts: T1
// RUN: pipegroup-opt %s --pipegroup-check-target=chip=sm_100a -o /dev/null
// RUN: pipegroup-opt %s --pipegroup-check-target=chip=sm_100f -o /dev/null
// RUN: pipegroup-opt %s --pipegroup-check-target=chip=sm_103a -o /dev/null
// RUN: pipegroup-opt %s --pipegroup-check-target=chip=sm_110f -o /dev/null
// RUN: not pipegroup-opt %s --pipegroup-check-target=chip=sm_80 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=OLD -DCHIP=sm_80 --implicit-check-not=error:
// RUN: not pipegroup-opt %s --pipegroup-check-target=chip=sm_89 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=OLD -DCHIP=sm_89 --implicit-check-not=error:
// RUN: not pipegroup-opt %s --pipegroup-check-target=chip=sm_90 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=UMMA -DCHIP=sm_90 --implicit-check-not=error:
// RUN: not pipegroup-opt %s --pipegroup-check-target=chip=sm_90a 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=UMMA -DCHIP=sm_90a --implicit-check-not=error:
// RUN: not pipegroup-opt %s --pipegroup-check-target=chip=sm_100 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=UMMA -DCHIP=sm_100 --implicit-check-not=error:
// RUN: not pipegroup-opt %s --pipegroup-check-target=chip=sm_120a 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=UMMA -DCHIP=sm_120a --implicit-check-not=error:

pipegroup.group @copy merge {
  // OLD: error: 'pipegroup.member' op '@x' is 'async_async': a blocking mbarrier wait needs sm_90 or later, found [[CHIP]] [T1]
  pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 128)
}
pipegroup.group @load merge {
  // OLD: error: 'pipegroup.member' op '@y' is 'tma_async': TMA needs sm_90 or later, found [[CHIP]] [T1]
  pipegroup.member @y tma_async stages(2) producer(warp 1) consumer(thread 128) bytes(256)
}
pipegroup.group @spread merge {
  // OLD: error: 'pipegroup.member' op '@z' is 'async_async': a cluster of CTAs needs sm_90 or later, found [[CHIP]] [T1]
  pipegroup.member @z async_async stages(2) producer(thread 32) consumer(thread 128)
      cluster(1, 2, 1, 1)
}
pipegroup.group @acc merge {
  // OLD: error: 'pipegroup.member' op '@tmem' is 'umma_async': tcgen05 needs sm_100a, sm_100f, sm_103a, sm_103f, sm_110a or sm_110f, found [[CHIP]] [T1]
  // UMMA: error: 'pipegroup.member' op '@tmem' is 'umma_async': tcgen05 needs sm_100a, sm_100f, sm_103a, sm_103f, sm_110a or sm_110f, found [[CHIP]] [T1]
  pipegroup.member @tmem umma_async stages(1) producer(warp 1) consumer(thread 128)
}
pipegroup.group @mma merge {
  // OLD: error: 'pipegroup.member' op '@ab' is 'async_umma': tcgen05 needs
  // UMMA: error: 'pipegroup.member' op '@ab' is 'async_umma': tcgen05 needs
  pipegroup.member @ab async_umma stages(1) producer(thread 32) consumer(warp 1)
}
