//===- SlotUse.h - What ops on slots have in common -------------*- C++ -*-===//

#ifndef PIPEGROUP_LIB_IR_SLOTUSE_H
#define PIPEGROUP_LIB_IR_SLOTUSE_H

#include "pipegroup/IR/Pipegroup.h"

namespace pipegroup {

/// The member that `ref`, in `op`, names with a state of as many stages, if it
/// has slots; otherwise the reason is reported. Null if the group itself does
/// not verify.
mlir::FailureOr<MemberOp> verifySlotUse(mlir::Operation *op,
                                        mlir::SymbolRefAttr ref,
                                        mlir::Value state,
                                        mlir::SymbolTableCollection &tables);

} // namespace pipegroup

#endif // PIPEGROUP_LIB_IR_SLOTUSE_H
