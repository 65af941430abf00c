//===- WitnessTest.cpp - A witness is an execution that ends in a fault ---===//
//
// The judge below executes a witness by the rules of docs/CheckerModel.md,
// section 1, and shares nothing with the checker. Every witness of the other
// tests goes through it.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <deque>
#include <map>
#include <set>

using namespace pipegroup::model;

namespace {

using EventKind = Event::Kind;
using Name = std::pair<size_t, int64_t>;

Name nameOf(const Element &element) { return {element.array, element.index}; }

class Judge {
public:
  Judge(const Witness &witness, const Program &program)
      : witness(witness), program(program) {
    for (size_t i = 0; i < program.agents.size(); ++i)
      findTakers(i, program.agents[i].body);
  }

  std::string run() {
    for (at = 0; at < witness.timeline.size() && wrong.empty(); ++at)
      take(witness.timeline[at]);
    if (wrong.empty())
      judgeFault();
    return wrong;
  }

private:
  struct Phase {
    int64_t completed = 0, arrivals = 0, bytes = 0;
  };
  struct Queued {
    EventKind end;
    std::string text;
  };

  void need(bool holds, const std::string &otherwise) {
    if (!holds && wrong.empty())
      wrong = "event " + std::to_string(at) + ": " + otherwise;
  }

  void findTakers(size_t agent, const std::vector<Statement> &body) {
    for (const Statement &statement : body) {
      if (statement.kind == Statement::Kind::Take)
        takers.insert({statement.buffers[0].array, agent});
      findTakers(agent, statement.body);
      findTakers(agent, statement.otherwise);
    }
  }

  bool isLast() const { return at + 1 == witness.timeline.size(); }

  void take(const Event &event) {
    bool isEnd = event.kind == EventKind::LoadEnd ||
                 event.kind == EventKind::IssueEnd ||
                 event.kind == EventKind::SignalEnd;
    need(isEnd || !ended.count(event.agent), "its agent has ended");
    std::deque<Queued> &queue = queues[{event.agent, event.engine}];
    switch (event.kind) {
    case EventKind::Wait:
      need(event.stands ||
               (phases[nameOf(event.element)].completed & 1) != event.amount,
           "the wait is blocked");
      break;
    case EventKind::Load:
      ++loads[loadOf(event)];
      break;
    case EventKind::Write:
      fill({event.element});
      break;
    case EventKind::Take:
      isStale |= !fresh[{event.agent, nameOf(event.element)}];
      need(!isStale || isLast(), "there is no new data");
      fresh[{event.agent, nameOf(event.element)}] = false;
      break;
    case EventKind::LoadEnd:
      need(loads[loadOf(event)]-- > 0, "no such load was started");
      fill(event.writes);
      land(event, 0, -event.amount);
      break;
    case EventKind::Issue:
      queue.push_back({EventKind::IssueEnd, accessesOf(event)});
      break;
    case EventKind::Signal:
      queue.push_back({EventKind::SignalEnd, elementOf(event)});
      break;
    case EventKind::IssueEnd:
    case EventKind::SignalEnd:
      need(!queue.empty() && queue.front().end == event.kind &&
               queue.front().text == (event.kind == EventKind::IssueEnd
                                          ? accessesOf(event)
                                          : elementOf(event)),
           "the engine is not there yet");
      if (wrong.empty())
        queue.pop_front();
      fill(event.writes);
      if (event.kind == EventKind::SignalEnd)
        land(event, event.amount, 0);
      break;
    case EventKind::Drain:
      need(int64_t(queue.size()) <= event.amount, "the engine is busy");
      break;
    case EventKind::Arrive:
      land(event, event.amount, 0);
      break;
    case EventKind::Expect:
      land(event, 0, event.amount);
      break;
    case EventKind::Arm:
      land(event, 1, event.amount);
      break;
    case EventKind::Exit:
      ended[event.agent] = true;
      break;
    default:
      break;
    }
  }

  /// New data for each agent that takes it. Only the last event may have a
  /// fault.
  void fill(const std::vector<Element> &written) {
    std::set<Name> names;
    for (const Element &element : written)
      names.insert(nameOf(element));
    for (const Name &name : names)
      for (auto [array, agent] : takers) {
        if (array != name.first)
          continue;
        isStale |= fresh[{agent, name}];
        need(!isStale || isLast(), "data is overwritten that was not taken");
        fresh[{agent, name}] = true;
      }
  }

