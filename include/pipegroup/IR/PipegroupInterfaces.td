//===- PipegroupInterfaces.td - Op interfaces -------------*- tablegen -*-===//

#ifndef PIPEGROUP_IR_PIPEGROUPINTERFACES_TD
#define PIPEGROUP_IR_PIPEGROUPINTERFACES_TD

include "mlir/IR/OpBase.td"

def Pipegroup_ActionOpInterface : OpInterface<"ActionOpInterface"> {
  let cppNamespace = "::pipegroup";
  let description = [{
    A protocol op that acts on the slot of a state: acquire, commit, wait,
    release, tail and the try forms.
  }];
  let methods = [
    InterfaceMethod<"What the op does.", "::pipegroup::model::Action",
                    "getAction">,
    InterfaceMethod<"The group or member that it addresses.",
                    "::mlir::SymbolRefAttr", "getTarget">,
    InterfaceMethod<"The state that says which slot and parity.",
                    "::mlir::TypedValue<::pipegroup::StateType>", "getState">,
  ];
}

#endif // PIPEGROUP_IR_PIPEGROUPINTERFACES_TD
