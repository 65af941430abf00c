//===- Pipegroup.td - The whole dialect -------------------*- tablegen -*-===//

#ifndef PIPEGROUP_IR_PIPEGROUP_TD
#define PIPEGROUP_IR_PIPEGROUP_TD

include "pipegroup/IR/BarrierOps.td"
include "pipegroup/IR/DataOps.td"
include "pipegroup/IR/GroupOps.td"
include "pipegroup/IR/MatrixOps.td"
include "pipegroup/IR/PipegroupBase.td"
include "pipegroup/IR/PipegroupInterfaces.td"
include "pipegroup/IR/ProtocolOps.td"
include "pipegroup/IR/TaskOps.td"

#endif // PIPEGROUP_IR_PIPEGROUP_TD
