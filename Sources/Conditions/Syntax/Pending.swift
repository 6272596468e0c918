/// Something that the parser has met and that still waits for what follows: an operator or an open bracket.
struct Pending {
  /// What waits.
  let kind: Kind
  /// Where it was written.
  let range: Range<Int>

  /// The kinds of things that wait.
  enum Kind {
    /// `(` of a predicate or an expression.
    case group
    /// `{`, with how many operands stood before it.
    case list(base: Int)
    /// `[` after an operand.
    case index
    /// `name(`, with how many operands stood before it.
    case call(String, base: Int)
    /// `SUBQUERY(`.
    case subquery(base: Int)
    /// `TERNARY(`.
    case ternary(base: Int)
    case not
    case minus
    case modifier(Modifier, spelling: String)
    case and
    case or
    case arithmetic(Arithmetic)
    case comparison(Comparison)
  }

  /// How tightly an operator binds; nil for an open bracket.
  var precedence: Int? {
    switch kind {
    case .group, .list, .index, .call, .subquery, .ternary: nil
    case .or: 1
    case .and: 2
    case .not: 3
    case .modifier: 4
    case .comparison: 5
    case .arithmetic(let arithmetic): arithmetic.precedence
    case .minus: 9
    }
  }

  /// Whether a predicate may begin right after this.
  var opensPredicate: Bool {
    switch kind {
    case .group, .call, .subquery, .ternary, .not, .and, .or: true
    case .list, .index, .minus, .modifier, .arithmetic, .comparison: false
    }
  }

  /// Whether this is a bracket that bounds the depth of values: anything but a plain parenthesis.
  var nestsValues: Bool {
    switch kind {
    case .list, .index, .call, .subquery, .ternary: true
    default: false
    }
  }

  /// Whether this bracket holds parts that are evaluated apart.
  var branches: Bool {
    switch kind {
    case .subquery, .ternary: true
    default: false
    }
  }
}

/// A finished node that waits for the operator that takes it.
struct Finished {
  /// The node's place in the tree.
  let node: Int
  /// What the node can serve as.
  let sort: Sort
  /// The text it was read from, brackets included.
  var range: Range<Int>
  /// Whether it stood in parentheses.
  var isGrouped = false

  /// What a node can serve as.
  enum Sort {
    /// A condition and never a value.
    case predicate
    /// A value and never a condition.
    case value
    /// A call or a name: a value, and a condition where it is Boolean.
    case either
  }
}
