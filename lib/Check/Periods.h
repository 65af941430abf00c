//===- Periods.h - Variables that matter only modulo a number -------------===//
//
// Private to the checker.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_LIB_CHECK_PERIODS_H
#define PIPEGROUP_LIB_CHECK_PERIODS_H

#include "pipegroup/Model/Program.h"

namespace pipegroup::model::check_detail {

/// Per variable of `agent`, a number modulo which its values behave alike; 0
/// if there is none.
std::vector<uint64_t> periodsOf(const Program::Agent &agent);

} // namespace pipegroup::model::check_detail

#endif // PIPEGROUP_LIB_CHECK_PERIODS_H
