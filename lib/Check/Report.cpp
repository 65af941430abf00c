//===- Report.cpp - Verdicts as text and as JSON --------------------------===//

#include "pipegroup/Check/Check.h"

#include <algorithm>
#include <array>

namespace pipegroup::model {
namespace {

constexpr std::array<std::string_view, 10> faultNames = {
    "under-arrival", "bytes", "cycle", "over-arrival", "parity",
    "race",          "proxy", "stale", "unfinished",   "exit"};
constexpr std::array<std::string_view, 4> verdictNames = {"safe", "unsafe",
                                                          "unknown", "invalid"};
constexpr std::array<std::string_view, 19> eventNames = {
    "wait", "arrive", "expect", "arm",        "read",   "write", "patch",
    "take", "fence",  "load",   "issue",      "signal", "drain", "sync",
    "end",  "end",    "end",    "agent ends", "repeat"};

std::string_view wordOf(Event::Kind kind) {
  return eventNames[static_cast<size_t>(kind)];
}

std::string nameOf(const Element &element, const Program &program) {
  if (element.kind == Element::Kind::Barrier) {
    const Program::Barrier &array = program.barriers[element.array];
    return nameOfElement(array.name, array.size, element.index);
  }
  const Program::Buffer &array = program.buffers[element.array];
  return nameOfElement(array.name, array.size, element.index);
}

std::string namesOf(const std::vector<Element> &elements,
                    const Program &program) {
  std::string names;
  for (const Element &element : elements)
    names += (names.empty() ? "" : ", ") + nameOf(element, program);
  return names;
}

std::string accessesOf(const Event &event, const Program &program) {
  std::string all;
  auto add = [&](const char *word, const std::vector<Element> &elements) {
    if (!elements.empty())
      all += (all.empty() ? " " : ", ") + (word + namesOf(elements, program));
  };
  add("read ", event.reads);
  add("write ", event.writes);
  add("patch ", event.patches);
  return all;
}

bool changesBarrier(Event::Kind kind) {
  switch (kind) {
  case Event::Kind::Arrive:
  case Event::Kind::Expect:
  case Event::Kind::Arm:
  case Event::Kind::LoadEnd:
  case Event::Kind::SignalEnd:
    return true;
  default:
    return false;
  }
}

std::string number(int64_t value) { return std::to_string(value); }

std::string lackOf(int64_t arrivals, int64_t bytes) {
  return number(arrivals) + (arrivals == 1 ? " arrival" : " arrivals") +
         (bytes == 0 ? "" : " and " + number(bytes) + " bytes");
}

/// What the barrier looks like after an event.
std::string effectOf(const Event &event) {
  if (event.stands)
    return "stands here";
  if (event.kind == Event::Kind::Wait)
    return event.phase < 0 ? "passes, nothing to wait for"
                           : "for phase " + number(event.phase);
  if (!changesBarrier(event.kind))
    return "";
  std::string phase = "phase " + number(event.phase);
  return event.completes
             ? phase + " is complete"
             : phase + " lacks " +
                   lackOf(event.missingArrivals, event.missingBytes);
}

std::string pad(std::string text, size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

class TextWriter {
public:
  TextWriter(const Verdict &verdict, const Program &program,
             const LocationName &locationName)
      : verdict(verdict), program(program), locationName(locationName) {}

  std::string run() {
    text = std::string(nameOf(verdict.kind));
    if (verdict.witness)
      writeWitness(*verdict.witness);
    else
      text += (verdict.reason.empty() ? "" : ": " + verdict.reason) + "\n";
    for (const Remark &remark : verdict.redundantFences)
      text += "remark: the fence of '" + program.agents[remark.agent].name +
              "'" + placeOf(remark.location) + " publishes nothing\n";
    return std::move(text);
  }

private:
  std::string placeOf(int64_t location) const {
    std::string name = locationName    ? locationName(location)
                       : location == 0 ? ""
                                       : number(location);
    return name.empty() ? "" : " at " + name;
  }

  void writeWitness(const Witness &witness) {
    text += ": " + std::string(nameOf(witness.kind)) + ": " + witness.text +
            placeOf(witness.event.location) + "\n";
    writeChoices(witness);
    text += "execution:\n";
    for (const Event &event : witness.timeline)
      writeEvent(event);
    if (!witness.blocked.empty())
      text += "nothing can go on:\n";
    for (const BlockedAgent &blocked : witness.blocked)
      writeBlocked(blocked);
  }

  void writeChoices(const Witness &witness) {
    for (size_t i = 0; i < program.decisions.size(); ++i) {
      const Program::Decision &decision = program.decisions[i];
      std::string outcomes;
      for (const Choice &choice : witness.choices)
        if (choice.decision == i)
          outcomes += decision.isTrip ? (choice.outcome ? " on" : " out")
                                      : (choice.outcome ? " 1" : " 0");
      if (!outcomes.empty())
        text += "with " + decision.name + ":" + outcomes + "\n";
    }
  }

  void writeEvent(const Event &event) {
    std::string line =
        "  " + pad(program.agents[event.agent].name + ": ", agentWidth()) +
        toString(event, program);
    std::string effect = effectOf(event);
    if (!effect.empty())
      line = pad(line, 44) + "  " + effect;
    text += line + "\n";
  }

  size_t agentWidth() const {
    size_t width = 0;
    for (const Program::Agent &agent : program.agents)
      width = std::max(width, agent.name.size() + 2);
    return width;
  }

  void writeBlocked(const BlockedAgent &blocked) {
    text += "  " + program.agents[blocked.event.agent].name + " stands at " +
            toString(blocked.event, program) + placeOf(blocked.event.location);
    bool isWait = blocked.event.kind == Event::Kind::Wait;
    if (isWait)
      text += ": phase " + number(blocked.event.phase) + " lacks " +
              lackOf(blocked.missingArrivals, blocked.missingBytes);
    std::string names;
    for (size_t agent : blocked.awaited)
      names += (names.empty() ? "" : ", ") + program.agents[agent].name;
    if (!names.empty())
      text += (isWait ? "; can still arrive: " : ": waits for ") + names;
    text += "\n";
  }

  const Verdict &verdict;
  const Program &program;
  const LocationName &locationName;
  std::string text;
};

class JsonWriter {
public:
  JsonWriter(const Verdict &verdict, const Program &program,
             const LocationName &locationName)
      : verdict(verdict), program(program), locationName(locationName) {}

  std::string run() {
    std::string fields = field("verdict", quote(nameOf(verdict.kind)));
    if (!verdict.reason.empty())
      fields += ", " + field("reason", quote(verdict.reason));
    if (verdict.witness)
      fields += ", " + field("witness", show(*verdict.witness));
    std::vector<std::string> fences;
    for (const Remark &remark : verdict.redundantFences)
      fences.push_back("{" + agentOf(remark.agent) + ", " +
                       placeOf(remark.location) + "}");
    fields += ", " + field("redundant_fences", list(fences));
    fields += ", " + field("rests", std::to_string(verdict.rests));
    fields += ", " + field("events", std::to_string(verdict.events));
    return "{" + fields + "}";
  }

private:
  static std::string quote(std::string_view text) {
    std::string quoted = "\"";
    for (char c : text) {
      if (c == '"' || c == '\\')
        quoted += '\\';
      if (static_cast<unsigned char>(c) < 0x20) {
        const char *digits = "0123456789abcdef";
        quoted += std::string("\\u00") + digits[(c >> 4) & 15] + digits[c & 15];
      } else {
        quoted += c;
      }
    }
    return quoted + "\"";
  }
  static std::string field(std::string_view name, std::string value) {
    return quote(name) + ": " + std::move(value);
  }
  static std::string list(const std::vector<std::string> &items) {
    std::string text;
    for (const std::string &item : items)
      text += (text.empty() ? "" : ", ") + item;
    return "[" + text + "]";
  }
  std::string agentOf(size_t agent) const {
    return field("agent", quote(program.agents[agent].name));
  }
  std::string placeOf(int64_t location) const {
    return field("location", locationName ? quote(locationName(location))
                                          : number(location));
  }

  std::string show(const Event &event) const {
    std::string fields = agentOf(event.agent) + ", " +
                         field("event", quote(wordOf(event.kind))) + ", " +
                         field("text", quote(toString(event, program))) + ", " +
                         placeOf(event.location);
    if (event.element.kind != Element::Kind::None) {
      bool isBarrier = event.element.kind == Element::Kind::Barrier;
      const std::string &array =
          isBarrier ? program.barriers[event.element.array].name
                    : program.buffers[event.element.array].name;
      fields += ", " + field(isBarrier ? "barrier" : "buffer", quote(array)) +
                ", " + field("index", number(event.element.index));
    }
    if (event.stands)
      fields += ", " + field("stands", "true");
    if (event.kind == Event::Kind::Wait || changesBarrier(event.kind))
      fields += ", " + field("phase", number(event.phase));
    if (changesBarrier(event.kind))
      fields += ", " +
                field("missing_arrivals", number(event.missingArrivals)) +
                ", " + field("missing_bytes", number(event.missingBytes)) +
                ", " + field("completes", event.completes ? "true" : "false");
    return "{" + fields + "}";
  }

  std::string show(const std::vector<Event> &events) const {
    std::vector<std::string> items;
    for (const Event &event : events)
      items.push_back(show(event));
    return list(items);
  }

  std::string show(const BlockedAgent &blocked) const {
    std::vector<std::string> names;
    for (size_t agent : blocked.awaited)
      names.push_back(quote(program.agents[agent].name));
    return "{" + field("at", show(blocked.event)) + ", " +
           field("missing_arrivals", number(blocked.missingArrivals)) + ", " +
           field("missing_bytes", number(blocked.missingBytes)) + ", " +
           field("awaited", list(names)) + "}";
  }

  std::string show(const Choice &choice) const {
    return "{" +
           field("decision", quote(program.decisions[choice.decision].name)) +
           ", " + field("outcome", choice.outcome ? "true" : "false") + "}";
  }

  std::string show(const Witness &witness) const {
    std::vector<std::string> blocked, choices;
    for (const BlockedAgent &agent : witness.blocked)
      blocked.push_back(show(agent));
    for (const Choice &choice : witness.choices)
      choices.push_back(show(choice));
    return "{" + field("kind", quote(nameOf(witness.kind))) + ", " +
           field("text", quote(witness.text)) + ", " +
           field("at", show(witness.event)) + ", " +
           field("others", show(witness.others)) + ", " +
           field("blocked", list(blocked)) + ", " +
           field("choices", list(choices)) + ", " +
           field("timeline", show(witness.timeline)) + "}";
  }

  const Verdict &verdict;
  const Program &program;
  const LocationName &locationName;
};

} // namespace

std::string_view nameOf(FaultKind kind) {
  return faultNames[static_cast<size_t>(kind)];
}

std::string_view nameOf(Verdict::Kind kind) {
  return verdictNames[static_cast<size_t>(kind)];
}

std::string toString(const Event &event, const Program &program) {
  std::string word(wordOf(event.kind));
  std::string amount = " " + number(event.amount);
  std::string engine(nameOf(event.engine));
  std::string writes = namesOf(event.writes, program);
  switch (event.kind) {
  case Event::Kind::Wait:
    return word + " " + nameOf(event.element, program) + " parity" + amount;
  case Event::Kind::Arrive:
  case Event::Kind::Expect:
  case Event::Kind::Arm:
    return word + " " + nameOf(event.element, program) + amount;
  case Event::Kind::Read:
  case Event::Kind::Write:
  case Event::Kind::Patch:
  case Event::Kind::Take:
    return word + " " + nameOf(event.element, program);
  case Event::Kind::Load:
    return word + " " + writes + " on " + nameOf(event.element, program) +
           amount;
  case Event::Kind::LoadEnd:
    return "load of " + writes + " ends on " + nameOf(event.element, program) +
           amount;
  case Event::Kind::Issue:
    return word + " " + engine + accessesOf(event, program);
  case Event::Kind::IssueEnd:
    return engine + accessesOf(event, program) + " ends";
  case Event::Kind::Signal:
    return word + " " + engine + " " + nameOf(event.element, program) + amount;
  case Event::Kind::SignalEnd:
    return "signal of " + engine + " arrives at " +
           nameOf(event.element, program) + amount;
  case Event::Kind::Drain:
    return word + " " + engine + (event.amount == 0 ? "" : amount);
  case Event::Kind::Sync:
    return word + " " + program.rendezvous[event.object].name;
  case Event::Kind::Repeat:
    return "all loops go on alike" + amount + " times";
  case Event::Kind::Fence:
  case Event::Kind::Exit:
    break;
  }
  return word;
}

std::string toText(const Verdict &verdict, const Program &program,
                   const LocationName &locationName) {
  return TextWriter(verdict, program, locationName).run();
}

std::string toJson(const Verdict &verdict, const Program &program,
                   const LocationName &locationName) {
  return JsonWriter(verdict, program, locationName).run();
}

} // namespace pipegroup::model
