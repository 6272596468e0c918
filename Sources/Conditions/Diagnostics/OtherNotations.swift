package import Dates
package import JSON

/// Notations of numbers, dates, choices and operators in other languages, with the equivalent in
/// conditions.
///
///     OtherNotations.fraction("5", "5")     // "5.5"
///     OtherNotations.day("31.12.2026")      // "'2026-12-31'"
///     OtherNotations.percent(.integer(10))  // "0.1"
package enum OtherNotations {
  static let choice = "TERNARY(condition, then, otherwise)"

  /// Operators of other languages, in lower case, with the equivalent in conditions.
  static let operators = [
    "is": "`==`", "eq": "`==`", "equals": "`==`", "isnt": "`!=`", "ne": "`!=`", "neq": "`!=`", "gt": "`>`",
    "gte": "`>=`", "ge": "`>=`", "lt": "`<`", "lte": "`<=`", "le": "`<=`", "mod": "mod(a, b)", "div": "`/`",
    "startswith": "BEGINSWITH", "includes": "CONTAINS", "if": choice,
  ]

  /// Returns a regular expression without the slashes of JavaScript, as in `/^[A-Z]+$/`.
  ///
  /// Returns nil without such slashes. A slash before `^` or after `$` never matches.
  package static func withoutSlashes(_ pattern: String) -> String? {
    guard pattern.utf8.count > 3, pattern.hasPrefix("/"), pattern.hasSuffix("/"),
      pattern.hasPrefix("/^") || pattern.hasSuffix("$/") && !pattern.hasSuffix("\\$/")
    else { return nil }
    return String(pattern.dropFirst().dropLast())
  }

  /// Words of other languages for an input without a value, in lower case.
  static let absences: Set<String> = ["empty", "blank", "undefined", "nothing"]

  /// Methods of other languages, in lower case, with the equivalent in conditions.
  private static let methods = [
    "startswith": "the operator BEGINSWITH", "endswith": "the operator ENDSWITH", "includes": "the operator CONTAINS",
    "contains": "the operator CONTAINS", "matches": "the operator MATCHES", "test": "the operator MATCHES",
    "tofixed": "round(a, 2)", "ceil": "ceiling(a)", "touppercase": "uppercase(a)", "tolowercase": "lowercase(a)",
    "tostring": "text(a)", "substr": "substring(a, …)", "slice": "substring(a, …)",
  ]

  /// Returns the equivalent of a method of another language, such as `toFixed`; nil for other
  /// names.
  static func method(_ name: String) -> String? {
    methods[name.lowercased()] ?? Builtin(rawValue: name).map { "\($0.rawValue)(…)" }
  }

  /// Key-path operators of other languages, in lower case, with the equivalent in conditions.
  static let pathOperators = [
    "total": "sum", "add": "sum", "average": "avg", "mean": "avg", "size": "count", "length": "count",
    "minimum": "min", "maximum": "max", "least": "min", "greatest": "max",
  ]

  /// Returns the numbers that two groups of digits around a comma may mean, the likeliest first;
  /// nil for other texts.
  ///
  /// A comma before three digits may also be a thousands separator.
  static func fraction(_ whole: String, _ rest: String) -> String? {
    guard isDigits(whole), isDigits(rest) else { return nil }
    let isGroup = rest.utf8.count == 3 && whole.contains { $0 != "0" }
    return isGroup ? "\(whole)\(rest) or \(whole).\(rest)" : "\(whole).\(rest)"
  }

  /// Returns the quoted date that a text such as `31.12.2026` or `1.2.2026` means; nil for other
  /// texts.
  static func day(_ dotted: String) -> String? { days(dotted).first.map { "'\($0)'" } }

  /// Returns the message about a text that is not a date, with the dates that may be meant.
  static func noDate(_ text: String) -> (problem: String, remedy: String) {
    if isMissingDay(text) { return ("the date '\(text)' does not exist", "") }
    let meant = days(text).map { "'\($0)'" }.joined(separator: " or ")
    return ("'\(text)' is not a date in the form 'YYYY-MM-DD'", meant.isEmpty ? "" : ": write \(meant)")
  }

  /// Returns true for a text in the form of a date that no calendar has, such as `2026-02-30`.
  package static func isMissingDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    return parts.map(\.utf8.count) == [4, 2, 2] && parts.allSatisfy(isDigits) && CivilDate(text) == nil
  }

  /// Returns the dates that three numbers may mean, the likeliest first: `31.12.2026`,
  /// `31/12/2026`, `2026/12/31`.
  ///
  /// With slashes, the first number may also be the month.
  package static func days(_ text: String) -> [CivilDate] {
    guard text.utf8.count <= 10, let sign = text.first(where: { !$0.isNumber }), "./-".contains(sign) else { return [] }
    let parts = text.split(separator: sign, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts.allSatisfy(isDigits) else { return [] }
    let numbers = parts.compactMap { Int($0) }
    if numbers[0] > 31 {
      return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]).map { [$0] } ?? []
    }
    guard numbers[2] > 31 else { return [] }
    let orders = sign == "/" && numbers[0] != numbers[1] ? [(0, 1), (1, 0)] : [(0, 1)]
    return orders.compactMap { CivilDate(year: numbers[2], month: numbers[$0.1], day: numbers[$0.0]) }
  }

  /// Returns the percentage divided by 100; nil for other literals and for too many digits.
  static func percent(_ literal: Literal) -> String? {
    let number: Decimal? =
      switch literal {
      case .integer(let number): Decimal(number)
      case .decimal(let number): number
      default: nil
      }
    return number.flatMap(percent)
  }

  /// Returns the percentage divided by 100; nil if the result has too many digits to be exact.
  package static func percent(_ number: Decimal) -> String? {
    Decimal(coefficient: 1, exponent: -2).flatMap(number.multiplied(by:))?.normalized.description
  }

  static func isDigits(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

// MARK: Parsing

extension Parser {
  /// Returns the end of the message about a comma in a number, as in `5,5`; empty for other commas.
  func commaHint(_ comma: Token) -> String {
    guard place > 0, place + 1 < tokens.count else { return "" }
    let (before, after) = (tokens[place - 1], tokens[place + 1])
    guard before.range.upperBound == comma.range.lowerBound, after.range.lowerBound == comma.range.upperBound,
      case .literal = before.kind, case .literal = after.kind,
      let meant = OtherNotations.fraction(source(before), source(after))
    else { return "" }
    return ", use a decimal point: write \(meant)"
  }

  /// Returns the fault of a number in groups of digits, as in `1 000 000`; nil if no group follows.
  func groupedNumber() -> Fault? {
    guard place > 0, case .literal = tokens[place - 1].kind, OtherNotations.isDigits(source(tokens[place - 1])),
      source(tokens[place - 1]).utf8.count <= 3
    else { return nil }
    var (digits, end) = (source(tokens[place - 1]), place)
    while case .literal = tokens[end].kind {
      let group = source(tokens[end])
      let parts = group.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard parts.count <= 2, parts[0].utf8.count == 3, parts.allSatisfy(OtherNotations.isDigits) else { break }
      digits += group
      end += 1
      if parts.count == 2 { break }
    }
    guard end > place else { return nil }
    let range = tokens[place - 1].range.lowerBound..<tokens[end - 1].range.upperBound
    return fault(range, "a number must not contain spaces", remedy: ": write \(digits)")
  }

  /// Returns the end of the message about a key-path operator written as a call, as in
  /// `$lines.@sum(amount)`; empty for other tokens.
  func pathOperatorHint(_ token: Token) -> String {
    guard case .symbol(.openParenthesis) = token.kind, place > 0, case .pathOperator(let name) = tokens[place - 1].kind
    else { return "" }
    guard place > 1, tokens[place - 2].kind == .symbol(.dot), let base = finished.last else {
      return ": write a key path, such as `$lines.@\(name).amount`"
    }
    let path = String(Substring(text.utf8.dropFirst(base.range.lowerBound).prefix(base.range.count)))
    if name == PathOperator.count.rawValue { return ": write `\(path)`" }
    let isClosed = tokens.indices.contains(place + 2) && tokens[place + 2].kind == .symbol(.closeParenthesis)
    switch tokens[min(place + 1, tokens.count - 1)].kind {
    case .word(let key) where isClosed, .literal(.text(let key)) where isClosed: return ": write `\(path).\(key)`"
    default: return ": write a key path, such as `\(path).amount`"
    }
  }

  /// Returns the fault of a method of another language, such as `$a.startsWith('x')`; nil for other
  /// tokens.
  func methodFault(_ token: Token) -> Fault? {
    guard case .symbol(.openParenthesis) = token.kind, place > 1, case .symbol(.dot) = tokens[place - 2].kind else {
      return nil
    }
    let name = source(tokens[place - 1])
    guard let known = OtherNotations.method(name) else { return nil }
    return fault(tokens[place - 1].range, "a value has no functions such as `\(name)`", remedy: ", write \(known)")
  }

  /// Returns the remedy for an operator that is written as a function, such as
  /// `contains($a, 'x')`; empty for other tokens.
  func callHint(_ token: Token) -> String {
    guard case .keyword(let keyword) = token.kind, place + 1 < tokens.count,
      tokens[place].range == token.range, case .symbol(.openParenthesis) = tokens[place + 1].kind,
      [.contains, .beginswith, .endswith, .like, .matches].contains(keyword)
    else { return "" }
    return ", write the operator between the values, `$a \(keyword.spelling) 'x'`"
  }

  /// Returns the fault of `$x BETWEEN 1 AND 5`; nil for other operands of `AND`.
  func rangeFault(_ left: Finished, _ right: Finished) -> Fault? {
    var place = left.node
    // In `$a == 1 AND $x BETWEEN 1 AND 5`, the left side is a conjunction that ends with BETWEEN.
    if case .and(_, let last) = tree.nodes[place] { place = last }
    guard case .comparison(let comparison, let value, let first) = tree.nodes[place],
      comparison.relation == .between, case .literal = tree.nodes[first], right.sort == .value
    else { return nil }
    let bounds = "\(tree.text(of: first)), \(tree.text(of: right.node))"
    return fault(
      tree.ranges[place].lowerBound..<right.range.upperBound, "BETWEEN needs a list of two values",
      remedy: ": write `\(tree.text(of: value)) BETWEEN {\(bounds)}`")
  }

  /// Returns the end of the message about an operator of another language; nil for other words.
  func operatorHint(_ word: String) -> String? {
    guard let known = OtherNotations.operators[word.lowercased()] else { return nil }
    if word.lowercased() == "is" {
      let isNegated = if case .keyword(.not) = following.kind { true } else { false }
      let last = tokens[min(place + (isNegated ? 2 : 1), tokens.count - 1)]
      let isAbsence = OtherNotations.absences.contains(source(last).lowercased())
      if isNegated || isAbsence { return ", write `\(isNegated ? "!=" : "==")\(isAbsence ? " nil" : "")`" }
    }
    return ", write \(known)"
  }
}

// MARK: Checking

extension Checker {
  /// Returns the fault of a comma that splits a number, as in `round($a * 0,05, 2)`; nil without
  /// one.
  func commaFault(among arguments: [Int]) -> Fault? {
    guard faults.count < Faults.maximum else { return nil }
    let tree = checked.tree
    for (a, b) in zip(arguments, arguments.dropFirst())
    where tree.ranges[a].upperBound + 1 == tree.ranges[b].lowerBound {
      let (before, after) = (tree.lastLeaf(of: a), tree.firstLeaf(of: b))
      guard case .literal = tree.nodes[before], case .literal = tree.nodes[after],
        let meant = OtherNotations.fraction(source(of: before), source(of: after))
      else { continue }
      let range = tree.ranges[before].lowerBound..<tree.ranges[after].upperBound
      return Fault(
        range: range, "a comma separates arguments", remedy: ", use a decimal point: write \(meant)", as: .type)
    }
    return nil
  }

  /// Returns the end of the message about text in a calculation; empty for other values.
  func numberHint(_ place: Int) -> String {
    guard faults.count < Faults.maximum, checked.types[place] == .text else { return "" }
    switch checked.tree.nodes[place] {
    case .literal, .arithmetic: return ""
    default: return ": write number(\(checked.tree.text(of: place)))"
    }
  }

  /// Returns the end of the message about a calculation like `2026-12-31`; empty for others.
  func dateHint(_ place: Int) -> String {
    guard let day = writtenDay(place) else { return "" }
    return ": write a date in quotes, '\(day)'"
  }

  /// Returns the date that a calculation resembles, as in `2026-12-31` and `31/12/2026`.
  private func writtenDay(_ place: Int) -> CivilDate? {
    let nodes = checked.tree.nodes
    func number(_ place: Int) -> Int? {
      guard case .literal(.integer(let number)) = nodes[place] else { return nil }
      return Int(exactly: number)
    }
    guard case .arithmetic(let sign, let front, let last) = nodes[place], sign == .subtract || sign == .divide,
      case .arithmetic(sign, let first, let second) = nodes[front],
      let a = number(first), let month = number(second), let b = number(last)
    else { return nil }
    return a > 31 ? CivilDate(year: a, month: month, day: b) : CivilDate(year: b, month: month, day: a)
  }

  private func source(of place: Int) -> String {
    let range = checked.tree.ranges[place]
    return String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }
}

// MARK: Keys

extension Checker {
  /// Returns the remedy for an unknown field: the count of a list, a similar field, or all fields.
  func fieldHint(_ name: String, _ place: Int, _ fields: [Field]) -> String {
    if faults.count < Faults.maximum, case .key(let base, _) = checked.tree.nodes[place],
      checked.types[base].element != nil, ["length", "count", "size"].contains(name)
    {
      return ": write `\(checked.tree.text(of: base)).@count`"
    }
    let hint = suggestion(for: name, among: fields.map(\.name))
    return hint.isEmpty && !fields.isEmpty
      ? "; the fields are \(fields.map(\.name).joined(separator: ", "))" : hint
  }

  /// Returns the remedy for `$x.value`; empty for other keys.
  func valueHint(_ name: String, _ place: Int) -> String {
    guard name == "value", faults.count < Faults.maximum, case .key(let base, _) = checked.tree.nodes[place],
      case .variable = checked.tree.nodes[base]
    else { return "" }
    return ", write `\(checked.tree.text(of: base))`"
  }

  /// Returns the remedy for a literal that has another type than the compared value; empty without
  /// one.
  func literalHint(_ left: Int, _ a: ValueType, _ right: Int, _ b: ValueType) -> String {
    for (type, place, other) in [(a, right, left), (b, left, right)] {
      guard case .literal(let literal) = checked.tree.nodes[place] else { continue }
      switch (type, literal) {
      case (.text, .bool):
        let word = source(of: place)
        if let (values, _) = values(of: other), values.contains(.string(word)) {
          return ": \(word) is a Boolean here, write '\(word)'"
        }
      case (.text, .integer(let number)): return ": write '\(number)'"
      case (.integer, .text(let text)), (.number, .text(let text)):
        if let number = Int64(text), String(number) == text { return ": write \(text)" }
      case (.boolean, .text(let text)):
        if let flag = Self.flags[text.lowercased()] { return ": write \(flag ? "YES" : "NO")" }
      case (.boolean, .integer(let number)) where number == 0 || number == 1:
        return ": write \(number == 1 ? "YES" : "NO")"
      default: continue
      }
    }
    return ""
  }

  private static let flags = [
    "yes": true, "true": true, "on": true, "1": true, "y": true, "no": false, "false": false, "off": false, "0": false,
    "n": false,
  ]
}

// MARK: Sums of texts and dates

extension Checker {
  /// Detects a sum of texts, and a sum or difference with a date, and returns the type of the
  /// intended result.
  ///
  /// Records a sum of texts for `reportJoins`, which reports each sum once. Returns nil for any
  /// other calculation, and if the intended result is not known.
  mutating func misjoined(_ sign: Arithmetic, _ a: Int, _ b: Int, _ place: Int) -> ValueType? {
    guard scope.checksTypes, sign == .add || sign == .subtract else { return nil }
    let (first, second) = (checked.types[a], checked.types[b])
    if sign == .add, isJoin(a, first, b, second) {
      joins.subtract([a, b])
      joins.insert(place)
      return .text
    }
    guard first == .date || second == .date else { return nil }
    // A sum with a date is reported once, even if more is added to it.
    if dateSums.contains(a) || dateSums.contains(b), first.isNumeric || second.isNumeric {
      dateSums.insert(place)
      return .date
    }
    let (left, right) = (part(a), part(b))
    switch (sign, first, second) {
    case (.add, .date, let other) where other.isNumeric:
      reportDates(place, sign, "addDays(\(left), \(right))")
    case (.add, let other, .date) where other.isNumeric:
      reportDates(place, sign, "addDays(\(right), \(left))")
    case (.subtract, .date, let other) where other.isNumeric && other != .any:
      let isSimple = checked.tree.nodes[b].firstChild == nil
      reportDates(place, sign, "addDays(\(left), -\(isSimple ? right : "(\(right))"))")
    case (.subtract, .date, .date):
      reportDates(place, sign, "daysBetween(\(right), \(left))")
      return .integer
    default: return nil
    }
    dateSums.insert(place)
    return .date
  }

  private mutating func reportDates(_ place: Int, _ sign: Arithmetic, _ meant: String) {
    fault(place, "`\(sign.rawValue)` takes numbers, found a date", remedy: ": write \(meant)")
  }

  /// Returns true if `+` joins texts: if both sides are texts, or one is a text literal or such a
  /// sum.
  private func isJoin(_ a: Int, _ first: ValueType, _ b: Int, _ second: ValueType) -> Bool {
    if joins.contains(a) || joins.contains(b) || (first == .text && second == .text) { return true }
    return [a, b].contains { if case .literal(.text) = checked.tree.nodes[$0] { true } else { false } }
  }

  /// Reports each sum of texts as a whole, with the equivalent call of `concat`.
  mutating func reportJoins() {
    for place in joins.sorted() {
      var (waiting, parts) = ([place], [String]())
      while let next = waiting.popLast(), faults.count < Faults.maximum {
        if case .arithmetic(.add, let a, let b) = checked.tree.nodes[next], checked.types[next] == .text {
          waiting += [b, a]
          continue
        }
        let type = checked.types[next]
        if case .literal(.integer(let number)) = checked.tree.nodes[next] {
          parts.append("'\(number)'")
        } else {
          parts.append(type == .text || type == .any ? part(next) : "text(\(part(next)))")
        }
      }
      fault(place, "`+` takes numbers, found text", remedy: ": write concat(\(parts.joined(separator: ", ")))")
    }
  }

  /// Returns the canonical text of a node for a message; empty if the fault is only counted.
  private func part(_ place: Int) -> String {
    faults.count < Faults.maximum ? checked.tree.text(of: place) : ""
  }
}

extension SyntaxTree {
  fileprivate func firstLeaf(of root: Int) -> Int {
    var place = root
    while let first = nodes[place].firstChild { place = first }
    return place
  }

  fileprivate func lastLeaf(of root: Int) -> Int {
    var place = root
    while let last = nodes[place].children.last { place = last }
    return place
  }
}
