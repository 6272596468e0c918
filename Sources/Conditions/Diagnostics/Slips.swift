import JSON

/// Parts of an expression that are valid but usually a mistake.
///
///     let scope = Scope(variables: [:], object: .open)
///     let expression = try ConditionExpression("state == CLOSED", in: scope)
///     expression.comparedWords.map(\.word)  // ["CLOSED"]
///     try ConditionExpression("2026-11-20", in: scope).constantCalculations  // [0..<10]
extension ConditionExpression {
  /// A bare word that resembles a constant and is compared with a member.
  package struct ComparedWord: Sendable {
    /// The word as written.
    package let word: String
    /// The source range as UTF-8 offsets.
    package let range: Range<Int>
  }

  /// The compared bare words that resemble constants without quotes.
  ///
  /// They are written in capitals, or begin with a capital while the compared member does not. A
  /// word after `#` is always a member and not included.
  package var comparedWords: [ComparedWord] { checked?.comparedWords ?? [] }

  /// The source ranges, as UTF-8 offsets, of calculations that contain only constants, such as
  /// `2026-11-20`.
  ///
  /// A constant part of a larger calculation, as in `60 * 60 * $hours`, is not included.
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

  /// Returns the words on one side that resemble constants, if the other side is a member.
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

  /// Returns true if the node is a path that begins with a bare word, SELF or a SUBQUERY variable.
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
  fileprivate var handmadeRemainders: [Fault] {
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
          ? "`/` of whole numbers drops the fraction, so this is a remainder"
          : "`/` keeps the fraction here, so this is 0 or nearly 0 and not a remainder"
        return Fault(range: tree.ranges[place], why, remedy: ": write \(call)", as: .type)
      }
      return nil
    }
  }
}

extension Condition {
  /// The subexpressions that compute a remainder by division, such as `x - x / 7 * 7`.
  package var handmadeRemainders: [Fault] { checked?.handmadeRemainders ?? [] }
}

extension ConditionExpression {
  /// The subexpressions that compute a remainder by division, such as `x - x / 7 * 7`.
  package var handmadeRemainders: [Fault] { checked?.handmadeRemainders ?? [] }
}

extension Faults {
  /// The message about a value where a condition is expected.
  static let valueForCondition = "expected a condition, found a value"
  /// The remedy for it.
  static let compareIt = ": compare it with something"

  /// Returns the problem and the remedy for `$name` of a definition, a lookup or a row, which have
  /// no `$`.
  static func variable(forWord name: String) -> (problem: String, remedy: String) {
    ("unknown variable `$\(name)`: only inputs have the `$`", ", write `\(name)`")
  }

  /// Returns the faults, with `== YES` suggested for a Boolean variable, as in `$isUrgent == YES`,
  /// and `isLarge` for a definition that is written as `$isLarge`.
  func completed(with scope: Scope) -> Faults {
    guard all.contains(where: \.isOfValue) else { return self }
    return Faults(text: text, all.map { completed($0, with: scope) })
  }

  private func completed(_ fault: Fault, with scope: Scope) -> Fault {
    let written = String(decoding: Array(text.utf8)[fault.range], as: UTF8.self)
    guard fault.isOfValue, written.hasPrefix("$") else { return fault }
    let name = String(written.dropFirst())
    if !scope.openVariables, !scope.knows(variable: name), scope.knows(word: name) {
      let (problem, remedy) = Self.variable(forWord: name)
      return Fault(range: fault.range, problem, remedy: remedy, as: .unknownName)
    }
    if !scope.openVariables, !scope.knows(variable: name), name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    {
      let (problem, remedy) = scope.unknownVariable(name)
      return Fault(range: fault.range, problem, remedy: remedy, as: .unknownName)
    }
    if written.hasSuffix(".isEmpty") {
      let remedy = ": write `\(written.dropLast(".isEmpty".count)) == nil`"
      return Fault(range: fault.range, Self.valueForCondition, remedy: remedy, as: fault.code)
    }
    guard scope.type(of: name) == .boolean else { return fault }
    return Fault(range: fault.range, Self.valueForCondition, remedy: ": write `\(written) == YES`", as: fault.code)
  }
}

extension Fault {
  /// True for a value where a condition is expected, without a suggestion for this value.
  var isOfValue: Bool { message == Faults.valueForCondition + Faults.compareIt }
}

extension Checker {
  /// Returns true if the word is compared with text, so that its quotes are probably missing.
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

  /// Returns true if the word is compared with a value that has no option of this name.
  func isComparedWithValue(_ name: String, _ place: Int) -> Bool {
    for node in checked.tree.nodes.dropFirst(place + 1) {
      guard case .comparison(let comparison, let left, let right) = node, left == place || right == place else {
        continue
      }
      guard comparison.relation == .equal || comparison.relation == .notEqual else { return false }
      guard case .variable(let variable) = checked.tree.nodes[left == place ? right : left] else { return true }
      return scope.binding(of: variable)?.options?.contains(.string(name)) != true
    }
    return false
  }

  /// Returns true if the node is a variable or option field whose text values may include the name.
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
