//===- Program.cpp - The text form of programs ----------------------------===//

#include "pipegroup/Model/Program.h"

#include <algorithm>
#include <array>

namespace pipegroup::model {
namespace {

using Op = Expr::Op;
using Kind = Statement::Kind;

constexpr std::array<std::string_view, numEngines> engineNames = {
    "tensor", "store", "copy"};
constexpr std::array<std::string_view, 21> kindNames = {
    "wait",  "test", "arrive", "expect", "arm",   "read",   "write",
    "patch", "take", "fence",  "load",   "issue", "signal", "drain",
    "sync",  "set",  "choose", "token",  "if",    "loop",   "loop"};

struct Operator {
  std::string_view text;
  Op op;
  int level;
};
/// C's precedence; a higher level binds tighter.
constexpr std::array<Operator, 11> operators = {{{"|", Op::Or, 0},
                                                 {"^", Op::Xor, 1},
                                                 {"&", Op::And, 2},
                                                 {"==", Op::Equal, 3},
                                                 {"!=", Op::NotEqual, 3},
                                                 {"<", Op::Less, 4},
                                                 {"+", Op::Add, 5},
                                                 {"-", Op::Sub, 5},
                                                 {"*", Op::Mul, 6},
                                                 {"/", Op::Div, 6},
                                                 {"%", Op::Rem, 6}}};
constexpr int numLevels = 7;

const Operator *operatorOf(std::string_view text) {
  for (const Operator &row : operators)
    if (row.text == text)
      return &row;
  return nullptr;
}
const Operator *operatorOf(Op op) {
  for (const Operator &row : operators)
    if (row.op == op)
      return &row;
  return nullptr;
}

/// Bounds that keep sums of them in range.
constexpr int64_t maxElements = 1 << 16;
constexpr int64_t maxNumber = INT64_C(1) << 62;
/// How deep braces and parentheses may nest.
constexpr int maxDepth = 200;
/// Operators of one statement.
constexpr int maxOperators = 1000;
/// The largest number of items that a drain leaves.
constexpr int64_t maxLeft = 255;

template <typename T>
std::optional<size_t> find(const std::vector<T> &things,
                           std::string_view name) {
  for (size_t i = 0; i < things.size(); ++i)
    if (things[i].name == name)
      return i;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

struct Token {
  enum class Kind { Name, Number, Punctuation, Line, End, Wrong };
  Kind kind;
  std::string_view text;
  size_t line;
};

bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNamePart(char c) {
  return isNameStart(c) || isDigit(c) || c == '.' || c == '$';
}

class Lexer {
public:
  explicit Lexer(std::string_view text) : text(text) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    while (at < text.size())
      if (std::optional<Token> token = next())
        tokens.push_back(*token);
    tokens.push_back({Token::Kind::Line, "", line});
    tokens.push_back({Token::Kind::End, "", line});
    return tokens;
  }

private:
  std::optional<Token> next() {
    char c = text[at];
    if (c == '\n')
      return Token{Token::Kind::Line, take(1), line++};
    if (c == ' ' || c == '\t' || c == '\r' || c == '#') {
      take(c == '#' ? lengthWhile([](char d) { return d != '\n'; }) : 1);
      return std::nullopt;
    }
    if (isNameStart(c))
      return Token{Token::Kind::Name, take(lengthWhile(isNamePart)), line};
    if (isDigit(c))
      return Token{Token::Kind::Number, take(lengthWhile(isDigit)), line};
    std::string_view two = text.substr(at, 2);
    if (two == "==" || two == "!=")
      return Token{Token::Kind::Punctuation, take(2), line};
    bool known =
        std::string_view("+-*/%&|^<(){}[],").find(c) != std::string_view::npos;
    return Token{known ? Token::Kind::Punctuation : Token::Kind::Wrong, take(1),
                 line};
  }

  template <typename Predicate> size_t lengthWhile(Predicate holds) {
    size_t end = at;
    while (end < text.size() && holds(text[end]))
      ++end;
    return end - at;
  }

  std::string_view take(size_t length) {
    std::string_view taken = text.substr(at, length);
    at += length;
    return taken;
  }

  std::string_view text;
  size_t at = 0, line = 1;
};

/// Reads until the first problem. Every function returns false after one.
class Parser {
public:
  explicit Parser(std::string_view text) : tokens(Lexer(text).run()) {}

