//===- ProgramTest.cpp - The text form of programs ------------------------===//
//
// A program that is printed reads as itself, and no text makes the parser
// fail in any way but with a problem.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <random>

using namespace pipegroup::model;
using namespace pipegroup::model::test;

namespace {

const char *const everything = R"(barrier full[2] count 32 cta 1
barrier b count 1
buffer a[2]
buffer t tensor
trip k
flag f
rendezvous r agents p c
agent p cta 1 {
  set i 0
  loop k {
    wait full[i % 2] parity ((i / 2) & 1) ^ 1
    arm full[i % 2] 128
    expect b 64
    load a[i % 2] on full[i % 2] 128
    arrive b 32
    fence
    choose f
    if f {
      issue tensor read a[0], a[1], write t
      issue store read t
      issue copy write a[1 - i * (2 + i)]
      issue tensor
    } else {
      signal tensor b 1
    }
    if i < 2 == f | i != 3 {
    }
    set i (i + 1) % 4
  }
}
agent c {
  token u
  test full[0] parity 1 as v
  token u v
  wait full[0] parity 1 unless u
  drain store
  sync r
  loop 3 {
    read a[0]
    take a[1]
    write t
  }
}
)";

TEST(ProgramTest, PrintsWhatItReads) {
  Program program = parse(everything);
  std::string printed = toString(program);
  Program again = parse(printed);
  EXPECT_EQ(program, again) << printed;
  EXPECT_EQ(printed, toString(again));
  // Parentheses that C does not need are dropped.
  EXPECT_NE(printed.find("parity i / 2 & 1 ^ 1"), std::string::npos);
  EXPECT_NE(printed.find("sync r"), std::string::npos);
}

TEST(ProgramTest, ReadsComments) {
  EXPECT_EQ(parse("# one\nbarrier b count 1 # two\n\n  # three\nagent p { }"),
            parse("barrier b count 1\nagent p {\n}\n"));
}

TEST(ProgramTest, OneArrivalNeedNotBeWritten) {
  EXPECT_EQ(parse("barrier b count 1\nagent p {\n  arrive b\n}\n"),
            parse("barrier b count 1\nagent p {\n  arrive b 1\n}\n"));
}

TEST(ProgramTest, LocationsAreLines) {
  Program program = parse("barrier b count 1\nagent p {\n\n  loop 2 {\n"
                          "    arrive b\n  }\n}\n");
  EXPECT_EQ(program.agents[0].body[0].location, 4);
  EXPECT_EQ(program.agents[0].body[0].body[0].location, 5);
}

TEST(ProgramTest, HasThePrecedenceOfC) {
  auto value = [](const std::string &expr) {
    // `arrive` of a wrong count tells the value.
    Verdict verdict = check(parse(
        "barrier b count 1\nagent p {\n  arrive b 0 - (" + expr + ")\n}\n"));
    return verdict.reason.substr(0, verdict.reason.find(" arrivals"));
  };
  EXPECT_EQ(value("2 + 3 * 4"), "agent 'p' has -14");
  EXPECT_EQ(value("10 - 3 - 2"), "agent 'p' has -5");
  EXPECT_EQ(value("7 / 2 % 2"), "agent 'p' has -1");
  EXPECT_EQ(value("1 | 6 & 3 ^ 1"), "agent 'p' has -3");
  EXPECT_EQ(value("6 & 3 == 3"), "agent 'p' has 0");
  EXPECT_EQ(value("1 < 2 == 1"), "agent 'p' has -1");
  EXPECT_EQ(value("2 * (3 + 4)"), "agent 'p' has -14");
}

