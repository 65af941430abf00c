//===- Witness.h - An execution that ends in a fault ----------------------===//
//
// Private to the checker.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_LIB_CHECK_WITNESS_H
#define PIPEGROUP_LIB_CHECK_WITNESS_H

#include "Machine.h"

namespace pipegroup::model::check_detail {

/// Tells the story of `fault`, in which a run with these steps ended.
Witness tell(const Code &code, const State &state, const Fault &fault,
             std::vector<Step> steps);

/// Of a run whose steps were not kept.
Witness tellBriefly(const Fault &fault);

} // namespace pipegroup::model::check_detail

#endif // PIPEGROUP_LIB_CHECK_WITNESS_H