  std::variant<Program, ParseProblem> run() {
    bool read = true;
    for (skipLines(); read && peek().kind != Token::Kind::End; skipLines())
      read = parseDeclaration();
    if (read && resolveRendezvous())
      return std::move(program);
    return *problem;
  }

private:
  //===--- Tokens ---------------------------------------------------------===//

  const Token &peek(size_t ahead = 0) const {
    return tokens[std::min(at + ahead, tokens.size() - 1)];
  }
  bool isNext(std::string_view text) const {
    return peek().text == text && peek().kind != Token::Kind::Line;
  }
  bool accept(std::string_view text) {
    if (!isNext(text))
      return false;
    ++at;
    return true;
  }
  void skipLines() {
    while (peek().kind == Token::Kind::Line)
      ++at;
  }

  static std::string quote(std::string_view text) {
    return "'" + std::string(text) + "'";
  }
  static std::string describe(const Token &token) {
    if (token.kind == Token::Kind::Line)
      return "the end of the line";
    return token.kind == Token::Kind::End ? "the end" : quote(token.text);
  }

  bool fail(size_t line, std::string found, std::string expected) {
    if (!problem)
      problem = ParseProblem{line, std::move(found), std::move(expected)};
    return false;
  }
  bool failAt(const Token &token, std::string expected) {
    return fail(token.line, describe(token), std::move(expected));
  }
  bool expect(std::string_view text) {
    return accept(text) || failAt(peek(), quote(text));
  }

  bool parseName(std::string_view &name, std::string_view what) {
    if (peek().kind != Token::Kind::Name)
      return failAt(peek(), std::string(what));
    name = tokens[at++].text;
    return true;
  }

  bool parseNumber(int64_t &number, int64_t low, int64_t high) {
    const Token &token = peek();
    std::string range =
        "a number from " + std::to_string(low) + " to " + std::to_string(high);
    if (token.kind != Token::Kind::Number)
      return failAt(token, range);
    number = 0;
    for (char digit : token.text) {
      number = number * 10 + (digit - '0');
      if (number > high)
        return failAt(token, range);
    }
    if (number < low)
      return failAt(token, range);
    ++at;
    return true;
  }

  bool parseLineEnd() {
    if (peek().kind != Token::Kind::Line)
      return failAt(peek(), "the end of the line");
    return true;
  }

  //===--- Declarations ---------------------------------------------------===//

  bool parseDeclaration() {
    if (accept("barrier"))
      return parseBarrier() && parseLineEnd();
    if (accept("buffer"))
      return parseBuffer() && parseLineEnd();
    if (accept("trip"))
      return parseDecision(/*isTrip=*/true) && parseLineEnd();
    if (accept("flag"))
      return parseDecision(/*isTrip=*/false) && parseLineEnd();
    if (accept("rendezvous"))
      return parseRendezvous() && parseLineEnd();
    if (accept("agent"))
      return parseAgent() && parseLineEnd();
    return failAt(peek(), "'barrier', 'buffer', 'trip', 'flag', 'rendezvous' "
                          "or 'agent'");
  }

  bool isDeclared(std::string_view name) const {
    return find(program.barriers, name) || find(program.buffers, name) ||
           find(program.decisions, name) || find(program.rendezvous, name);
  }

  bool parseNewName(std::string &name, std::string_view what) {
    const Token &token = peek();
    std::string_view read;
    if (!parseName(read, what))
      return false;
    if (isDeclared(read))
      return failAt(token, "a name that is not declared yet");
    name = read;
    return true;
  }

  bool parseSize(int64_t &size) {
    size = 1;
    return !accept("[") || (parseNumber(size, 1, maxElements) && expect("]"));
  }

  bool parseCta(int64_t &cta) {
    return !accept("cta") || parseNumber(cta, 0, maxElements);
  }

  bool parseBarrier() {
    Program::Barrier barrier;
    if (!parseNewName(barrier.name, "the name of a barrier") ||
        !parseSize(barrier.size) || !expect("count") ||
        !parseNumber(barrier.count, 1, (1 << 20) - 1) || !parseCta(barrier.cta))
      return false;
    program.barriers.push_back(std::move(barrier));
    return true;
  }

