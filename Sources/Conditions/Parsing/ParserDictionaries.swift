import JSON

// MARK: Dictionaries

extension Parser {
  /// The message about a dictionary key without a value.
  static let keyAlone = "expected `:` and a value after a dictionary key"

  /// Reads the colon after a key; the first colon turns the open list into a dictionary.
  mutating func entry() throws(Fault) {
    let colon = token
    try reduce(to: 0)
    guard let open = pending.last, let key = finished.last else { throw fault(colon.range, "unexpected `:`") }
    switch open.kind {
    case .list(let base) where finished.count == base + 1:
      pending[pending.count - 1] = Pending(kind: .dictionary(base: base), range: open.range)
    case .dictionary(let base) where !(finished.count - base).isMultiple(of: 2): break
    default:
      throw fault(colon.range, "unexpected `:`, which is only allowed after a dictionary key: {'RUB': 1}[$currency]")
    }
    guard !key.isGrouped, case .literal(let literal) = tree.nodes[key.node], literal.memberName != nil else {
      throw fault(key.range, "a dictionary key must be a text in quotes or a number")
    }
    place += 1
  }

  /// Builds the node of a dictionary whose closing bracket was just read.
  mutating func dictionary(_ base: Int, _ range: Range<Int>) throws(Fault) {
    let operands = Array(finished[base...])
    guard operands.count.isMultiple(of: 2) else { throw fault(operands[operands.count - 1].range, Self.keyAlone) }
    var names: Set<String> = []
    var areTexts: Bool?
    for (number, operand) in operands.enumerated() {
      guard number.isMultiple(of: 2) else {
        try demandValue(operand, "a value of a dictionary")
        continue
      }
      guard case .literal(let literal) = tree.nodes[operand.node], let name = literal.memberName else { continue }
      let isText = if case .text = literal { true } else { false }
      guard areTexts ?? isText == isText else {
        throw fault(operand.range, "the keys of a dictionary must be all texts or all numbers")
      }
      areTexts = isText
      guard names.insert(name).inserted else {
        throw fault(operand.range, "duplicate dictionary key \(literal.spelling)", as: .ambiguousName)
      }
    }
    finished.removeSubrange(base...)
    guard case .symbol(.openBracket) = token.kind else {
      throw fault(range, "expected a key in brackets after a dictionary: {'RUB': 1, 'USD': 2}[$currency]")
    }
    finish(.dictionary(operands.map(\.node)), .value, range)
  }
}

extension Literal {
  /// The name of the member with this key: a text after an apostrophe, or a number in its shortest
  /// form.
  ///
  /// Nil for a literal that cannot be a key.
  var memberName: String? {
    switch self {
    case .text, .integer, .decimal: Paths.memberName(of: value)
    default: nil
    }
  }
}

extension Paths {
  /// Returns the name of the member with that key; nil for a value that cannot be a key.
  static func memberName(of key: Value) -> String? {
    if case .string(let text) = key { return "'" + text }
    return Number(key)?.exact.map { $0.normalized.description }
  }

  /// Returns the member of a dictionary with that key; nil for other keys.
  static func member(of dictionary: Value, at key: Value) -> Value {
    memberName(of: key).flatMap { dictionary[$0] } ?? .null
  }
}
