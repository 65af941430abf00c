// What cannot carry a state says so, where it stands [P3].
// RUN: pipegroup-opt %s -pipegroup-thread-states -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @execute_region() {
  // expected-error @below {{'scf.execute_region' carries a 'pipegroup' state, unsupported here: expected 'scf.for', 'scf.while', 'scf.if', 'scf.index_switch', 'cf.br' or 'cf.cond_br' [P3]}}
  scf.execute_region {
    pipegroup.commit @g::@m
    scf.yield
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @parallel(%n: index) {
  // expected-error @below {{'scf.parallel' carries a 'pipegroup' state, unsupported here: expected 'scf.for', 'scf.while', 'scf.if', 'scf.index_switch', 'cf.br' or 'cf.cond_br' [P3]}}
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    pipegroup.release @g
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @forall() {
  // expected-error @below {{'scf.forall' carries a 'pipegroup' state, unsupported here: expected 'scf.for', 'scf.while', 'scf.if', 'scf.index_switch', 'cf.br' or 'cf.cond_br' [P3]}}
  scf.forall (%i) in (4) {
    pipegroup.commit @g::@m
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @affine_for() {
  // expected-error @below {{'affine.for' carries a 'pipegroup' state, unsupported here: expected 'scf.for', 'scf.while', 'scf.if', 'scf.index_switch', 'cf.br' or 'cf.cond_br' [P3]}}
  affine.for %i = 0 to 4 {
    pipegroup.commit @g::@m
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @affine_if(%n: index) {
  // expected-error @below {{'affine.if' carries a 'pipegroup' state, unsupported here: expected 'scf.for', 'scf.while', 'scf.if', 'scf.index_switch', 'cf.br' or 'cf.cond_br' [P3]}}
  affine.if affine_set<(d0) : (d0 >= 0)>(%n) {
    pipegroup.commit @g::@m
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @launch(%n: index) {
  // expected-error @below {{'gpu.launch' carries a 'pipegroup' state, unsupported here: expected 'scf.for', 'scf.while', 'scf.if', 'scf.index_switch', 'cf.br' or 'cf.cond_br' [P3]}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n)
             threads(%h, %i, %j) in (%k = %n, %l = %n, %m = %n) {
    pipegroup.commit @g::@m
    gpu.terminator
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @switch(%n: i32) {
  // expected-error @below {{'cf.switch' carries a 'pipegroup' state, unsupported here: expected 'scf.for', 'scf.while', 'scf.if', 'scf.index_switch', 'cf.br' or 'cf.cond_br' [P3]}}
  cf.switch %n : i32, [
    default: ^then,
    1: ^exit
  ]
^then:
  pipegroup.commit @g::@m
  cf.br ^exit
^exit:
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
llvm.func @llvm(%x: i1) {
  // expected-error @below {{'llvm.cond_br' carries a 'pipegroup' state, unsupported here: expected 'scf.for', 'scf.while', 'scf.if', 'scf.index_switch', 'cf.br' or 'cf.cond_br' [P3]}}
  llvm.cond_br %x, ^then, ^exit
^then:
  pipegroup.commit @g::@m
  llvm.br ^exit
^exit:
  llvm.return
}

// -----

// Deep inside what can.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @deep(%x: i1, %n: index) {
  scf.while : () -> () {
    pipegroup.commit @g::@m
    scf.if %x {
      scf.index_switch %n
      case 0 {
        pipegroup.commit @g::@m
        // expected-error @below {{'scf.parallel' carries a 'pipegroup' state, unsupported here: expected 'scf.for', 'scf.while', 'scf.if', 'scf.index_switch', 'cf.br' or 'cf.cond_br' [P3]}}
        scf.parallel (%i) = (%n) to (%n) step (%n) {
          pipegroup.commit @g::@m
        }
        scf.yield
      }
      default {
      }
    }
    scf.condition(%x)
  } do {
    pipegroup.commit @g::@m
    scf.yield
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @in_a_task(%n: index) {
  pipegroup.specialize threads(32) {
    pipegroup.task @a warps(0, 1) {
      scf.for %j = %n to %n step %n {
        // expected-error @below {{'affine.for' carries a 'pipegroup' state, unsupported here: expected 'scf.for', 'scf.while', 'scf.if', 'scf.index_switch', 'cf.br' or 'cf.cond_br' [P3]}}
        affine.for %i = 0 to 4 {
          pipegroup.commit @g::@m
        }
      }
    }
  }
  return
}

// -----

// Where no round ends they need not carry anything.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @only_waits(%x: i1, %n: index, %k: i32) {
  affine.for %i = 0 to 4 {
    pipegroup.acquire @g::@m
  }
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    pipegroup.wait @g::@m
  }
  scf.execute_region {
    pipegroup.acquire @g::@m
    cf.cond_br %x, ^then, ^exit
  ^then:
    pipegroup.wait @g::@m
    cf.br ^exit
  ^exit:
    scf.yield
  }
  cf.switch %k : i32, [
    default: ^then,
    1: ^exit
  ]
^then:
  pipegroup.acquire @g::@m
  cf.br ^exit
^exit:
  return
}