  bool parseBuffer() {
    Program::Buffer buffer;
    if (!parseNewName(buffer.name, "the name of a buffer") ||
        !parseSize(buffer.size))
      return false;
    buffer.isTensor = accept("tensor");
    program.buffers.push_back(std::move(buffer));
    return true;
  }

  bool parseDecision(bool isTrip) {
    Program::Decision decision{"", isTrip};
    if (!parseNewName(decision.name, "the name of a decision"))
      return false;
    program.decisions.push_back(std::move(decision));
    return true;
  }

  /// Agents may come later in the text.
  bool parseRendezvous() {
    Program::Rendezvous rendezvous;
    if (!parseNewName(rendezvous.name, "the name of a rendezvous") ||
        !expect("agents"))
      return false;
    std::vector<Token> names;
    do {
      names.push_back(peek());
      std::string_view name;
      if (!parseName(name, "the name of an agent"))
        return false;
      accept(",");
    } while (peek().kind != Token::Kind::Line);
    program.rendezvous.push_back(std::move(rendezvous));
    members.push_back(std::move(names));
    return true;
  }

  bool resolveRendezvous() {
    for (size_t i = 0; i < members.size(); ++i)
      for (const Token &name : members[i]) {
        std::optional<size_t> agent = find(program.agents, name.text);
        std::vector<size_t> &agents = program.rendezvous[i].agents;
        if (!agent)
          return failAt(name, "the name of an agent");
        for (size_t other : agents)
          if (other == *agent)
            return failAt(name, "each agent once");
        agents.push_back(*agent);
      }
    for (auto [agent, rendezvous, token] : syncs)
      if (!isMember(program.rendezvous[rendezvous], agent))
        return failAt(token, "a rendezvous of agent " +
                                 quote(program.agents[agent].name));
    return true;
  }

  static bool isMember(const Program::Rendezvous &rendezvous, size_t agent) {
    for (size_t member : rendezvous.agents)
      if (member == agent)
        return true;
    return false;
  }

  bool parseAgent() {
    Program::Agent agent;
    std::string_view name;
    const Token &token = peek();
    if (!parseName(name, "the name of an agent"))
      return false;
    if (find(program.agents, name))
      return failAt(token, "a name that no other agent has");
    agent.name = name;
    if (!parseCta(agent.cta))
      return false;
    findVariables(agent);
    variables = &agent.variables;
    tokenNames = &agent.tokens;
    if (!parseBlock(agent.body))
      return false;
    program.agents.push_back(std::move(agent));
    return true;
  }

  /// A variable may be read above its `set`, in the next turn of a loop, and so
  /// may a token.
  void findVariables(Program::Agent &agent) const {
    int open = 0;
    for (size_t i = at; i + 1 < tokens.size(); ++i) {
      open += tokens[i].text == "{" ? 1 : tokens[i].text == "}" ? -1 : 0;
      if (open == 0)
        return;
      if (tokens[i].text == "set" && tokens[i + 1].kind == Token::Kind::Name &&
          !position(agent.variables, tokens[i + 1].text))
        agent.variables.emplace_back(tokens[i + 1].text);
      if ((tokens[i].text == "as" || tokens[i].text == "token") &&
          tokens[i + 1].kind == Token::Kind::Name &&
          !position(agent.tokens, tokens[i + 1].text))
        agent.tokens.emplace_back(tokens[i + 1].text);
    }
  }

  static std::optional<size_t> position(const std::vector<std::string> &names,
                                        std::string_view name) {
    for (size_t i = 0; i < names.size(); ++i)
      if (names[i] == name)
        return i;
    return std::nullopt;
  }

  //===--- Statements -----------------------------------------------------===//

  bool parseBlock(std::vector<Statement> &body) {
    if (++depth > maxDepth)
      return failAt(peek(), "fewer than " + std::to_string(maxDepth) +
                                " blocks in one another");
    if (!expect("{"))
      return false;
    for (skipLines(); !accept("}"); skipLines()) {
      Statement statement;
      if (!parseStatement(statement))
        return false;
      body.push_back(std::move(statement));
      if (!isNext("}") && !parseLineEnd())
        return false;
    }
    --depth;
    return true;
  }

