import JSON

/// A compiled condition or expression: a graph of tests that jump to one another, and the operands that they compare.
final class Program: Sendable {
  /// The tests, in no particular order.
  let tests: [Branch]
  /// The index of the first test, or `Branch.holds` or `Branch.fails`.
  let entry: Int32
  /// The operands, each after its parts.
  let operands: [Operand]
  /// For each operand, its place in the tree and in the source.
  let places: [OperandPlace]
  /// The prepared constant right sides of comparisons.
  let prepared: [Prepared]
  /// The texts that slots are compared with, and those that stand in `textNodes`.
  let texts: [String]
  /// The texts that are compared piece by piece, each after its parts.
  let textNodes: [TextNode]
  /// True if an expression's value may be computed from a quotient.
  let isRounded: Bool

  /// Maximum depth of an operand that is evaluated by recursion; a loop over its subtree evaluates a deeper one.
  static let maximumRecursion: Int32 = 12

  /// Takes over what the compiler has emitted.
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

/// The place of an operand: it is kept apart, as only errors and deep operands read it.
struct OperandPlace: Sendable {
  /// The index of the first operand of its subtree.
  let start: Int32
  /// The depth of its subtree, 1 for a leaf.
  var depth: Int32
  /// The source range.
  let range: SourceRange
}

/// A range of UTF-8 offsets in a source text, in half the memory.
struct SourceRange: Sendable {
  private let start: UInt32
  private let end: UInt32

  init(_ range: Range<Int>) {
    (start, end) = (UInt32(clamping: range.lowerBound), UInt32(clamping: range.upperBound))
  }

  /// The offsets.
  var offsets: Range<Int> { Int(start)..<Int(end) }
}

/// One test of a compiled condition, with the jumps for both answers.
///
/// `AND`, `OR` and `NOT` compile to these jumps alone, so that their number and nesting cost nothing at evaluation.
struct Branch: Sendable {
  /// The end at which the condition holds.
  static let holds: Int32 = -1
  /// The end at which the condition does not hold.
  static let fails: Int32 = -2

  /// The tested question.
  let question: Question
  /// The index of the next test if the answer is yes, or an end.
  let onTrue: Int32
  /// The index of the next test if the answer is no, or an end.
  let onFalse: Int32
  /// The source range.
  let range: SourceRange

  /// The kinds of questions; an `Int32` is a slot or an index into one of the program's lists, -1 for none.
  ///
  /// It holds no references, so that reading a question touches no reference count.
  enum Question: Sendable {
    /// An outer slot compared with a whole number.
    case integer(slot: Int32, Relation, Int64)
    /// An outer slot equal to a text; with `negated`, unequal.
    case text(slot: Int32, text: Int32, negated: Bool)
    /// An outer slot compared with a prepared constant; `left` and `right` serve if the slot's value is no text.
    case prepared(Comparison, slot: Int32, prepared: Int32, left: Int32, right: Int32)
    /// A comparison of two operands, of which the right one may be prepared.
    case comparison(Comparison, left: Int32, right: Int32, prepared: Int32)
    /// A comparison by `==`, `!=` or `IN` with a text that functions make; two nodes of texts stand for the operands.
    case pieces(Comparison, left: Int32, right: Int32, text: Int32, expected: Int32)
    /// An operand that must be a Boolean.
    case truth(Int32)
  }
}

/// One value of a compiled condition; an `Int` is the index of an earlier operand of its program, or as documented.
///
/// Large cases that are rare have memory of their own, since an operand takes as much as the largest of the others.
enum Operand: Sendable {
  case constant(Value)
  /// A value of the input, by slot.
  case outer(Int)
  /// A value of the repeat item, by slot.
  case item(Int)
  /// The current element of a SUBQUERY, by the number of SUBQUERY around that one.
  case local(Int)
  /// `SELF`.
  case object
  /// A key of `SELF`, in one operand because most conditions over options consist of these.
  case objectKey(String)
  case key(Int, String)
  case count(Int)
  indirect case aggregate(Int, PathOperator, [PathStep])
  case index(Int, Int)
  case position(Int, Position)
  case list([Int])
  /// The members of a dictionary, by their names, and one of them by its key.
  indirect case dictionary([String], [Int])
  case member(Int, Int)
  case negate(Int)
  case arithmetic(Arithmetic, Int, Int, Precision)
  case builtin(Builtin, [Int])
  indirect case function(Function, [Int])
  /// A call with the value of a slot: a bare function name in a check.
  indirect case subject(Function, Slot)
  /// A named condition.
  case definition(Condition)
  /// The elements of a collection for which the program holds; `level` is the number of SUBQUERY around it.
  case subquery(Int, level: Int, Program)
  /// A choice between two values by a condition.
  indirect case ternary(Program, Program, Program)
  /// The result of a condition as a Boolean.
  case truth(Program)
  /// A value whose computation always throws this error.
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

  /// The value of a constant; nil for any other operand.
  var constant: Value? { if case .constant(let value) = self { value } else { nil } }
}

/// One step of the path that a key-path operator reads from each element.
enum PathStep: Sendable, Hashable {
  case element
  case key(String)
  case pathOperator(PathOperator)
}
