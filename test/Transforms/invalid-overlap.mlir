// K1: two groups may have the same place, but not at the same time.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

pipegroup.group @a merge dynamic(0) {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
pipegroup.group @b merge dynamic(24) {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @both() {
  // expected-note @below {{the other initialisation is here}}
  pipegroup.init @a
  // expected-error @below {{'pipegroup.init' op of '@b' overlaps the live barriers of '@a', expected another place or 'pipegroup.invalidate' in between [K1]}}
  pipegroup.init @b
  return
}
func.func @together() {
  // expected-error @below {{'pipegroup.init' op of '@a' overlaps the live barriers of '@b'}}
  // expected-note @below {{the other initialisation is here}}
  pipegroup.init @a, @b
  return
}
// What lives on one way may live.
func.func @one_branch(%c: i1) {
  scf.if %c {
    // expected-note @below {{the other initialisation is here}}
    pipegroup.init @b
  }
  // expected-error @below {{'pipegroup.init' op of '@a' overlaps the live barriers of '@b'}}
  pipegroup.init @a
  return
}
func.func @branches(%c: i1) {
  cf.cond_br %c, ^first, ^second
^first:
  // expected-note @below {{the other initialisation is here}}
  pipegroup.init @b
  cf.br ^second
^second:
  // expected-error @below {{'pipegroup.init' op of '@a' overlaps the live barriers of '@b'}}
  pipegroup.init @a
  return
}
func.func @inside(%c: i1) {
  // expected-note @below {{the other initialisation is here}}
  pipegroup.init @a
  scf.if %c {
    // expected-error @below {{'pipegroup.init' op of '@b' overlaps the live barriers of '@a'}}
    pipegroup.init @b
    pipegroup.invalidate @b
  }
  pipegroup.invalidate @a
  return
}