  bool parseStatement(Statement &statement) {
    statement.location = static_cast<int64_t>(peek().line);
    numOperators = 0;
    for (size_t i = 0; i + 1 < kindNames.size(); ++i)
      if (accept(kindNames[i])) {
        statement.kind = static_cast<Kind>(i);
        return parseOperands(statement);
      }
    return failAt(peek(), "a statement or '}'");
  }

  bool parseOperands(Statement &statement) {
    switch (statement.kind) {
    case Kind::Wait:
      return parseBarrierRef(statement) && expect("parity") &&
             parseExpr(statement.value) &&
             (!accept("unless") || parseToken(statement.token.emplace()));
    case Kind::Test:
      return parseBarrierRef(statement) && expect("parity") &&
             parseExpr(statement.value) && expect("as") &&
             parseToken(statement.object);
    case Kind::Arrive:
      return parseBarrierRef(statement) && parseCount(statement.value);
    case Kind::Expect:
    case Kind::Arm:
      return parseBarrierRef(statement) && parseExpr(statement.value);
    case Kind::Read:
    case Kind::Write:
    case Kind::Patch:
    case Kind::Take:
      return parseBufferRef(statement.buffers);
    case Kind::Fence:
      return true;
    case Kind::Load:
      return parseBufferRef(statement.buffers) && expect("on") &&
             parseBarrierRef(statement) && parseExpr(statement.value);
    case Kind::Issue:
      return parseEngine(statement.engine) && parseAccesses(statement);
    case Kind::Signal:
      return parseEngine(statement.engine) && parseBarrierRef(statement) &&
             parseCount(statement.value);
    case Kind::Drain:
      return parseEngine(statement.engine) && parseLeft(statement.value);
    case Kind::Sync:
      return parseSync(statement);
    case Kind::Set:
      return parseSet(statement);
    case Kind::Choose:
      return parseFlag(statement.object);
    case Kind::Token:
      return parseToken(statement.object) &&
             (peek().kind != Token::Kind::Name ||
              parseToken(statement.token.emplace()));
    case Kind::If:
      return parseIf(statement);
    case Kind::Loop:
    case Kind::TripLoop:
      return parseLoop(statement);
    }
    return false;
  }

  template <typename T>
  bool parseElement(const std::vector<T> &things, std::string_view what,
                    ElementRef &ref) {
    const Token &token = peek();
    std::string_view name;
    if (!parseName(name, what))
      return false;
    std::optional<size_t> array = find(things, name);
    if (!array)
      return failAt(token, std::string(what));
    ref.array = *array;
    if (things[*array].size == 1 && !isNext("["))
      return true;
    return expect("[") && parseExpr(ref.index) && expect("]");
  }

  bool parseBarrierRef(Statement &statement) {
    return parseElement(program.barriers, "the name of a barrier",
                        statement.barrier);
  }
  bool parseBufferRef(std::vector<ElementRef> &refs) {
    ElementRef ref;
    if (!parseElement(program.buffers, "the name of a buffer", ref))
      return false;
    refs.push_back(std::move(ref));
    return true;
  }

  bool parseCount(Expr &value) {
    if (peek().kind == Token::Kind::Line || isNext("}")) {
      value = Expr::integer(1);
      return true;
    }
    return parseExpr(value);
  }

  /// How many items a drain leaves in the queue.
  bool parseLeft(Expr &value) {
    int64_t left = 0;
    if (peek().kind == Token::Kind::Line || isNext("}"))
      return true;
    if (!parseNumber(left, 0, maxLeft))
      return false;
    value = Expr::integer(left);
    return true;
  }

  bool parseEngine(Engine &engine) {
    for (size_t i = 0; i < numEngines; ++i)
      if (accept(engineNames[i])) {
        engine = static_cast<Engine>(i);
        return true;
      }
    return failAt(peek(), "'tensor', 'store' or 'copy'");
  }

  /// What the next word adds elements to; null if it is none for accesses.
  std::vector<ElementRef> *accessed(Statement &statement) {
    if (isNext("read"))
      return &statement.buffers;
    if (isNext("write"))
      return &statement.written;
    return isNext("patch") ? &statement.patched : nullptr;
  }

  bool parseAccesses(Statement &statement) {
    while (std::vector<ElementRef> *refs = accessed(statement)) {
      ++at;
      do {
        if (!parseBufferRef(*refs))
          return false;
        accept(",");
      } while (peek().kind == Token::Kind::Name && !accessed(statement));
    }
    return true;
  }

