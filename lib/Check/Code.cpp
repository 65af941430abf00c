//===- Code.cpp - A program as flat instructions --------------------------===//

#include "Code.h"

#include "Periods.h"

#include <algorithm>
#include <array>

namespace pipegroup::model::check_detail {
namespace {

using Kind = Statement::Kind;

/// Turns of a constant loop that are run one by one.
constexpr int64_t maxUnrolled = 16;

class Compiler {
public:
  explicit Compiler(Code &code) : code(code), program(code.program) {}

  void run() {
    for (const Program::Agent &agent : program.agents)
      periods.push_back(periodsOf(agent));
    code.rings = findRings(program, periods);
    findTakers();
    layOutElements();
    countEngines();
    for (size_t i = 0; i < program.agents.size(); ++i)
      compile(i);
    findAhead();
    findLive();
  }

private:
  uint32_t ctaOf(int64_t cta) {
    auto found = std::find(ctas.begin(), ctas.end(), cta);
    if (found != ctas.end())
      return found - ctas.begin();
    ctas.push_back(cta);
    code.ctaAgents.push_back(0);
    return code.numCtas++;
  }

  void findTakers() {
    code.takers.resize(program.buffers.size());
    for (uint32_t i = 0; i < program.agents.size(); ++i)
      findTakers(i, program.agents[i].body);
  }
  void findTakers(uint32_t agent, const std::vector<Statement> &body) {
    for (const Statement &statement : body) {
      if (statement.kind == Kind::Take) {
        std::vector<uint32_t> &takers =
            code.takers[statement.buffers.front().array];
        if (takers.empty() || takers.back() != agent)
          takers.push_back(agent);
      }
      findTakers(agent, statement.body);
      findTakers(agent, statement.otherwise);
    }
  }

  void layOutElements() {
    for (uint32_t i = 0; i < program.barriers.size(); ++i) {
      const Program::Barrier &barrier = program.barriers[i];
      firstBarrier.push_back(code.barriers.size());
      for (int64_t k = 0; k < barrier.size; ++k)
        code.barriers.push_back({i, k, barrier.count, ctaOf(barrier.cta)});
    }
    for (uint32_t i = 0; i < program.buffers.size(); ++i) {
      firstBuffer.push_back(code.buffers.size());
      for (int64_t k = 0; k < program.buffers[i].size; ++k) {
        code.buffers.push_back(
            {i, k, program.buffers[i].isTensor, code.numTakers});
        code.numTakers += code.takers[i].size();
      }
    }
    for (const Program::Agent &agent : program.agents) {
      code.agents.emplace_back();
      code.agents.back().cta = ctaOf(agent.cta);
      ++code.ctaAgents[code.agents.back().cta];
    }
  }

  /// Only engines that are used have a component.
  void countEngines() {
    for (size_t i = 0; i < program.agents.size(); ++i) {
      code.agents[i].engines.fill(UINT32_MAX);
      countEngines(i, program.agents[i].body);
    }
  }
  void countEngines(size_t agent, const std::vector<Statement> &body) {
    for (const Statement &statement : body) {
      bool uses = statement.kind == Kind::Issue ||
                  statement.kind == Kind::Signal ||
                  statement.kind == Kind::Drain;
      uint32_t &engine =
          code.agents[agent].engines[static_cast<size_t>(statement.engine)];
      if (uses && engine == UINT32_MAX) {
        engine = code.numAgents() + code.numEngines++;
        code.leftInQueue.push_back(0);
      }
      if (statement.kind == Kind::Drain) {
        uint8_t &left = code.leftInQueue[engine - code.numAgents()];
        left = std::max<uint8_t>(left, statement.value.value);
      }
      countEngines(agent, statement.body);
      countEngines(agent, statement.otherwise);
    }
  }

  void compile(size_t position) {
    const Program::Agent &agent = program.agents[position];
    AgentCode &compiled = code.agents[position];
    current = position;
    compiled.begin = code.instrs.size();
    compiled.firstSlot = code.numSlots;
    flagSlots = agent.variables.size();
    tokenSlots = flagSlots + program.decisions.size();
    nextSlot = tokenSlots + agent.tokens.size();
    code.isToken.resize(code.numSlots + tokenSlots);
    code.isToken.resize(code.numSlots + nextSlot, true);
    compile(agent.body);
    code.instrs.push_back({InstrKind::End});
    compiled.numSlots = nextSlot;
    code.numSlots += nextSlot;
    code.isLongCounter.resize(code.numSlots);
    code.isToken.resize(code.numSlots);
    const std::vector<uint32_t> &rings = code.rings.ofVariable[position];
    code.slotPeriods.insert(code.slotPeriods.end(), periods[position].begin(),
                            periods[position].end());
    code.slotPeriods.resize(code.numSlots);
    code.slotRings.insert(code.slotRings.end(), rings.begin(), rings.end());
    code.slotRings.resize(code.numSlots, Rings::none);
  }

