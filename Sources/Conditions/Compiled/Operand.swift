import JSON

/// One value of a compiled condition; the numbers are places of other operands in its program, which stand before it.
enum Operand: Sendable {
  case constant(Value)
  case outer(Int)
  case item(Int)
  /// The element that a SUBQUERY is at, by how many SUBQUERY stand around that one.
  case local(Int)
  case object
  /// A key of SELF, which most conditions over options are made of.
  case objectKey(String)
  case key(Int, String)
  case count(Int)
  case aggregate(Int, PathOperator, [PathStep])
  case index(Int, Int)
  case position(Int, Position)
  case list([Int])
  case negate(Int)
  case arithmetic(Arithmetic, Int, Int, Precision)
  case builtin(Builtin, [Int])
  case function(Function, [Int])
  /// A function of the value in a slot, as a bare name in a check.
  case subject(Function, Slot)
  /// A named condition.
  case definition(Condition)
  /// The elements of the collection for which the branch holds, and the level of the variable.
  case subquery(Int, level: Int, Program)
  /// A choice by a branch between two programs' values.
  case ternary(Program, Program, Program)
  /// A branch's truth as a value.
  case truth(Program)
  /// Something that is known to fail.
  case failure(EvaluationError)
}

extension Operand {
  /// Whether the value is known once its parts are.
  var isFoldable: Bool {
    switch self {
    case .key, .count, .aggregate, .index, .position, .list, .negate, .arithmetic: true
    case .builtin(let builtin, _): builtin != .today
    default: false
    }
  }

  /// The value, where it is constant.
  var constant: Value? { if case .constant(let value) = self { value } else { nil } }
}

/// One step of the path that a key-path operator reads from each element.
enum PathStep: Sendable, Hashable {
  case element
  case key(String)
  case pathOperator(PathOperator)
}