  bool parseSync(Statement &statement) {
    const Token &token = peek();
    std::string_view name;
    if (!parseName(name, "the name of a rendezvous"))
      return false;
    std::optional<size_t> rendezvous = find(program.rendezvous, name);
    if (!rendezvous)
      return failAt(token, "the name of a rendezvous");
    statement.object = *rendezvous;
    syncs.push_back({program.agents.size(), *rendezvous, token});
    return true;
  }

  bool parseSet(Statement &statement) {
    std::string_view name;
    if (!parseName(name, "the name of a variable"))
      return false;
    statement.object = *position(*variables, name);
    return parseExpr(statement.value);
  }

  bool parseFlag(size_t &flag) {
    std::optional<size_t> found = find(program.decisions, peek().text);
    if (!found || program.decisions[*found].isTrip)
      return failAt(peek(), "the name of a flag");
    ++at;
    flag = *found;
    return true;
  }

  bool parseToken(size_t &token) {
    std::optional<size_t> found = position(*tokenNames, peek().text);
    if (!found)
      return failAt(peek(), "a token that is made");
    ++at;
    token = *found;
    return true;
  }

  bool parseIf(Statement &statement) {
    return parseExpr(statement.value) && parseBlock(statement.body) &&
           (!accept("else") || parseBlock(statement.otherwise));
  }

  bool parseLoop(Statement &statement) {
    std::optional<size_t> trip = find(program.decisions, peek().text);
    if (trip && program.decisions[*trip].isTrip) {
      ++at;
      statement.kind = Kind::TripLoop;
      statement.object = *trip;
    } else if (!parseExpr(statement.value)) {
      return false;
    }
    return parseBlock(statement.body);
  }

  //===--- Expressions ----------------------------------------------------===//

  bool parseExpr(Expr &expr, int level = 0) {
    if (level == numLevels)
      return parseOperand(expr);
    if (!parseExpr(expr, level + 1))
      return false;
    for (;;) {
      const Operator *row = operatorOf(peek().text);
      if (!row || row->level != level)
        return true;
      if (++numOperators > maxOperators)
        return failAt(peek(), "a shorter statement");
      ++at;
      Expr right;
      if (!parseExpr(right, level + 1))
        return false;
      expr = Expr::binary(row->op, std::move(expr), std::move(right));
    }
  }

  bool parseOperand(Expr &expr) {
    if (isNext("("))
      return parseParentheses(expr);
    if (peek().kind == Token::Kind::Name)
      return parseVariable(expr);
    if (peek().kind != Token::Kind::Number)
      return failAt(peek(), "an expression");
    return parseNumber(expr.value, 0, maxNumber);
  }

  bool parseParentheses(Expr &expr) {
    if (++depth > maxDepth)
      return failAt(peek(), "fewer than " + std::to_string(maxDepth) +
                                " parentheses in one another");
    ++at;
    bool read = parseExpr(expr) && expect(")");
    --depth;
    return read;
  }

  bool parseVariable(Expr &expr) {
    std::optional<size_t> variable = position(*variables, peek().text);
    std::optional<size_t> flag = find(program.decisions, peek().text);
    if (variable)
      expr = Expr::variable(*variable);
    else if (flag && !program.decisions[*flag].isTrip)
      expr = Expr::flag(*flag);
    else
      return failAt(peek(), "a number, a variable that is set, or a flag");
    ++at;
    return true;
  }

  struct SyncUse {
    size_t agent, rendezvous;
    Token token;
  };

  std::vector<Token> tokens;
  size_t at = 0;
  int depth = 0, numOperators = 0;
  Program program;
  std::vector<std::vector<Token>> members;
  std::vector<SyncUse> syncs;
  const std::vector<std::string> *variables = nullptr, *tokenNames = nullptr;
  std::optional<ParseProblem> problem;
};

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

class Printer {
public:
  explicit Printer(const Program &program) : program(program) {}