  void compile(const std::vector<Statement> &body) {
    for (const Statement &statement : body)
      compile(statement);
  }

  uint32_t here() const { return code.instrs.size(); }

  uint32_t emit(InstrKind kind, const Statement &statement) {
    Instr instr{kind, statement.engine};
    instr.statement = &statement;
    code.instrs.push_back(instr);
    return here() - 1;
  }

  void compile(const Statement &statement) {
    switch (statement.kind) {
    case Kind::If:
      return compileIf(statement);
    case Kind::Loop:
      return compileLoop(statement);
    case Kind::TripLoop:
      return compileTripLoop(statement);
    default:
      return compileEvent(statement);
    }
  }

  void compileIf(const Statement &statement) {
    uint32_t branch = emit(InstrKind::Branch, statement);
    code.instrs[branch].value = compile(statement.value);
    compile(statement.body);
    if (!statement.otherwise.empty()) {
      uint32_t jump = emit(InstrKind::Jump, statement);
      code.instrs[branch].target = here();
      compile(statement.otherwise);
      code.instrs[jump].target = here();
    } else {
      code.instrs[branch].target = here();
    }
  }

  void compileLoop(const Statement &statement) {
    uint32_t start = emit(InstrKind::LoopStart, statement);
    uint32_t slot = nextSlot++;
    code.instrs[start].value = compile(statement.value);
    code.instrs[start].slot = slot;
    bool isLong = statement.value.op == Expr::Op::Integer &&
                  statement.value.value > maxUnrolled;
    uint32_t test = emit(InstrKind::LoopTest, statement);
    code.instrs[test].slot = slot;
    code.instrs[test].isLong = isLong;
    if (isLong) {
      code.isLongCounter.resize(code.numSlots + slot + 1);
      code.isLongCounter[code.numSlots + slot] = true;
    }
    closeLoop(test, statement);
  }

  void compileTripLoop(const Statement &statement) {
    uint32_t test = emit(InstrKind::TripTest, statement);
    code.instrs[test].object = statement.object;
    closeLoop(test, statement);
  }

  void closeLoop(uint32_t test, const Statement &statement) {
    compile(statement.body);
    uint32_t jump = emit(InstrKind::Jump, statement);
    code.instrs[jump].target = test;
    code.instrs[test].target = here();
  }

  static InstrKind kindOf(const Statement &statement) {
    switch (statement.kind) {
    case Kind::Wait:
      return InstrKind::Wait;
    case Kind::Arrive:
      return InstrKind::Arrive;
    case Kind::Expect:
      return InstrKind::Expect;
    case Kind::Arm:
      return InstrKind::Arm;
    case Kind::Read:
    case Kind::Write:
    case Kind::Patch:
      return InstrKind::Access;
    case Kind::Take:
      return InstrKind::Take;
    case Kind::Load:
      return InstrKind::Load;
    case Kind::Issue:
      return InstrKind::Issue;
    case Kind::Signal:
      return InstrKind::Signal;
    case Kind::Drain:
      return InstrKind::Drain;
    case Kind::Sync:
      return InstrKind::Sync;
    case Kind::Set:
      return InstrKind::Set;
    case Kind::Choose:
      return InstrKind::Choose;
    case Kind::Test:
      return InstrKind::Test;
    case Kind::Token:
      return InstrKind::Token;
    default:
      return InstrKind::Fence;
    }
  }

  uint32_t firstSlotOf(Kind kind) const {
    if (kind == Kind::Choose)
      return flagSlots;
    return kind == Kind::Test || kind == Kind::Token ? tokenSlots : 0;
  }

  void compileEvent(const Statement &statement) {
    Instr &instr = code.instrs[emit(kindOf(statement), statement)];
    instr.value = compile(statement.value);
    instr.engineComp =
        code.agents[current].engines[static_cast<size_t>(statement.engine)];
    instr.object = statement.object;
    instr.slot = firstSlotOf(statement.kind) + statement.object;
    if (statement.token)
      instr.source = tokenSlots + *statement.token;
    if (!program.barriers.empty())
      instr.barrier =
          compile(statement.barrier, program.barriers, firstBarrier);
    instr.accessBegin = code.accesses.size();
    bool isPatch = statement.kind == Kind::Patch;
    bool writes = isPatch || statement.kind == Kind::Write ||
                  statement.kind == Kind::Load;
    compileAccesses(statement.buffers, writes, isPatch);
    compileAccesses(statement.written, /*isWrite=*/true, /*isPatch=*/false);
    compileAccesses(statement.patched, /*isWrite=*/true, /*isPatch=*/true);
    instr.accessEnd = code.accesses.size();
  }