  static std::string elementOf(const Event &event) {
    return std::to_string(event.element.array) + "/" +
           std::to_string(event.element.index);
  }
  static std::string accessesOf(const Event &event) {
    std::string text;
    for (const auto *list : {&event.reads, &event.writes, &event.patches}) {
      for (const Element &element : *list)
        text += std::to_string(element.array) + "/" +
                std::to_string(element.index) + " ";
      text += ";";
    }
    return text;
  }
  static std::string loadOf(const Event &event) {
    return std::to_string(event.agent) + " " + elementOf(event) + " " +
           accessesOf(event) + std::to_string(event.amount);
  }

  /// Only the last event may be too much.
  void land(const Event &event, int64_t arrivals, int64_t bytes) {
    Phase &phase = phases[nameOf(event.element)];
    int64_t count = program.barriers[event.element.array].count;
    before = phase;
    need(phase.completed == event.phase, "it comes in another phase");
    if (event.kind == EventKind::Expect && phase.arrivals == count)
      overflows = true;
    phase.arrivals += arrivals;
    phase.bytes += bytes;
    overflows |= phase.arrivals > count;
    need(!overflows || isLast(), "too many arrivals");
    need(count - phase.arrivals == event.missingArrivals &&
             phase.bytes == event.missingBytes,
         "the phase lacks something else");
    bool completes = phase.arrivals == count && phase.bytes == 0;
    need(completes == event.completes, "the phase is complete or not");
    if (completes)
      phase = {phase.completed + 1, 0, 0};
  }

  //===--- Faults ---------------------------------------------------------===//

  bool isIdle() const {
    for (const auto &[name, queue] : queues)
      if (!queue.empty())
        return false;
    for (const auto &[name, started] : loads)
      if (started != 0)
        return false;
    return true;
  }

  void judgeFault() {
    at = witness.timeline.empty() ? 0 : witness.timeline.size() - 1;
    switch (witness.kind) {
    case FaultKind::UnderArrival:
    case FaultKind::Bytes:
    case FaultKind::Cycle:
      return judgeDeadlock();
    case FaultKind::OverArrival:
      // That it can also come in another phase is not a matter of one
      // execution.
      return need(!witness.text.empty(), "no text");
    case FaultKind::Parity:
      return judgeParity();
    case FaultKind::Race:
      return judgeRace();
    case FaultKind::Proxy:
      return judgeProxy();
    case FaultKind::Stale:
      return need(isStale, "all data is taken once");
    case FaultKind::Unfinished:
      return judgeUnfinished();
    case FaultKind::Exit:
      return judgeExit();
    }
  }

  void judgeDeadlock() {
    need(isIdle(), "an engine or load can go on");
    need(ended.size() + witness.blocked.size() == program.agents.size(),
         "an agent has not ended and is not blocked");
    need(!witness.blocked.empty(), "nothing is blocked");
    for (const BlockedAgent &blocked : witness.blocked) {
      if (blocked.event.kind == EventKind::Sync) {
        need(!blocked.awaited.empty(), "all agents have come");
        continue;
      }
      const Phase &phase = phases[nameOf(blocked.event.element)];
      int64_t count = program.barriers[blocked.event.element.array].count;
      need((phase.completed & 1) == blocked.event.amount, "it can go on");
      need(phase.completed == blocked.event.phase, "it is in another phase");
      need(blocked.missingArrivals == count - phase.arrivals &&
               blocked.missingBytes == phase.bytes,
           "it lacks something else");
    }
  }

  void judgeParity() {
    const Event &wait = witness.event;
    need(wait.kind == EventKind::Wait && wait.stands, "no wait stands");
    int64_t completed = phases[nameOf(wait.element)].completed;
    need(wait.amount < 0 || wait.amount > 1 ||
             (completed != wait.phase && completed != wait.phase + 1),
         "the wait is all right");
    need(wait.amount > 1 || (wait.phase & 1) == wait.amount, "wrong phase");
  }