  std::string run() {
    for (const Program::Barrier &barrier : program.barriers)
      text += "barrier " + barrier.name + sizeOf(barrier.size) + " count " +
              std::to_string(barrier.count) + ctaOf(barrier.cta) + "\n";
    for (const Program::Buffer &buffer : program.buffers)
      text += "buffer " + buffer.name + sizeOf(buffer.size) +
              (buffer.isTensor ? " tensor" : "") + "\n";
    for (const Program::Decision &decision : program.decisions)
      text += (decision.isTrip ? "trip " : "flag ") + decision.name + "\n";
    for (const Program::Rendezvous &rendezvous : program.rendezvous)
      printRendezvous(rendezvous);
    for (const Program::Agent &agent : program.agents)
      printAgent(agent);
    return std::move(text);
  }

private:
  static std::string sizeOf(int64_t size) {
    return size == 1 ? "" : "[" + std::to_string(size) + "]";
  }
  static std::string ctaOf(int64_t cta) {
    return cta == 0 ? "" : " cta " + std::to_string(cta);
  }

  void printRendezvous(const Program::Rendezvous &rendezvous) {
    text += "rendezvous " + rendezvous.name + " agents";
    for (size_t member : rendezvous.agents)
      text += " " + program.agents[member].name;
    text += "\n";
  }

  void printAgent(const Program::Agent &printed) {
    agent = &printed;
    text += "agent " + printed.name + ctaOf(printed.cta) + " {\n";
    printBody(printed.body, 1);
    text += "}\n";
  }

  void printBody(const std::vector<Statement> &body, size_t indent) {
    std::string margin(2 * indent, ' ');
    for (const Statement &statement : body) {
      text +=
          margin + std::string(nameOf(statement.kind)) + operandsOf(statement);
      if (statement.kind >= Kind::If) {
        text += " {\n";
        printBody(statement.body, indent + 1);
        text += margin + "}";
      }
      if (!statement.otherwise.empty()) {
        text += " else {\n";
        printBody(statement.otherwise, indent + 1);
        text += margin + "}";
      }
      text += "\n";
    }
  }

  std::string operandsOf(const Statement &statement) const {
    switch (statement.kind) {
    case Kind::Wait:
      return " " + barrierOf(statement) + " parity " + show(statement.value) +
             (statement.token ? " unless " + agent->tokens[*statement.token]
                              : "");
    case Kind::Test:
      return " " + barrierOf(statement) + " parity " + show(statement.value) +
             " as " + agent->tokens[statement.object];
    case Kind::Arrive:
    case Kind::Expect:
    case Kind::Arm:
      return " " + barrierOf(statement) + " " + show(statement.value);
    case Kind::Read:
    case Kind::Write:
    case Kind::Patch:
    case Kind::Take:
      return " " + bufferOf(statement.buffers.front());
    case Kind::Fence:
      return "";
    case Kind::Load:
      return " " + bufferOf(statement.buffers.front()) + " on " +
             barrierOf(statement) + " " + show(statement.value);
    case Kind::Issue:
      return engineOf(statement) + accessesOf(statement);
    case Kind::Signal:
      return engineOf(statement) + " " + barrierOf(statement) + " " +
             show(statement.value);
    case Kind::Drain:
      return engineOf(statement) + (statement.value == Expr::integer(0)
                                        ? ""
                                        : " " + show(statement.value));
    case Kind::Sync:
      return " " + program.rendezvous[statement.object].name;
    case Kind::Set:
      return " " + agent->variables[statement.object] + " " +
             show(statement.value);
    case Kind::Token:
      return " " + agent->tokens[statement.object] +
             (statement.token ? " " + agent->tokens[*statement.token] : "");
    case Kind::Choose:
    case Kind::TripLoop:
      return " " + program.decisions[statement.object].name;
    case Kind::If:
    case Kind::Loop:
      return " " + show(statement.value);
    }
    return "";
  }

  static std::string engineOf(const Statement &statement) {
    return " " + std::string(nameOf(statement.engine));
  }

  std::string accessesOf(const Statement &statement) const {
    std::string all;
    auto add = [&](const std::vector<ElementRef> &refs, std::string word) {
      for (const ElementRef &ref : refs) {
        all += (all.empty() ? " " : ", ") + word + bufferOf(ref);
        word.clear();
      }
    };
    add(statement.buffers, "read ");
    add(statement.written, "write ");
    add(statement.patched, "patch ");
    return all;
  }

