import JSON

/// A compiled condition or expression: tests that jump to one another, and their operands.
final class Program: Sendable {
  /// The tests, in no particular order.
  let tests: [Branch]
  /// The index of the first test, or `Branch.holds` or `Branch.fails`.
  let entry: Int32
  /// The operands; the parts of an operand precede it.
  let operands: [Operand]
  /// For each operand, its subtree and its source range.
  let places: [OperandPlace]
  /// The prepared constant right sides of comparisons.
  let prepared: [Prepared]
  /// The texts that slots are compared with, and the texts of `textNodes`.
  let texts: [String]
  /// The texts that are compared piece by piece; the parts of a node precede it.
  let textNodes: [TextNode]
  /// True if an expression's value may be computed from a quotient.
  let isRounded: Bool

  /// Maximum depth of an operand that is evaluated by recursion; deeper operands use a loop.
  static let maximumRecursion: Int32 = 12

  init(_ compiler: Compiler, entry: Int32) {
    tests = compiler.tests.trimmed
    self.entry = entry
    operands = compiler.operands.trimmed
    places = compiler.places.trimmed
    prepared = compiler.prepared.trimmed
    texts = compiler.texts.trimmed
    textNodes = compiler.textNodes.trimmed
    isRounded = compiler.isResultRounded
  }

  /// The index of the operand that holds an expression's value.
  var result: Int { operands.count - 1 }
}

/// The subtree and source range of an operand, read only for errors and deep operands.
struct OperandPlace: Sendable {
  /// The index of the first operand of its subtree.
  let start: Int32
  /// The depth of its subtree, 1 for a leaf.
  var depth: Int32
  let range: SourceRange
}

/// A range of UTF-8 offsets in a source text, as two 32-bit numbers.
struct SourceRange: Sendable {
  private let start: UInt32
  private let end: UInt32

  init(_ range: Range<Int>) {
    (start, end) = (UInt32(clamping: range.lowerBound), UInt32(clamping: range.upperBound))
  }

  var offsets: Range<Int> { Int(start)..<Int(end) }
}

/// One test of a compiled condition, with the jumps for both results.
///
/// `AND`, `OR` and `NOT` compile to these jumps alone.
struct Branch: Sendable {
  /// The jump target if the condition holds.
  static let holds: Int32 = -1
  /// The jump target if the condition does not hold.
  static let fails: Int32 = -2

  let question: Question
  /// The index of the next test if this test holds, or an end.
  let onTrue: Int32
  /// The index of the next test if this test does not hold, or an end.
  let onFalse: Int32
  let range: SourceRange

  /// The kinds of tests; an `Int32` is a slot or an index into one of the program's lists, -1 for
  /// none.
  ///
  /// A question contains no references, so copying it does no reference counting.
  enum Question: Sendable {
    /// An outer slot compared with a whole number.
    case integer(slot: Int32, Relation, Int64)
    /// An outer slot equal to a text; unequal if `negated`.
    case text(slot: Int32, text: Int32, negated: Bool)
    /// An outer slot compared with a prepared constant. If the value in the slot is not text,
    /// `left` and `right` are compared.
    case prepared(Comparison, slot: Int32, prepared: Int32, left: Int32, right: Int32)
    /// A comparison of two operands; the right one may be prepared.
    case comparison(Comparison, left: Int32, right: Int32, prepared: Int32)
    /// A comparison by `==`, `!=` or `IN` of text nodes; a full evaluation uses `left` and `right`.
    case pieces(Comparison, left: Int32, right: Int32, text: Int32, expected: Int32)
    case truth(Int32)
  }
}

/// One value of a compiled condition; an `Int` is the index of an earlier operand by default.
///
/// Large, rare cases are indirect, because the largest direct case determines the size of an
/// operand.
enum Operand: Sendable {
  case constant(Value)
  /// A value of the input, by slot.
  case outer(Int)
  /// A value of the repeat item, by slot.
  case item(Int)
  /// The current element of a SUBQUERY; the number counts the enclosing SUBQUERYs.
  case local(Int)
  case object
  /// A key of `SELF`, in one operand because most conditions over options consist of these.
  case objectKey(String)
  case key(Int, String)
  case count(Int)
  indirect case aggregate(Int, PathOperator, [PathStep])
  case index(Int, Int)
  case position(Int, Position)
  case list([Int])
  /// A dictionary with these member names and the operands of their values.
  indirect case dictionary([String], [Int])
  case member(Int, Int)
  case negate(Int)
  case arithmetic(Arithmetic, Int, Int, Precision)
  case builtin(Builtin, [Int])
  indirect case function(Function, [Int])
  /// A call with the value of a slot, written as a bare function name in a check.
  indirect case subject(Function, Slot)
  case definition(Condition)
  case composed(ComposedValue)
  /// The elements of a collection for which the program holds; `level` counts enclosing SUBQUERYs.
  case subquery(Int, level: Int, Program)
  /// A choice between two values by a condition.
  indirect case ternary(Program, Program, Program)
  case truth(Program)
  /// A value whose evaluation always throws this error.
  indirect case failure(EvaluationError)
}

extension Operand {
  /// True if the value is constant when its parts are.
  var isFoldable: Bool {
    switch self {
    case .key, .count, .aggregate, .index, .position, .list, .dictionary, .member, .negate, .arithmetic: true
    case .builtin(let builtin, _): builtin.isPure
    default: false
    }
  }

  var constant: Value? { if case .constant(let value) = self { value } else { nil } }
}

/// One step of the path that a key-path operator reads from each element.
enum PathStep: Sendable, Hashable {
  case element
  case key(String)
  case pathOperator(PathOperator)
}
