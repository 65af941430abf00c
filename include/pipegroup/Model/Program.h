//===- Program.h - What agents do with barriers and buffers, as data ------===//
//
// Part of the core: plain C++17, no LLVM include. docs/CheckerModel.md says
// what a program means and how its text form reads.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_MODEL_PROGRAM_H
#define PIPEGROUP_MODEL_PROGRAM_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pipegroup::model {

/// An expression over the variables and flags of one agent.
struct Expr {
  enum class Op : uint8_t {
    Integer,
    Variable,
    Flag,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Equal,
    NotEqual,
    Less,
  };

  Op op = Op::Integer;
  /// The integer, or the position of the variable or the decision.
  int64_t value = 0;
  /// Two of them for an operator.
  std::vector<Expr> operands = {};

  static Expr integer(int64_t value) { return {Op::Integer, value}; }
  static Expr variable(size_t position) {
    return {Op::Variable, static_cast<int64_t>(position)};
  }
  static Expr flag(size_t decision) {
    return {Op::Flag, static_cast<int64_t>(decision)};
  }
  static Expr binary(Op op, Expr left, Expr right) {
    return {op, 0, {std::move(left), std::move(right)}};
  }

  friend bool operator==(const Expr &a, const Expr &b) {
    return a.op == b.op && a.value == b.value && a.operands == b.operands;
  }
};

enum class Engine : uint8_t { Tensor, Store, Copy };
inline constexpr size_t numEngines = 3;
std::string_view nameOf(Engine engine);

/// An element of an array of barriers or of buffers.
struct ElementRef {
  size_t array = 0;
  Expr index = {};

  friend bool operator==(const ElementRef &a, const ElementRef &b) {
    return a.array == b.array && a.index == b.index;
  }
};

struct Statement {
  enum class Kind : uint8_t {
    Wait,
    Test,
    Arrive,
    Expect,
    Arm,
    Read,
    Write,
    Patch,
    Take,
    Fence,
    Load,
    Issue,
    Signal,
    Drain,
    Sync,
    Set,
    Choose,
    Token,
    If,
    Loop,
    TripLoop,
  };

  Kind kind = Kind::Fence;
  /// Wait, Test, Arrive, Expect, Arm, Load and Signal.
  ElementRef barrier = {};
  /// Read, Write, Patch, Take and Load: one. Issue: what the operation reads.
  std::vector<ElementRef> buffers = {};
  /// Issue: what the operation writes, and what it writes a part of.
  std::vector<ElementRef> written = {}, patched = {};
  /// Issue, Signal and Drain.
  Engine engine = Engine::Tensor;
  /// The rendezvous of Sync, the variable of Set, the decision of Choose and
  /// TripLoop, the token that Test or Token gives a value.
  size_t object = 0;
  /// The token that may spare Wait; the one that Token copies, or none.
  std::optional<size_t> token = std::nullopt;
  /// The parity of Wait and Test, the count of Arrive, Signal and Loop, the
  /// bytes of Expect, Arm and Load, the integer that Drain leaves, the value of
  /// Set, the condition of If.
  Expr value = {};
  std::vector<Statement> body = {};
  /// What If does when its condition is 0.
  std::vector<Statement> otherwise = {};
  /// Whatever the caller wants to find again. The parser puts a line there.
  int64_t location = 0;

  /// Ignores locations.
  friend bool operator==(const Statement &a, const Statement &b);
};

std::string_view nameOf(Statement::Kind kind);

/// What a program declares, and what its agents do.
struct Program {
  struct Barrier {
    std::string name;
    int64_t size = 1, count = 1, cta = 0;
  };
  struct Buffer {
    std::string name;
    int64_t size = 1;
    /// In tensor memory, to which the proxy rule does not apply.
    bool isTensor = false;
  };
  struct Decision {
    std::string name;
    bool isTrip = true;
  };
  struct Rendezvous {
    std::string name;
    std::vector<size_t> agents;
  };
  struct Agent {
    std::string name;
    int64_t cta = 0;
    std::vector<std::string> variables = {};
    std::vector<Statement> body = {};
    std::vector<std::string> tokens = {};
  };

  std::vector<Barrier> barriers;
  std::vector<Buffer> buffers;
  std::vector<Decision> decisions;
  std::vector<Rendezvous> rendezvous;
  std::vector<Agent> agents;
};

/// Ignores locations.
bool operator==(const Program &a, const Program &b);

/// Why a text is no program. Lines count from 1.
struct ParseProblem {
  size_t line;
  std::string found, expected;
};

std::string toString(const ParseProblem &problem);

std::variant<Program, ParseProblem> parseProgram(std::string_view text);

/// A text that `parseProgram` reads as the same program. Takes it that
/// `findProblem` finds none.
std::string toString(const Program &program);

/// An array's element as in the text form.
std::string nameOfElement(std::string_view array, int64_t size, int64_t index);

/// What is wrong with a program that was not read from a text, such as a
/// position that does not exist.
std::optional<std::string> findProblem(const Program &program);

} // namespace pipegroup::model

#endif // PIPEGROUP_MODEL_PROGRAM_H