TEST(ProgramTest, SaysWhatItFoundAndExpected) {
  auto problem = [](const std::string &text) {
    std::variant<Program, ParseProblem> parsed = parseProgram(text);
    const ParseProblem *found = std::get_if<ParseProblem>(&parsed);
    return found ? toString(*found) : "none";
  };
  std::string declared = "barrier b[2] count 1\nbuffer u\ntrip k\nflag f\n"
                         "agent p {\n";
  EXPECT_EQ(problem("barier b"),
            "line 1: found 'barier', expected 'barrier', 'buffer', 'trip', "
            "'flag', 'rendezvous' or 'agent'");
  EXPECT_EQ(problem("barrier b\n"),
            "line 1: found the end of the line, expected 'count'");
  EXPECT_EQ(problem("barrier b count 0\n"),
            "line 1: found '0', expected a number from 1 to 1048575");
  EXPECT_EQ(problem("barrier b count 99999999999999999999\n"),
            "line 1: found '99999999999999999999', expected a number from 1 to "
            "1048575");
  EXPECT_EQ(problem("trip k\nflag k\n"),
            "line 2: found 'k', expected a name that is not declared yet");
  EXPECT_EQ(problem("rendezvous r agents p\n"),
            "line 1: found 'p', expected the name of an agent");
  EXPECT_EQ(problem("agent p {\n}\nagent p {\n}\n"),
            "line 3: found 'p', expected a name that no other agent has");
  EXPECT_EQ(problem(declared + "  arrive b\n}\n"),
            "line 6: found the end of the line, expected '['");
  EXPECT_EQ(problem(declared + "  arrive c\n}\n"),
            "line 6: found 'c', expected the name of a barrier");
  EXPECT_EQ(problem(declared + "  wait b[0] parity x\n}\n"),
            "line 6: found 'x', expected a number, a variable that is set, or "
            "a flag");
  EXPECT_EQ(problem(declared + "  wait b[0] parity 0 unless t\n}\n"),
            "line 6: found 't', expected a token that is made");
  EXPECT_EQ(problem(declared + "  test b[0] parity 0\n}\n"),
            "line 6: found the end of the line, expected 'as'");
  EXPECT_EQ(problem(declared + "  load u b[0] 8\n}\n"),
            "line 6: found 'b', expected 'on'");
  EXPECT_EQ(problem(declared + "  issue warp read u\n}\n"),
            "line 6: found 'warp', expected 'tensor', 'store' or 'copy'");
  EXPECT_EQ(problem(declared + "  choose k\n}\n"),
            "line 6: found 'k', expected the name of a flag");
  EXPECT_EQ(problem(declared + "  fence fence\n}\n"),
            "line 6: found 'fence', expected the end of the line");
  EXPECT_EQ(problem(declared + "  fence"),
            "line 6: found the end, expected a statement or '}'");
  EXPECT_EQ(problem(declared + "  set x 3 ! 4\n}\n"),
            "line 6: found '!', expected the end of the line");
  EXPECT_EQ(problem("agent q {\n  sync r\n}\n"),
            "line 2: found 'r', expected the name of a rendezvous");
  EXPECT_EQ(problem("rendezvous r agents p\nagent p {\n}\nagent q {\n"
                    "  sync r\n}\n"),
            "line 5: found 'r', expected a rendezvous of agent 'q'");
}

TEST(ProgramTest, DepthIsLimited) {
  std::string deep(100000, '(');
  EXPECT_TRUE(std::holds_alternative<ParseProblem>(
      parseProgram("agent p {\n  set x " + deep + "\n}\n")));
  std::string blocks;
  for (int i = 0; i < 100000; ++i)
    blocks += "loop 2 {\n";
  EXPECT_TRUE(std::holds_alternative<ParseProblem>(
      parseProgram("agent p {\n" + blocks)));
  std::string sum = "1";
  for (int i = 0; i < 100000; ++i)
    sum += " + 1";
  EXPECT_TRUE(std::holds_alternative<ParseProblem>(
      parseProgram("agent p {\n  set x " + sum + "\n}\n")));
}

TEST(ProgramTest, NoTextIsTooMuch) {
  std::string text = everything;
  for (size_t length = 0; length < text.size(); ++length)
    parseProgram(std::string_view(text).substr(0, length));
  std::mt19937 random(7);
  const std::string pieces = "{}[]()+-%^&|=!<#,\n 019agentbarier\xff";
  CheckOptions options;
  options.maxRests = 50;
  options.maxEvents = 20000;
  for (int run = 0; run < 4000; ++run) {
    std::string changed = text;
    for (int change = 0; change < 3; ++change) {
      size_t at = random() % changed.size();
      if (random() % 2)
        changed[at] = pieces[random() % pieces.size()];
      else
        changed.erase(at, 1 + random() % 9);
    }
    std::variant<Program, ParseProblem> parsed = parseProgram(changed);
    if (Program *program = std::get_if<Program>(&parsed)) {
      EXPECT_EQ(parse(toString(*program)), *program);
      Verdict verdict = check(*program, options);
      if (verdict.witness) {
        EXPECT_EQ(judge(*verdict.witness, *program), "") << changed;
      }
    }
  }
}

} // namespace
