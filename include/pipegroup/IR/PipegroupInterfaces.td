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

def Pipegroup_LoadOpInterface : OpInterface<"LoadOpInterface"> {
  let description = [{
    A load into the slot of a state, whose bytes arrive at the slot's full
    barrier.
  }];
  let cppNamespace = "::pipegroup";
  let methods = [
    InterfaceMethod<"What the load fills a slot of.", "::mlir::SymbolRefAttr",
                    "getTarget">,
    InterfaceMethod<"The state.",
                    "::mlir::TypedValue<::pipegroup::StateType>", "getState">,
    InterfaceMethod<"Which part of the slot; null if there is one.",
                    "::mlir::Value", "getPart">,
    InterfaceMethod<"The number of equal parts of the slot.", "int64_t",
                    "getParts">,
    InterfaceMethod<"The CTAs that it writes to; null for its own.",
                    "::mlir::Value", "getMulticast">,
    InterfaceMethod<"The number of bytes; null for the whole part.",
                    "::mlir::Value", "getSize">,
  ];
}

#endif // PIPEGROUP_IR_PIPEGROUPINTERFACES_TD
