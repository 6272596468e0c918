/// One node of the syntax tree; the numbers are places of children in it.
enum Node: Sendable, Hashable {
  /// A written-out value.
  case literal(Literal)
  /// `$name`.
  case variable(String)
  /// The variable of a SUBQUERY around: its name, how many SUBQUERY stand around that one, and its collection.
  case local(String, level: Int, collection: Int)
  /// A bare word at the root of a key path; `escaped` when written `#word`, which is always a key.
  case word(String, escaped: Bool)
  /// `@name` at the root of a key path.
  case rootOperator(String)
  /// `SELF`.
  case selfObject
  /// `base.name`.
  case key(Int, String)
  /// `base.@name`.
  case pathOperator(Int, String)
  /// `base[index]`.
  case index(Int, Int)
  /// `base[FIRST]`, `base[LAST]`, `base[SIZE]`.
  case position(Int, Position)
  /// `name(arguments)`.
  case call(String, [Int])
  /// `SUBQUERY(collection, $name, predicate)`, with how many SUBQUERY stand around.
  case subquery(Int, String, level: Int, Int)
  /// `TERNARY(predicate, then, otherwise)`.
  case ternary(Int, Int, Int)
  /// `{elements}`.
  case list([Int])
  /// `-operand`.
  case negate(Int)
  /// `left operator right`.
  case arithmetic(Arithmetic, Int, Int)
  /// `[modifier] left operator[options] right`.
  case comparison(Comparison, Int, Int)
  /// `NOT predicate`.
  case not(Int)
  /// `left AND right`.
  case and(Int, Int)
  /// `left OR right`.
  case or(Int, Int)
  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  case constant(Bool)
}

extension Node {
  /// Whether the node is a predicate, which is tested and has no value of its own.
  var isPredicate: Bool {
    switch self {
    case .comparison, .not, .and, .or, .constant: true
    default: false
    }
  }

  /// The place of the child that was read first; nil for a leaf.
  var firstChild: Int? { children.first }

  /// The places of the children in the order of the text.
  var children: [Int] {
    switch self {
    case .literal, .variable, .local, .word, .rootOperator, .selfObject, .constant: []
    case .key(let base, _), .pathOperator(let base, _), .position(let base, _), .negate(let base), .not(let base):
      [base]
    case .index(let a, let b), .arithmetic(_, let a, let b), .comparison(_, let a, let b), .and(let a, let b),
      .or(let a, let b), .subquery(let a, _, _, let b):
      [a, b]
    case .ternary(let a, let b, let c): [a, b, c]
    case .call(_, let children), .list(let children): children
    }
  }
}