  static bool touches(const Event &event, const Element &element,
                      bool &writes) {
    auto is = [&](const Element &other) {
      return other.kind == Element::Kind::Buffer &&
             nameOf(other) == nameOf(element);
    };
    bool touched = is(event.element);
    writes |= touched && (event.kind == EventKind::Write ||
                          event.kind == EventKind::Patch);
    for (const Element &other : event.reads)
      touched |= is(other);
    for (const auto *written : {&event.writes, &event.patches})
      for (const Element &other : *written) {
        touched |= is(other);
        writes |= is(other);
      }
    return touched;
  }

  static std::vector<Element> buffersOf(const Event &event) {
    std::vector<Element> buffers = event.reads;
    buffers.insert(buffers.end(), event.writes.begin(), event.writes.end());
    buffers.insert(buffers.end(), event.patches.begin(), event.patches.end());
    if (event.element.kind == Element::Kind::Buffer)
      buffers.push_back(event.element);
    return buffers;
  }

  const Event &firstOfRace() const {
    const Event &other = witness.others[0];
    if (other.kind == EventKind::Issue &&
        !queues.at({other.agent, other.engine}).empty())
      for (size_t i = at; i-- > 0;)
        if (toString(witness.timeline[i], program) ==
                toString(other, program) &&
            witness.timeline[i].agent == other.agent)
          return witness.timeline[i];
    return witness.timeline[at - 1];
  }

  /// Both accesses end the timeline, or the first is an operation that has been
  /// queued and not ended.
  void judgeRace() {
    need(witness.others.size() == 1 && at >= 1, "no two accesses");
    if (!wrong.empty())
      return;
    const Event &first = firstOfRace(), &last = witness.timeline[at];
    need(toString(first, program) == toString(witness.others[0], program) &&
             toString(last, program) == toString(witness.event, program),
         "the accesses are not the last events");
    bool conflict = false;
    for (const Element &buffer : buffersOf(last)) {
      bool writes = false, unused = false;
      bool both =
          touches(first, buffer, writes) && touches(last, buffer, writes);
      conflict |= both && (writes || unused);
    }
    need(conflict, "no conflict");
  }

  void judgeProxy() {
    need(witness.others.size() == 1, "no write");
    if (!wrong.empty())
      return;
    const Event &write = witness.others[0];
    need(write.kind == EventKind::Write || write.kind == EventKind::Patch ||
             write.engine == Engine::Copy,
         "no generic write");
    bool isThere = false;
    for (const Event &event : witness.timeline)
      isThere |= event.agent == write.agent &&
                 event.location == write.location && event.kind == write.kind;
    need(isThere, "the write is not in the execution");
  }

  void judgeUnfinished() {
    need(isIdle() && ended.size() == program.agents.size(), "not at the end");
    bool isOpen = false;
    for (const auto &[name, phase] : phases)
      isOpen |= phase.arrivals != 0 || phase.bytes != 0;
    need(isOpen, "all barriers are finished");
  }

  void judgeExit() {
    bool isOperation = witness.event.kind == EventKind::IssueEnd;
    int64_t cta = isOperation
                      ? program.agents[witness.event.agent].cta
                      : program.barriers[witness.event.element.array].cta;
    for (size_t i = 0; i < program.agents.size(); ++i)
      need(program.agents[i].cta != cta || ended.count(i),
           "an agent of the CTA has not ended");
  }

  const Witness &witness;
  const Program &program;
  size_t at = 0;
  std::string wrong;
  std::map<Name, Phase> phases;
  std::map<std::pair<size_t, Engine>, std::deque<Queued>> queues;
  std::map<std::string, int> loads;
  std::map<size_t, bool> ended;
  /// (array of buffers, agent) and (agent, buffer).
  std::set<std::pair<size_t, size_t>> takers;
  std::map<std::pair<size_t, Name>, bool> fresh;
  Phase before;
  bool overflows = false, isStale = false;
};

} // namespace

std::string pipegroup::model::test::judge(const Witness &witness,
                                          const Program &program) {
  for (const Event &event : witness.timeline)
    if (event.kind == EventKind::Repeat)
      return "";
  return Judge(witness, program).run();
}

using namespace pipegroup::model::test;

