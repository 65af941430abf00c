//===- Rules.h - One function per rule of docs/Protocol.md ----------------===//
//
// Part of the core: plain C++17, no LLVM include. A function reports every
// violation of its rule and looks at nothing else; a rule whose premises
// another rule has to establish first stays silent when they do not hold.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_MODEL_RULES_H
#define PIPEGROUP_MODEL_RULES_H

#include "pipegroup/Model/Cluster.h"
#include "pipegroup/Model/Problem.h"

namespace pipegroup::model {

/// The mode of a group: the one that its kinds imply, or else the written one.
/// None if both sides differ in kind, or if neither differs and none is
/// written.
std::optional<Mode> resolveMode(const GroupConfig &group);

// Members. Problems name no member; `checkGroup` fills it in.
void checkM1(const MemberConfig &member, Problems &problems);
void checkM2(const MemberConfig &member, Problems &problems);
void checkM3(const MemberConfig &member, Problems &problems);
void checkM4(const MemberConfig &member, Problems &problems);
void checkM5(const MemberConfig &member, Problems &problems);
void checkM6(const MemberConfig &member, Problems &problems);
void checkM7(const MemberConfig &member, Problems &problems);
void checkM8(const MemberConfig &member, Problems &problems);
void checkM9(const MemberConfig &member, Problems &problems);
void checkM12(const MemberConfig &member, Problems &problems);
void checkM14(const MemberConfig &member, Problems &problems);

// Groups. From G10 on they take it that the members keep M1 to M9 and M12, and
// the group G1 to G9.
void checkG1(const GroupConfig &group, Problems &problems);
void checkG2(const GroupConfig &group, Problems &problems);
void checkG3(const GroupConfig &group, Problems &problems);
void checkG4(const GroupConfig &group, Problems &problems);
void checkG5(const GroupConfig &group, Problems &problems);
void checkG6(const GroupConfig &group, Problems &problems);
void checkG7(const GroupConfig &group, Problems &problems);
void checkG8(const GroupConfig &group, Problems &problems);
void checkG9(const GroupConfig &group, Problems &problems);
void checkG10(const GroupConfig &group, Problems &problems);
void checkG11(const GroupConfig &group, Problems &problems);
void checkG12(const GroupConfig &group, Problems &problems);
void checkG13(const GroupConfig &group, Problems &problems);
void checkG14(const GroupConfig &group, Problems &problems);
void checkG15(const GroupConfig &group, Problems &problems);
void checkG16(const GroupConfig &group, Problems &problems);

void checkG17(const GroupConfig &group, Problems &problems);

/// What an instruction does to the CTAs of a mask.
enum class MaskUse { Load, Commit };

/// M13: a mask written by hand names CTAs of the cluster, and a commit's whole
/// pairs. The text continues a sentence about the op that has the mask.
void checkM13(const ClusterLayout &layout, MaskUse use, int64_t mask,
              Problems &problems);

/// All member rules of `member`.
Problems checkMember(const MemberConfig &member);

/// All member rules of all members and all group rules. G10 to G16 are checked
/// only when the rest holds.
Problems checkGroup(const GroupConfig &group);

/// All group rules, taking it that every member keeps the member rules.
Problems checkGroupRules(const GroupConfig &group);

} // namespace pipegroup::model

#endif // PIPEGROUP_MODEL_RULES_H