  template <typename T>
  std::string elementOf(const std::vector<T> &things,
                        const ElementRef &ref) const {
    const T &thing = things[ref.array];
    if (thing.size == 1 && ref.index == Expr::integer(0))
      return thing.name;
    return thing.name + "[" + show(ref.index) + "]";
  }
  std::string barrierOf(const Statement &statement) const {
    return elementOf(program.barriers, statement.barrier);
  }
  std::string bufferOf(const ElementRef &ref) const {
    return elementOf(program.buffers, ref);
  }

  std::string show(const Expr &expr, int level = 0) const {
    switch (expr.op) {
    case Op::Integer:
      // The text form has no sign.
      return expr.value < 0 ? "(0 - " + std::to_string(-expr.value) + ")"
                            : std::to_string(expr.value);
    case Op::Variable:
      return agent->variables[expr.value];
    case Op::Flag:
      return program.decisions[expr.value].name;
    default:
      break;
    }
    const Operator &row = *operatorOf(expr.op);
    std::string shown = show(expr.operands[0], row.level) + " " +
                        std::string(row.text) + " " +
                        show(expr.operands[1], row.level + 1);
    return row.level < level ? "(" + shown + ")" : shown;
  }

  const Program &program;
  const Program::Agent *agent = nullptr;
  std::string text;
};

//===----------------------------------------------------------------------===//
// Looking for mistakes
//===----------------------------------------------------------------------===//

class Inspector {
public:
  explicit Inspector(const Program &program) : program(program) {}

  std::optional<std::string> run() {
    inspectSizes();
    for (const Program::Rendezvous &rendezvous : program.rendezvous)
      for (size_t member : rendezvous.agents)
        need(member < program.agents.size(), "a rendezvous of unknown agents");
    for (size_t i = 0; i < program.agents.size() && !problem; ++i) {
      agent = i;
      inspect(program.agents[i].body, 0);
    }
    return problem;
  }

private:
  void need(bool holds, std::string_view otherwise) {
    if (!holds && !problem)
      problem = "has " + std::string(otherwise);
  }

  void inspectSizes() {
    int64_t elements = 0;
    auto add = [&](int64_t size) {
      need(size >= 1 && size <= maxElements, "an array of an impossible size");
      elements = std::min(elements + std::max<int64_t>(size, 0), 1000000l);
    };
    for (const Program::Barrier &barrier : program.barriers) {
      add(barrier.size);
      need(barrier.count >= 1 && barrier.count < 1 << 20,
           "a barrier with an impossible count");
    }
    for (const Program::Buffer &buffer : program.buffers)
      add(buffer.size);
    need(elements <= maxElements, "too many barriers and buffers");
  }

  void inspect(const std::vector<Statement> &body, int depth) {
    need(depth <= maxDepth, "blocks that are too deep in one another");
    for (size_t i = 0; i < body.size() && !problem; ++i)
      inspect(body[i], depth);
  }

  void inspect(const Statement &statement, int depth) {
    inspect(statement.value, 0);
    inspectRefs(statement);
    switch (statement.kind) {
    case Kind::Sync:
      need(statement.object < program.rendezvous.size() && takesPart(statement),
           "a sync at a rendezvous of others");
      break;
    case Kind::Set:
      need(statement.object < program.agents[agent].variables.size(),
           "an unknown variable");
      break;
    case Kind::Test:
    case Kind::Token:
      need(isToken(statement.object), "an unknown token");
      break;
    case Kind::Choose:
      need(isDecision(statement.object, /*isTrip=*/false), "an unknown flag");
      break;
    case Kind::TripLoop:
      need(isDecision(statement.object, /*isTrip=*/true), "an unknown trip");
      break;
    case Kind::Drain:
      need(statement.value.op == Op::Integer && statement.value.value >= 0 &&
               statement.value.value <= maxLeft,
           "a drain that leaves an impossible number");
      break;
    default:
      break;
    }
    need(!statement.token || isToken(*statement.token), "an unknown token");
    inspect(statement.body, depth + 1);
    inspect(statement.otherwise, depth + 1);
  }