  void compileAccesses(const std::vector<ElementRef> &refs, bool isWrite,
                       bool isPatch) {
    for (const ElementRef &ref : refs)
      code.accesses.push_back(
          {compile(ref, program.buffers, firstBuffer), isWrite, isPatch});
  }

  template <typename T>
  RefCode compile(const ElementRef &ref, const std::vector<T> &arrays,
                  const std::vector<uint32_t> &first) {
    return {first[ref.array], arrays[ref.array].size, compile(ref.index)};
  }

  ExprCode compile(const Expr &expr) {
    ExprCode compiled;
    compiled.constant = expr.value;
    compiled.begin = compiled.end = code.steps.size();
    if (expr.op == Expr::Op::Integer)
      return compiled;
    append(expr);
    compiled.end = code.steps.size();
    return compiled;
  }

  void append(const Expr &expr) {
    for (const Expr &operand : expr.operands)
      append(operand);
    if (expr.op == Expr::Op::Flag)
      code.steps.push_back(
          {Expr::Op::Variable, static_cast<int64_t>(flagSlots) + expr.value});
    else
      code.steps.push_back({expr.op, expr.value});
  }

  //===--- What may still come --------------------------------------------===//

  void findAhead() {
    code.deedWidth =
        std::max({program.decisions.size(), program.barriers.size(),
                  program.buffers.size(), code.rings.slots.size()});
    size_t words = (numDeeds * code.deedWidth + 63) / 64;
    code.aheadWords = words;
    code.ahead.resize(code.instrs.size() * words);
    for (uint32_t i = 0; i < code.instrs.size(); ++i)
      addOwn(code.instrs[i], code.ahead.data() + i * words);
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t i = code.instrs.size(); i-- > 0;)
        for (uint32_t next : successors(i))
          changed |= addAll(code.ahead.data() + i * words,
                            code.ahead.data() + next * words, words);
    }
  }

  static bool addAll(uint64_t *to, const uint64_t *from, size_t words) {
    uint64_t added = 0;
    for (size_t word = 0; word < words; ++word) {
      added |= from[word] & ~to[word];
      to[word] |= from[word];
    }
    return added != 0;
  }

  void addOwn(const Instr &instr, uint64_t *ahead) {
    auto add = [&](Deed deed, uint32_t object) {
      size_t bit = code.bitOf(deed, object);
      ahead[bit / 64] |= uint64_t(1) << bit % 64;
    };
    for (uint32_t i = instr.accessBegin; i < instr.accessEnd; ++i) {
      uint32_t array = code.buffers[code.accesses[i].buffer.first].array;
      add(accessBy(meansOf(instr), /*isWrite=*/false), array);
      if (code.accesses[i].isWrite)
        add(accessBy(meansOf(instr), /*isWrite=*/true), array);
    }
    if (auto stuck = code.rings.stuck.find(instr.statement);
        stuck != code.rings.stuck.end())
      for (uint32_t ring : stuck->second)
        add(Deed::IsStuck, ring);
    switch (instr.kind) {
    case InstrKind::Choose:
    case InstrKind::TripTest:
      return add(Deed::Asks, instr.object);
    case InstrKind::Wait:
    case InstrKind::Test:
      return add(Deed::Waits, instr.statement->barrier.array);
    case InstrKind::Arrive:
    case InstrKind::Arm:
    case InstrKind::Signal:
      add(Deed::Arrives, instr.statement->barrier.array);
      [[fallthrough]];
    case InstrKind::Expect:
    case InstrKind::Load:
      return add(Deed::Lands, instr.statement->barrier.array);
    default:
      return;
    }
  }

  static size_t meansOf(const Instr &instr) {
    if (instr.kind == InstrKind::Load)
      return numMeans - 1;
    return instr.kind == InstrKind::Issue ? 1 + size_t(instr.engine) : 0;
  }

  //===--- What may still be read -----------------------------------------===//