namespace {

Witness witnessOf(const std::string &text) {
  Verdict verdict = check(parse(text));
  EXPECT_TRUE(verdict.witness) << text;
  return verdict.witness.value_or(Witness());
}

TEST(WitnessTest, DeadlockNamesWhatIsMissing) {
  Witness witness =
      witnessOf("barrier b count 3\n"
                "agent p {\n  arrive b 1\n}\n"
                "agent q {\n  wait b parity 0\n  arrive b 2\n}\n");
  EXPECT_EQ(witness.kind, FaultKind::Cycle);
  ASSERT_EQ(witness.blocked.size(), 1u);
  EXPECT_EQ(witness.blocked[0].event.agent, 1u);
  EXPECT_EQ(witness.blocked[0].event.location, 6);
  EXPECT_EQ(witness.blocked[0].event.phase, 0);
  EXPECT_EQ(witness.blocked[0].missingArrivals, 2);
  EXPECT_EQ(witness.blocked[0].awaited, std::vector<size_t>{1});
}

TEST(WitnessTest, OutcomesAreThoseThatLeadToTheFault) {
  // Only the third turn meets the slot of the first.
  Witness witness = witnessOf(
      ringOf(2) + "trip k\n" + agentOf("p", "k", acquire(2) + copyIn(2), 2) +
      agentOf("c", "k", await(2) + release(2) + use(2), 2));
  EXPECT_EQ(witness.kind, FaultKind::Race);
  ASSERT_EQ(witness.choices.size(), 3u);
  for (const Choice &choice : witness.choices)
    EXPECT_TRUE(choice.outcome);
}

TEST(WitnessTest, RaceIsTheExecutionInWhichBothMeet) {
  Witness witness =
      witnessOf("buffer a\n"
                "agent p {\n  write a\n}\nagent q {\n  read a\n}\n");
  ASSERT_EQ(witness.timeline.size(), 2u);
  EXPECT_EQ(witness.timeline[0].kind, Event::Kind::Write);
  EXPECT_EQ(witness.timeline[1].kind, Event::Kind::Read);
}

TEST(WitnessTest, OnlyTellsWhatIsNeeded) {
  Witness witness = witnessOf("buffer a\nbuffer b\nbarrier m count 1\n"
                              "agent p {\n  write b\n  write a\n  arrive m\n}\n"
                              "agent q {\n  write a\n}\n");
  // The arrival comes after the race.
  for (const Event &event : witness.timeline)
    EXPECT_NE(event.kind, Event::Kind::Arrive);
  EXPECT_EQ(witness.timeline.size(), 3u);
}

TEST(WitnessTest, StaleTellsWhoHasNotTaken) {
  auto textOf = [](const std::string &producer, const std::string &consumer) {
    return witnessOf("barrier b count 1\nbuffer a\n"
                     "agent p {\n" +
                     producer + "}\nagent c {\n" + consumer + "}\n")
        .text;
  };
  std::string fill = "  write a\n  arrive b\n", wait = "  wait b parity 0\n";
  EXPECT_EQ(textOf("", "  take a\n"),
            "'take a' of 'c' finds no new data in 'a', which nothing has "
            "written");
  EXPECT_EQ(textOf(fill, wait + "  take a\n  take a\n"),
            "'take a' of 'c' finds no new data in 'a' since 'write a' of 'p'");
  EXPECT_EQ(textOf(fill, "  take a\n"),
            "'take a' of 'c' finds no new data in 'a': it can come before "
            "'write a' of 'p'");
  EXPECT_EQ(textOf("  write a\n  write a\n", wait + "  take a\n"),
            "'write a' of 'p' overwrites 'a', but 'c' has not taken the data "
            "of 'write a' of 'p'");
  EXPECT_EQ(textOf(fill + "  write a\n", wait + "  take a\n"),
            "'write a' of 'p' overwrites 'a', but 'c' has not taken the data "
            "of 'write a' of 'p'");
}

TEST(WitnessTest, TextTellsTheStory) {
  Program program =
      parse("barrier b[2] count 2\n"
            "agent p {\n  arrive b[1]\n  wait b[1] parity 0\n}\n");
  EXPECT_EQ(toText(check(program), program),
            "unsafe: under-arrival: 'wait b[1] parity 0' of 'p' waits forever: "
            "phase 0 lacks 1 arrival, and nobody is left to arrive at 4\n"
            "execution:\n"
            "  p: arrive b[1] 1                            phase 0 lacks 1 "
            "arrival\n"
            "nothing can go on:\n"
            "  p stands at wait b[1] parity 0 at 4: phase 0 lacks 1 arrival\n");
}

TEST(WitnessTest, JsonHasTheSame) {
  Program program = parse("barrier b count 2\n"
                          "agent p {\n  arrive b\n}\n");
  EXPECT_EQ(toJson(check(program), program),
            R"({"verdict": "unsafe", "witness": {"kind": "unfinished", )"
            R"("text": "at the end, phase 0 of 'b' lacks 1 arrival of 2 and )"
            R"(0 bytes", "at": {"agent": "p", "event": "arrive", )"
            R"("text": "arrive b 1", "location": 3, "barrier": "b", )"
            R"("index": 0, "phase": 0, "missing_arrivals": 1, )"
            R"("missing_bytes": 0, "completes": false}, "others": [], )"
            R"("blocked": [], "choices": [], "timeline": [{"agent": "p", )"
            R"("event": "arrive", "text": "arrive b 1", "location": 3, )"
            R"("barrier": "b", "index": 0, "phase": 0, )"
            R"("missing_arrivals": 1, "missing_bytes": 0, )"
            R"("completes": false}, {"agent": "p", "event": "agent ends", )"
            R"("text": "agent ends", "location": 0}]}, )"
            R"("redundant_fences": [], "rests": 0, "events": 2})");
}

