/// An arithmetic operator.
enum Arithmetic: String, Sendable, Hashable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case power = "**"

  /// How tightly the operator binds; the tighter the greater.
  var precedence: Int {
    switch self {
    case .add, .subtract: 6
    case .multiply, .divide: 7
    case .power: 8
    }
  }
}

/// What a comparison asks of its two sides.
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

/// Which differences between texts a comparison overlooks.
struct Options: OptionSet, Sendable, Hashable {
  let rawValue: UInt8
  /// `[c]`: upper and lower case.
  static let caseInsensitive = Options(rawValue: 1)
  /// `[d]`: diacritics.
  static let diacriticInsensitive = Options(rawValue: 2)

  /// The options as they are written after an operator; empty without any.
  var spelling: String {
    switch self {
    case [.caseInsensitive]: "[c]"
    case [.diacriticInsensitive]: "[d]"
    case [.caseInsensitive, .diacriticInsensitive]: "[cd]"
    default: ""
    }
  }
}

/// Over which elements of a collection on its left side a comparison is asked.
enum Modifier: String, Sendable, Hashable {
  case any = "ANY"
  case all = "ALL"
  case none = "NONE"
}

/// A comparison without its two sides.
struct Comparison: Sendable, Hashable {
  /// What is asked.
  let relation: Relation
  /// What is overlooked.
  var options: Options = []
  /// Over which elements; nil for a plain comparison.
  var modifier: Modifier?

  /// The operator as it is written.
  var spelling: String { relation.rawValue + options.spelling }
}

/// A fixed place in a collection, written in brackets.
enum Position: String, Sendable, Hashable {
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"
}
