"""The text form of programs, docs/CheckerModel.md section 1, and its parser."""

import re
from collections import namedtuple


class ProgramError(Exception):
    """The text is no program, or running it has no meaning (an index outside
    its array, a division by zero)."""


Barrier = namedtuple("Barrier", "size count cta")
Buffer = namedtuple("Buffer", "size tensor")
Agent = namedtuple("Agent", "name cta body")
Statement = namedtuple("Statement", "kind args")


class Program:
    """What the text declares.

    barriers, buffers: name -> Barrier, Buffer. decisions: name -> "trip" or
    "flag". rendezvous: name -> names of agents. agents: list of Agent.
    """

    def __init__(self):
        self.barriers = {}
        self.buffers = {}
        self.decisions = {}
        self.rendezvous = {}
        self.agents = []


TOKEN = re.compile(
    r"\s+|#[^\n]*|([A-Za-z_][A-Za-z0-9_.$]*|\d+|==|!=|[-+*/%&|^<(){}\[\],])"
)
NAME = re.compile(r"[A-Za-z_]")
ENGINES = ("tensor", "store", "copy")
STATEMENTS = tuple(
    "wait test arrive expect arm read write patch take fence load issue signal drain sync "
    "set choose token if loop".split()
)
DECLARATIONS = ("barrier", "buffer", "trip", "flag", "rendezvous", "agent")

# C's precedence, loosest first.
LEVELS = (("|",), ("^",), ("&",), ("==", "!="), ("<",), ("+", "-"), ("*", "/", "%"))


def wrap(value):
    """Returns `value` as a signed 64-bit number."""
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


def divide(left, right):
    """Returns C's quotient, which rounds towards zero. Raises ProgramError for
    a division by zero."""
    if right == 0:
        raise ProgramError("division by zero")
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


OPERATORS = {
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "+": lambda a, b: wrap(a + b),
    "-": lambda a, b: wrap(a - b),
    "*": lambda a, b: wrap(a * b),
    "/": lambda a, b: wrap(divide(a, b)),
    "%": lambda a, b: a - b * divide(a, b),
}


def evaluate(expression, variables):
    """Returns the value of an expression: an int, a name (0 before it is set)
    or a tuple (operator, left, right). Raises ProgramError."""
    if isinstance(expression, int):
        return expression
    if isinstance(expression, str):
        return variables.get(expression, 0)
    operator, left, right = expression
    return OPERATORS[operator](evaluate(left, variables), evaluate(right, variables))