  void findLive() {
    uint32_t mostSlots = 0;
    for (const AgentCode &agent : code.agents)
      mostSlots = std::max(mostSlots, agent.numSlots);
    size_t words = mostSlots / 64 + 1;
    code.liveWords = words;
    code.live.resize(code.instrs.size() * words);
    std::vector<uint64_t> now(words);
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t i = code.instrs.size(); i-- > 0;) {
        std::fill(now.begin(), now.end(), 0);
        for (uint32_t next : successors(i))
          if (next != i)
            addAll(now.data(), code.live.data() + next * words, words);
        step(code.instrs[i], now.data());
        changed |= addAll(code.live.data() + i * words, now.data(), words);
      }
    }
  }

  /// From what is read after `instr` to what is read before it.
  void step(const Instr &instr, uint64_t *live) const {
    bool isUseless = false;
    if (setsSlot(instr)) {
      uint64_t &word = live[instr.slot / 64];
      uint64_t bit = uint64_t(1) << instr.slot % 64;
      // A variable from which only itself is computed is not read.
      isUseless =
          (instr.kind == InstrKind::Set || instr.kind == InstrKind::Token) &&
          !(word & bit);
      word &= ~bit;
    }
    if (!isUseless || mayFail(instr.value))
      addReads(instr, live);
  }

  bool mayFail(const ExprCode &expr) const {
    for (uint32_t i = expr.begin; i < expr.end; ++i) {
      Expr::Op op = code.steps[i].op;
      if (op != Expr::Op::Div && op != Expr::Op::Rem)
        continue;
      const ExprStep &divisor = code.steps[i - 1];
      if (divisor.op != Expr::Op::Integer || divisor.value == 0)
        return true;
    }
    return false;
  }

  static bool setsSlot(const Instr &instr) {
    return instr.kind == InstrKind::Set || instr.kind == InstrKind::Choose ||
           instr.kind == InstrKind::Test || instr.kind == InstrKind::Token ||
           instr.kind == InstrKind::LoopStart;
  }

  void addReads(const Instr &instr, uint64_t *live) const {
    auto addSlot = [&](size_t slot) {
      live[slot / 64] |= uint64_t(1) << slot % 64;
    };
    auto add = [&](const ExprCode &expr) {
      for (uint32_t i = expr.begin; i < expr.end; ++i)
        if (code.steps[i].op == Expr::Op::Variable)
          addSlot(code.steps[i].value);
    };
    add(instr.value);
    add(instr.barrier.index);
    for (uint32_t i = instr.accessBegin; i < instr.accessEnd; ++i)
      add(code.accesses[i].buffer.index);
    if (instr.kind == InstrKind::LoopTest)
      addSlot(instr.slot);
    if (instr.source)
      addSlot(*instr.source);
  }

  /// `i` itself stands for no successor.
  std::array<uint32_t, 2> successors(uint32_t i) const {
    const Instr &instr = code.instrs[i];
    switch (instr.kind) {
    case InstrKind::End:
      return {i, i};
    case InstrKind::Jump:
      return {instr.target, i};
    case InstrKind::Branch:
    case InstrKind::LoopTest:
    case InstrKind::TripTest:
      return {i + 1, instr.target};
    default:
      return {i + 1, i};
    }
  }

  Code &code;
  const Program &program;
  std::vector<std::vector<uint64_t>> periods;
  std::vector<int64_t> ctas;
  std::vector<uint32_t> firstBarrier, firstBuffer;
  size_t current = 0;
  uint32_t flagSlots = 0, tokenSlots = 0, nextSlot = 0;
};

/// Two's complement without overflow.
int64_t wrap(uint64_t value) { return static_cast<int64_t>(value); }

bool apply(Expr::Op op, int64_t a, int64_t b, int64_t &result) {
  uint64_t x = a, y = b;
  switch (op) {
  case Expr::Op::Add:
    result = wrap(x + y);
    return true;
  case Expr::Op::Sub:
    result = wrap(x - y);
    return true;
  case Expr::Op::Mul:
    result = wrap(x * y);
    return true;
  case Expr::Op::Div:
    result = b == 0 ? 0 : b == -1 ? wrap(0 - x) : a / b;
    return b != 0;
  case Expr::Op::Rem:
    result = b == 0 || b == -1 ? 0 : a % b;
    return b != 0;
  case Expr::Op::And:
    result = a & b;
    return true;
  case Expr::Op::Or:
    result = a | b;
    return true;
  case Expr::Op::Xor:
    result = a ^ b;
    return true;
  case Expr::Op::Equal:
    result = a == b;
    return true;
  case Expr::Op::NotEqual:
    result = a != b;
    return true;
  case Expr::Op::Less:
    result = a < b;
    return true;
  default:
    return false;
  }
}

} // namespace

Code::Code(const Program &program) : program(program) { Compiler(*this).run(); }

bool evaluate(const Code &code, const ExprCode &expr, const int64_t *slots,
              int64_t &value) {
  if (expr.isConstant()) {
    value = expr.constant;
    return true;
  }
  // A statement has at most 1000 operators; see Program.cpp.
  int64_t stack[1024];
  size_t depth = 0;
  for (uint32_t i = expr.begin; i < expr.end; ++i) {
    const ExprStep &step = code.steps[i];
    if (step.op == Expr::Op::Integer) {
      stack[depth++] = step.value;
    } else if (step.op == Expr::Op::Variable) {
      stack[depth++] = slots[step.value];
    } else {
      --depth;
      if (!apply(step.op, stack[depth - 1], stack[depth], stack[depth - 1]))
        return false;
    }
  }
  value = stack[0];
  return true;
}

} // namespace pipegroup::model::check_detail
