import JSON

/// Parts of an expression that mean something, and mostly not what their author meant.
///
///     let scope = Scope(variables: [:], object: .open)
///     try ConditionExpression("state == CLOSED", in: scope).comparedWords.map(\.word)  // ["CLOSED"]
///     try ConditionExpression("2026-11-20", in: scope).constantCalculations  // [0..<10]
extension ConditionExpression {
  /// A bare word, which is a member of the object, on the other side of a comparison with another member.
  package struct ComparedWord: Sendable {
    /// The word.
    package let word: String
    /// The place in the text, as UTF-8 offsets.
    package let range: Range<Int>
  }

  /// The bare words that are written as constants are, but without quotes: in capitals, or with a capital where the
  /// member that they are compared with has none.
  ///
  /// A word behind `#` is none of them: it certainly is a member.
  package var comparedWords: [ComparedWord] { checked?.comparedWords ?? [] }

  /// The calculations with nothing but constants, such as `2026-11-20`: their places as UTF-8 offsets.
  ///
  /// A constant factor of another calculation, as in `60 * 60 * $hours`, is none.
  package var constantCalculations: [Range<Int>] { checked?.constantCalculations ?? [] }
}

extension Checked {
  fileprivate var comparedWords: [ConditionExpression.ComparedWord] {
    tree.nodes.flatMap { node -> [ConditionExpression.ComparedWord] in
      guard case .comparison(_, let left, let right) = node else { return [] }
      return words(at: right, besides: left) + words(at: left, besides: right)
    }
  }

  fileprivate var constantCalculations: [Range<Int>] {
    var isConstant: [Bool] = []
    var calculations: [Int] = []
    for (place, node) in tree.nodes.enumerated() {
      let areConstant = node.children.allSatisfy { isConstant[$0] }
      switch node {
      case .literal: isConstant.append(true)
      case .negate: isConstant.append(areConstant)
      case .arithmetic:
        isConstant.append(areConstant)
        calculations.removeAll(where: node.children.contains)
        if areConstant { calculations.append(place) }
      default: isConstant.append(false)
      }
    }
    return calculations.map { tree.ranges[$0] }
  }

  /// Returns the words of one side, or in its list, that look like constants beside the other side.
  private func words(at place: Int, besides other: Int) -> [ConditionExpression.ComparedWord] {
    guard isMember(other) else { return [] }
    if case .list(let elements) = tree.nodes[place] { return elements.flatMap { words(at: $0, besides: other) } }
    guard case .word(let word, escaped: false) = tree.nodes[place], case .key = meanings[place],
      let first = word.first, first.isUppercase
    else { return [] }
    let isInCapitals = word.count > 1 && !word.contains(where: \.isLowercase)
    let isOtherSmall = tree.text(of: other).first?.isUppercase == false
    guard isInCapitals || isOtherSmall else { return [] }
    return [ConditionExpression.ComparedWord(word: word, range: tree.ranges[place])]
  }

  /// Returns true if the node is a value of the object or of an element, not a constant.
  private func isMember(_ place: Int) -> Bool {
    var base = place
    while case .key(let inner, _) = tree.nodes[base] { base = inner }
    switch tree.nodes[base] {
    case .word, .local, .selfObject: return true
    case .index(let inner, _), .position(let inner, _), .pathOperator(let inner, _): return isMember(inner)
    default: return false
    }
  }
}

extension Checked {
  /// The remainders that are worked out by hand, as in `x - x / 7 * 7`: their places, as UTF-8 offsets, with a message.
  fileprivate var handmadeRemainders: [(range: Range<Int>, message: String)] {
    tree.nodes.enumerated().compactMap { place, node in
      guard case .arithmetic(.subtract, let whole, let product) = node,
        case .arithmetic(.multiply, let a, let b) = tree.nodes[product]
      else { return nil }
      for (quotient, factor) in [(a, b), (b, a)] {
        guard case .arithmetic(.divide, let dividend, let divisor) = tree.nodes[quotient],
          tree.text(of: dividend) == tree.text(of: whole), tree.text(of: divisor) == tree.text(of: factor)
        else { continue }
        let call = "mod(\(tree.text(of: whole)), \(tree.text(of: divisor)))"
        let why =
          types[quotient] == .integer
          ? "`/` of whole numbers drops the fraction, so that this is a remainder"
          : "`/` keeps the fraction here, so that this is no remainder but 0, or nearly so"
        return (tree.ranges[place], "\(why): write \(call)")
      }
      return nil
    }
  }
}

extension Condition {
  /// The remainders that are worked out by hand, as in `x - x / 7 * 7`: their places, as UTF-8 offsets, with a message.
  package var handmadeRemainders: [(range: Range<Int>, message: String)] { checked?.handmadeRemainders ?? [] }
}

extension ConditionExpression {
  /// The remainders that are worked out by hand, as in `x - x / 7 * 7`: their places, as UTF-8 offsets, with a message.
  package var handmadeRemainders: [(range: Range<Int>, message: String)] { checked?.handmadeRemainders ?? [] }
}

extension Faults {
  /// The message about a value that stands where a condition is needed.
  static let valueForCondition = "expected a condition, found a value: compare it with something"

  /// Returns the faults of the grammar with the way to ask for a Boolean of the scope, as `$isUrgent == YES`.
  func completed(with scope: Scope) -> Faults {
    guard all.contains(where: { $0.message == Self.valueForCondition }) else { return self }
    return Faults(text: text, all.map { completed($0, with: scope) })
  }

  private func completed(_ fault: Fault, with scope: Scope) -> Fault {
    let written = String(decoding: Array(text.utf8)[fault.range], as: UTF8.self)
    guard fault.message == Self.valueForCondition, written.hasPrefix("$"),
      scope.type(of: String(written.dropFirst())) == .boolean
    else { return fault }
    return Fault(range: fault.range, message: "expected a condition, found a value: write `\(written) == YES`")
  }
}

extension Checker {
  /// Returns true if the word stands beside a text in a comparison or in its list, so that quotes are missing.
  func isUnquotedText(_ name: String, _ place: Int) -> Bool {
    var place = place
    for (index, node) in checked.tree.nodes.enumerated().dropFirst(place + 1) {
      switch node {
      case .list(let elements) where elements.contains(place): place = index
      case .comparison(_, let left, let right) where left == place || right == place:
        return takesText(name, left == place ? right : left)
      default: continue
      }
    }
    return false
  }

  /// Returns true if the node is a variable or a field of an option whose values are texts, among them the name if they
  /// are known.
  private func takesText(_ name: String, _ other: Int) -> Bool {
    switch checked.tree.nodes[other] {
    case .variable(let variable):
      guard let binding = scope.binding(of: variable) else { return false }
      return binding.options?.contains(.string(name)) ?? (binding.type == .text)
    case .word(let field, _):
      guard case .fields(let fields) = scope.object else { return false }
      return fields.contains { $0.name == field && $0.type == .text }
    default: return false
    }
  }
}