TEST(WitnessTest, LocationsHaveNames) {
  Program program = parse("barrier b count 2\n"
                          "agent p {\n  arrive b\n  wait b parity 0\n}\n");
  Verdict verdict = check(program);
  LocationName name = [](int64_t location) {
    return "k\".mlir:" + number(location);
  };
  std::string text = toText(verdict, program, name);
  EXPECT_NE(text.find("nobody is left to arrive at k\".mlir:4\n"),
            std::string::npos);
  EXPECT_NE(text.find("stands at wait b parity 0 at k\".mlir:4: phase 0"),
            std::string::npos);
  std::string json = toJson(verdict, program, name);
  EXPECT_NE(json.find(R"("location": "k\".mlir:4")"), std::string::npos);
  EXPECT_EQ(json.find(R"("location": 4)"), std::string::npos);
}

TEST(WitnessTest, NoLocationAndNoName) {
  Program program = parse("agent p {\n  fence\n}\n");
  program.agents[0].body[0].location = 0;
  Verdict verdict = check(program);
  std::string remark = "remark: the fence of 'p'";
  EXPECT_EQ(toText(verdict, program),
            "safe\n" + remark + " publishes nothing\n");
  auto named = [&](const std::string &name) {
    return toText(verdict, program, [&](int64_t location) {
      EXPECT_EQ(location, 0);
      return name;
    });
  };
  EXPECT_EQ(named("start"),
            "safe\n" + remark + " at start publishes nothing\n");
  EXPECT_EQ(named(""), "safe\n" + remark + " publishes nothing\n");
  EXPECT_NE(toJson(verdict, program, [](int64_t) { return ""; })
                .find(R"("location": "")"),
            std::string::npos);
}

TEST(WitnessTest, RemarksOnFencesThatPublishNothing) {
  auto fences = [](const std::string &text) {
    std::vector<int64_t> lines;
    Verdict verdict = check(parse(text));
    EXPECT_EQ(verdict.kind, Verdict::Kind::Safe);
    for (const Remark &remark : verdict.redundantFences)
      lines.push_back(remark.location);
    return lines;
  };
  std::string fenced = "buffer a\nagent p {\n  fence\n  write a\n  fence\n"
                       "  fence\n";
  EXPECT_EQ(fences(fenced + "  issue store read a\n  drain store\n}\n"),
            (std::vector<int64_t>{3, 6}));
  // Nobody is there for whom it could be.
  EXPECT_EQ(fences(fenced + "  read a\n}\n"), (std::vector<int64_t>{3, 5, 6}));
  EXPECT_EQ(fences("buffer a\nagent p {\n  issue store read a\n"
                   "  drain store\n  write a\n  fence\n}\n"),
            (std::vector<int64_t>{6}));
  EXPECT_EQ(fences("buffer a tensor\nagent p {\n  write a\n  fence\n}\n"),
            (std::vector<int64_t>{4}));
}

} // namespace
