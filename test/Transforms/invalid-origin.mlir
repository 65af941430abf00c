// P3: a state is used for the side and group whose start it comes from.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
pipegroup.group @h merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @wrong_side() {
  pipegroup.init @g
  // expected-note @below {{the state starts here}}
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  %n = pipegroup.advance %p : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.wait' op has a producer state of '@g', expected a consumer state of '@g' [P3]}}
  pipegroup.wait @g::@m[%n] : !pipegroup.state<2>
  return
}
func.func @wrong_group() {
  pipegroup.init @g, @h
  // expected-note @below {{the state starts here}}
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.release' op has a consumer state of '@g', expected a consumer state of '@h' [P3]}}
  pipegroup.release @h[%c] : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.full_barrier' op has a consumer state of '@g', expected a state of '@h' [P3]}}
  %b = pipegroup.full_barrier @h::@m[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  return
}
func.func @mixed_loop(%n: index) {
  pipegroup.init @g
  // expected-note @below {{the producer state of '@g::@m' starts here}}
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.start' op of the consumer state of '@g' meets a state of another side or group on its way, expected them to stay apart [P3]}}
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  %r = scf.for %i = %n to %n step %n iter_args(%s = %p) -> (!pipegroup.state<2>) {
    scf.yield %c : !pipegroup.state<2>
  }
  return
}
func.func @mixed_select(%x: i1) {
  // expected-note @below {{the consumer state of '@g' starts here}}
  %a = pipegroup.start @g consumer : !pipegroup.state<2>
  // expected-error @below {{'pipegroup.start' op of the consumer state of '@h' meets a state of another side or group}}
  %b = pipegroup.start @h consumer : !pipegroup.state<2>
  %s = arith.select %x, %a, %b : !pipegroup.state<2>
  return
}
func.func @mixed_branch(%x: i1) {
  // expected-note @below {{starts here}}
  %a = pipegroup.start @g consumer : !pipegroup.state<2>
  // expected-error @below {{meets a state of another side or group}}
  %b = pipegroup.start @g::@m producer : !pipegroup.state<2>
  cf.cond_br %x, ^join(%a : !pipegroup.state<2>), ^join(%b : !pipegroup.state<2>)
^join(%s: !pipegroup.state<2>):
  return
}