class Parser:
    """Recursive descent over the tokens of one program."""

    def __init__(self, text):
        self.tokens = []
        self.rows = []  # in which line of the text each token stands
        row = place = 0
        while place < len(text):
            match = TOKEN.match(text, place)
            if not match:
                raise ProgramError("unexpected character '%s'" % text[place])
            if match.group(1):
                self.tokens.append(match.group(1))
                self.rows.append(row)
            row += match.group(0).count("\n")
            place = match.end()
        self.tokens.append("")
        self.rows.append(row + 1)
        self.place = 0
        self.program = Program()
        self.used = set()  # by the expressions of one agent
        self.set = set()  # by its statements
        self.spent = set()  # tokens that its statements use
        self.made = set()  # and that they make

    def peek(self):
        return self.tokens[self.place]

    def take(self, *expected):
        """Returns the next token, which must be one of `expected` if given."""
        token = self.peek()
        if expected and token not in expected:
            raise ProgramError(
                "expected '%s', got '%s'" % ("' or '".join(expected), token)
            )
        self.place += 1
        return token

    def accept(self, token):
        """Takes the next token if it is `token`; returns whether it was."""
        if self.peek() != token:
            return False
        self.place += 1
        return True

    def name(self):
        if not NAME.match(self.peek()):
            raise ProgramError("expected a name, got '%s'" % self.peek())
        return self.take()

    def number(self):
        if not self.peek().isdigit():
            raise ProgramError("expected a number, got '%s'" % self.peek())
        return int(self.take())

    def positive(self):
        value = self.number()
        if value < 1:
            raise ProgramError("expected a positive number")
        return value

    def expression(self, level=0):
        if level == len(LEVELS):
            if self.accept("("):
                inner = self.expression()
                self.take(")")
                return inner
            if self.peek().isdigit():
                return self.number()
            self.used.add(self.name())
            return self.tokens[self.place - 1]
        left = self.expression(level + 1)
        while self.peek() in LEVELS[level]:
            operator = self.take()
            left = (operator, left, self.expression(level + 1))
        return left

    def element(self, table):
        """Returns (name, index expression) of an element of an array that
        `table` declares."""
        name = self.name()
        if name not in table:
            raise ProgramError("'%s' is not declared" % name)
        index = 0
        if self.accept("["):
            index = self.expression()
            self.take("]")
        return name, index

    def declare(self, table, value_of):
        name = self.name()
        for names in (
            self.program.barriers,
            self.program.buffers,
            self.program.decisions,
            self.program.rendezvous,
        ):
            if name in names:
                raise ProgramError("'%s' is declared twice" % name)
        table[name] = value_of()

    def size(self):
        if not self.accept("["):
            return 1
        size = self.positive()
        self.take("]")
        return size

    def cta(self):
        return self.number() if self.accept("cta") else 0

    def barrier(self):
        size = self.size()
        self.take("count")
        count = self.positive()
        return Barrier(size, count, self.cta())

    def buffer(self):
        size = self.size()
        return Buffer(size, self.accept("tensor"))

    def members(self):
        self.take("agents")
        members = []
        while NAME.match(self.peek()) and self.peek() not in DECLARATIONS:
            members.append(self.take())
            self.accept(",")
        return members

    def parse(self):
        """Returns the Program. Raises ProgramError."""
        program = self.program
        while self.peek():
            kind = self.take(*DECLARATIONS)
            if kind == "barrier":
                self.declare(program.barriers, self.barrier)
            elif kind == "buffer":
                self.declare(program.buffers, self.buffer)
            elif kind == "rendezvous":
                self.declare(program.rendezvous, self.members)
            elif kind == "agent":
                program.agents.append(self.agent())
            else:
                self.declare(program.decisions, lambda: kind)
        self.resolve()
        return program

    def resolve(self):
        names = [agent.name for agent in self.program.agents]
        if len(set(names)) != len(names):
            raise ProgramError("two agents of one name")
        for name, members in self.program.rendezvous.items():
            if (
                not members
                or len(set(members)) != len(members)
                or set(members) - set(names)
            ):
                raise ProgramError("rendezvous '%s' must name distinct agents" % name)

    def flag(self):
        name = self.name()
        if self.program.decisions.get(name) != "flag":
            raise ProgramError("'%s' is no flag" % name)
        return name

    def agent(self):
        """Returns an Agent, whose expressions may use what it sets somewhere."""
        for names in (self.used, self.set, self.spent, self.made):
            names.clear()
        agent = Agent(self.name(), self.cta(), self.block())
        flags = {
            name for name, kind in self.program.decisions.items() if kind == "flag"
        }
        unknown = self.used - self.set - flags
        if unknown:
            raise ProgramError("'%s' is never set" % min(unknown))
        if self.spent - self.made:
            raise ProgramError("'%s' is never made" % min(self.spent - self.made))
        return agent

    def block(self):
        self.take("{")
        statements = []
        while not self.accept("}"):
            statements.append(self.statement())
        return statements

    def statement(self):
        program = self.program
        kind = self.take(*STATEMENTS)
        if kind == "wait":
            target = self.element(program.barriers)
            self.take("parity")
            args = (target, self.expression())
            args += (self.token() if self.accept("unless") else None,)
        elif kind == "test":
            target = self.element(program.barriers)
            self.take("parity")
            args = (target, self.expression())
            self.take("as")
            args += (self.name(),)
            self.made.add(args[2])
        elif kind == "arrive":
            args = (self.element(program.barriers), self.arrivals())
        elif kind in ("expect", "arm"):
            args = (self.element(program.barriers), self.expression())
        elif kind in ("read", "write", "patch", "take"):
            args = (self.element(program.buffers),)
        elif kind == "fence":
            args = ()
        elif kind == "load":
            target = self.element(program.buffers)
            self.take("on")
            args = (target, self.element(program.barriers), self.expression())
        elif kind == "issue":
            args = self.operation()
        elif kind == "signal":
            args = (
                self.take(*ENGINES),
                self.element(program.barriers),
                self.arrivals(),
            )
        elif kind == "drain":
            args = (self.take(*ENGINES), self.left())
        elif kind == "sync":
            name = self.name()
            if name not in program.rendezvous:
                raise ProgramError("'%s' is no rendezvous" % name)
            args = (name,)
        elif kind == "set":
            args = (self.name(), self.expression())
            self.set.add(args[0])
        elif kind == "choose":
            args = (self.flag(),)
        elif kind == "token":
            args = (self.name(),)
            self.made.add(args[0])
            copies = NAME.match(self.peek()) and self.peek() not in STATEMENTS
            args += (self.token() if copies else None,)
        elif kind == "if":
            condition = self.expression()
            then = self.block()
            args = (condition, then, self.block() if self.accept("else") else [])
        elif program.decisions.get(self.peek()) == "trip":
            kind = "repeat"
            args = (self.take(), self.block())
        else:
            args = (self.expression(), self.block())
        return Statement(kind, args)

    def token(self):
        """Returns the name of a token that the agent makes somewhere."""
        self.spent.add(self.name())
        return self.tokens[self.place - 1]

    def arrivals(self):
        """Returns the number of arrivals, which may be left out."""
        if self.peek() == "}" or self.peek() in STATEMENTS:
            return 1
        return self.expression()

    def left(self):
        """Returns how many items a drain leaves, which may be left out."""
        return self.number() if self.peek().isdigit() else 0

    def operation(self):
        """Returns (engine, elements read, written and patched). An `issue` ends
        with its line, since `read` and `write` are events as well."""
        row = self.rows[self.place - 1]
        engine = self.take(*ENGINES)
        elements = {"read": [], "write": [], "patch": []}
        into = None
        while self.rows[self.place] == row and self.peek() != "}":
            if self.peek() in elements:
                into = elements[self.take()]
            elif into is None:
                self.take("read", "write", "patch")
            into.append(self.element(self.program.buffers))
            self.accept(",")
        return engine, elements["read"], elements["write"], elements["patch"]


def parse(text):
    """Returns the Program that `text` declares. Raises ProgramError."""
    return Parser(text).parse()