  void inspectRefs(const Statement &statement) {
    Kind kind = statement.kind;
    bool usesBarrier =
        kind <= Kind::Arm || kind == Kind::Load || kind == Kind::Signal;
    bool usesBuffer = kind == Kind::Read || kind == Kind::Write ||
                      kind == Kind::Patch || kind == Kind::Take ||
                      kind == Kind::Load;
    need(!usesBarrier || statement.barrier.array < program.barriers.size(),
         "an unknown barrier");
    need(!usesBuffer || statement.buffers.size() == 1,
         "an access of several buffers");
    inspect(statement.barrier.index, 0);
    for (const auto *refs :
         {&statement.buffers, &statement.written, &statement.patched})
      for (const ElementRef &ref : *refs) {
        need(ref.array < program.buffers.size(), "an unknown buffer");
        inspect(ref.index, 0);
      }
  }

  void inspect(const Expr &expr, int depth) {
    need(depth <= maxOperators, "an expression that is too deep");
    if (problem)
      return;
    if (expr.op == Op::Variable)
      need(expr.value >= 0 && static_cast<size_t>(expr.value) <
                                  program.agents[agent].variables.size(),
           "an unknown variable");
    if (expr.op == Op::Flag)
      need(expr.value >= 0 && isDecision(expr.value, /*isTrip=*/false),
           "an unknown flag");
    need(expr.op <= Op::Flag || expr.operands.size() == 2,
         "an operator without two operands");
    for (const Expr &operand : expr.operands)
      inspect(operand, depth + 1);
  }

  bool isDecision(size_t position, bool isTrip) const {
    return position < program.decisions.size() &&
           program.decisions[position].isTrip == isTrip;
  }

  bool isToken(size_t position) const {
    return position < program.agents[agent].tokens.size();
  }

  bool takesPart(const Statement &sync) const {
    for (size_t member : program.rendezvous[sync.object].agents)
      if (member == agent)
        return true;
    return false;
  }

  const Program &program;
  size_t agent = 0;
  std::optional<std::string> problem;
};

} // namespace

std::string_view nameOf(Engine engine) {
  return engineNames[static_cast<size_t>(engine)];
}

std::string_view nameOf(Statement::Kind kind) {
  return kindNames[static_cast<size_t>(kind)];
}

std::string nameOfElement(std::string_view array, int64_t size, int64_t index) {
  std::string name(array);
  return size == 1 ? name : name + "[" + std::to_string(index) + "]";
}

bool operator==(const Statement &a, const Statement &b) {
  return a.kind == b.kind && a.barrier == b.barrier && a.buffers == b.buffers &&
         a.written == b.written && a.patched == b.patched &&
         a.engine == b.engine && a.object == b.object && a.token == b.token &&
         a.value == b.value && a.body == b.body && a.otherwise == b.otherwise;
}

bool operator==(const Program &a, const Program &b) {
  auto all = [](const auto &left, const auto &right, auto same) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      same);
  };
  return all(a.barriers, b.barriers,
             [](const Program::Barrier &x, const Program::Barrier &y) {
               return x.name == y.name && x.size == y.size &&
                      x.count == y.count && x.cta == y.cta;
             }) &&
         all(a.buffers, b.buffers,
             [](const Program::Buffer &x, const Program::Buffer &y) {
               return x.name == y.name && x.size == y.size &&
                      x.isTensor == y.isTensor;
             }) &&
         all(a.decisions, b.decisions,
             [](const Program::Decision &x, const Program::Decision &y) {
               return x.name == y.name && x.isTrip == y.isTrip;
             }) &&
         all(a.rendezvous, b.rendezvous,
             [](const Program::Rendezvous &x, const Program::Rendezvous &y) {
               return x.name == y.name && x.agents == y.agents;
             }) &&
         all(a.agents, b.agents,
             [](const Program::Agent &x, const Program::Agent &y) {
               return x.name == y.name && x.cta == y.cta &&
                      x.variables == y.variables && x.tokens == y.tokens &&
                      x.body == y.body;
             });
}

std::string toString(const ParseProblem &problem) {
  return "line " + std::to_string(problem.line) + ": found " + problem.found +
         ", expected " + problem.expected;
}

std::variant<Program, ParseProblem> parseProgram(std::string_view text) {
  return Parser(text).run();
}

std::string toString(const Program &program) { return Printer(program).run(); }

std::optional<std::string> findProblem(const Program &program) {
  return Inspector(program).run();
}

} // namespace pipegroup::model
