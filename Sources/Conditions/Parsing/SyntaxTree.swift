/// The syntax tree of a condition or expression as a flat array: children before their parents, the
/// root last.
///
/// Every later stage is a loop over an array, so nesting cannot exhaust the thread's stack.
struct SyntaxTree: Sendable {
  /// The nodes; a node refers to its children by their index in this array.
  var nodes: [Node] = []
  /// For each node, its source range as UTF-8 offsets, including enclosing parentheses.
  var ranges: [Range<Int>] = []

  /// For each node, the source range for a fault in its name or operator, such as a key.
  var marks: [Range<Int>] = []

  var root: Int { nodes.count - 1 }

  /// A copy of the tree without unused capacity.
  var trimmed: SyntaxTree { SyntaxTree(nodes: nodes.trimmed, ranges: ranges.trimmed, marks: marks.trimmed) }

  /// Appends a node and returns its index; `mark` is `range` by default.
  mutating func append(_ node: Node, _ range: Range<Int>, mark: Range<Int>? = nil) -> Int {
    nodes.append(node)
    ranges.append(range)
    marks.append(mark ?? range)
    return nodes.count - 1
  }
}

extension SyntaxTree: Hashable {
  static func == (left: SyntaxTree, right: SyntaxTree) -> Bool { left.nodes == right.nodes }
  func hash(into hasher: inout Hasher) { hasher.combine(nodes) }
}

extension SyntaxTree {
  /// Returns, for each node, the index of the first node of its subtree, which is contiguous.
  func subtreeStarts() -> [Int] {
    var starts: [Int] = []
    starts.reserveCapacity(nodes.count)
    for (place, node) in nodes.enumerated() { starts.append(node.firstChild.map { starts[$0] } ?? place) }
    return starts
  }
}

/// One node of the syntax tree; an unlabeled `Int` is the index of a child.
enum Node: Sendable, Hashable {
  case literal(Literal)
  /// `$name`.
  case variable(String)
  /// The variable of an enclosing SUBQUERY: its name, its number of enclosing SUBQUERYs, its
  /// collection.
  case local(String, level: Int, collection: Int)
  /// A bare word at the root of a key path; `escaped` if written `#word`, which is always a key.
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
  /// `SUBQUERY(collection, $name, predicate)`; `level` is the number of SUBQUERYs around it.
  case subquery(Int, String, level: Int, Int)
  /// `TERNARY(predicate, then, otherwise)`.
  case ternary(Int, Int, Int)
  /// `{elements}`.
  case list([Int])
  /// `{key: value, ...}`: keys and values alternate; an index always follows.
  case dictionary([Int])
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
  /// True if the node is a predicate by its syntax; false for Boolean calls and words.
  var isPredicate: Bool {
    switch self {
    case .comparison, .not, .and, .or, .constant: true
    default: false
    }
  }

  var firstChild: Int? { children.first }

  /// The indices of the children in source order.
  var children: [Int] {
    switch self {
    case .literal, .variable, .local, .word, .rootOperator, .selfObject, .constant: []
    case .key(let base, _), .pathOperator(let base, _), .position(let base, _), .negate(let base), .not(let base):
      [base]
    case .index(let a, let b), .arithmetic(_, let a, let b), .comparison(_, let a, let b), .and(let a, let b),
      .or(let a, let b), .subquery(let a, _, _, let b):
      [a, b]
    case .ternary(let a, let b, let c): [a, b, c]
    case .call(_, let children), .list(let children), .dictionary(let children): children
    }
  }
}

enum Arithmetic: String, Sendable, Hashable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case power = "**"

  /// The operator precedence, 6 to 8; a higher one binds more tightly.
  var precedence: Int {
    switch self {
    case .add, .subtract: 6
    case .multiply, .divide: 7
    case .power: 8
    }
  }
}

enum Relation: String, Sendable, Hashable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case within = "IN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
  case between = "BETWEEN"
}

/// The differences between texts that a comparison ignores.
struct Options: OptionSet, Sendable, Hashable {
  let rawValue: UInt8
  /// `[c]`: upper and lower case.
  static let caseInsensitive = Options(rawValue: 1)
  /// `[d]`: diacritics.
  static let diacriticInsensitive = Options(rawValue: 2)

  /// The suffix of the operator, such as `[cd]`; empty without options.
  var spelling: String {
    switch self {
    case [.caseInsensitive]: "[c]"
    case [.diacriticInsensitive]: "[d]"
    case [.caseInsensitive, .diacriticInsensitive]: "[cd]"
    default: ""
    }
  }
}

/// The quantifier of a comparison over the elements of its left side.
enum Modifier: String, Sendable, Hashable {
  case any = "ANY"
  case all = "ALL"
  case none = "NONE"
}

/// A comparison without its two sides.
struct Comparison: Sendable, Hashable {
  let relation: Relation
  var options: Options = []
  /// The quantifier; nil for a plain comparison.
  var modifier: Modifier?

  /// The operator in canonical text, including its options.
  var spelling: String { relation.rawValue + options.spelling }
}

/// A fixed position in a collection, written in brackets.
enum Position: String, Sendable, Hashable {
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"
}

extension Array {
  /// The array without unused capacity.
  var trimmed: [Element] {
    guard capacity > count else { return self }
    var copy: [Element] = []
    copy.reserveCapacity(count)
    copy.append(contentsOf: self)
    return copy
  }
}
