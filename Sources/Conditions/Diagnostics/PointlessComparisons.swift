import JSON

/// Comparisons that never or always hold, or that order digits as text.
extension FormWalk {
  /// Records a message for a comparison whose literal does not fit the form of the other side.
  mutating func note(_ comparison: Comparison, _ left: Int, _ right: Int, _ place: Int) {
    switch comparison.relation {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      note(comparison, comparison.relation, value: left, literal: right, place)
      note(comparison, comparison.relation.swapped, value: right, literal: left, place)
      noteYear(comparison, comparison.relation, left, right, place)
      noteYear(comparison, comparison.relation.swapped, right, left, place)
      if comparison.relation == .equal || comparison.relation == .notEqual {
        notePart(comparison, left, right, place)
        notePart(comparison, right, left, place)
      }
      noteDigits(comparison, left, right, place)
      noteItself(comparison, left, right, place)
    case .within:
      guard case .list(let elements) = checked.tree.nodes[right] else { return }
      noteEmptyText(among: elements, of: left, comparison, place)
      for element in elements { noteNotation(comparison, value: left, literal: element, isOrdered: false) }
    case .between:
      guard case .list(let bounds) = checked.tree.nodes[right] else { return }
      for bound in bounds { noteNotation(comparison, value: left, literal: bound, isOrdered: true) }
      if comparison.modifier == nil, bounds.contains(where: { isDisordered(left, $0) }) {
        let numbers = bounds.map(number).joined(separator: ", ")
        note(place, Self.whyDisordered, remedy: ": write `\(number(left)) BETWEEN {\(numbers)}`")
      }
    case .matches, .like: notePattern(comparison.relation, right)
    default: return
    }
  }

  private mutating func note(
    _ comparison: Comparison, _ relation: Relation, value: Int, literal: Int, _ place: Int
  ) {
    let isOrdered = relation != .equal && relation != .notEqual
    switch forms[value] {
    case .length? where comparison.modifier == nil:
      guard let number = writtenNumber(literal) else { return }
      noteLength(relation, value, number, place)
    case .rowNumber(let count)? where comparison.modifier == nil:
      guard let number = writtenNumber(literal) else { return }
      noteRow(relation, value, number, count, place)
    case .some where isFilled(value) && !isOrdered && writtenText(literal) == "":
      noteEmptyText(comparison, value, place)
    default: noteNotation(comparison, value: value, literal: literal, isOrdered: isOrdered)
    }
  }

  /// Records a comparison, at most `Faults.maximum` in one text.
  mutating func note(_ place: Int, _ problem: String, remedy: String = "") {
    guard slips.count < Faults.maximum else { return }
    slips.append(Fault(range: checked.tree.ranges[place], problem, remedy: remedy, as: .type))
  }

  func written(_ place: Int) -> String { checked.tree.text(of: place) }

  /// Records a comparison of a value with itself.
  private mutating func noteItself(_ comparison: Comparison, _ left: Int, _ right: Int, _ place: Int) {
    guard comparison.modifier == nil, isPath(left), isPath(right), source(left).elementsEqual(source(right)),
      written(left) == written(right)
    else { return }
    let holds = [.equal, .lessOrEqual, .greaterOrEqual].contains(comparison.relation)
    note(place, "`\(written(place))` \(holds ? "always" : "never") holds: it compares a value with itself")
  }

  /// Returns true if the node is a variable, a name or a field of one of them.
  private func isPath(_ place: Int) -> Bool {
    switch checked.tree.nodes[place] {
    case .variable, .word, .local: true
    case .key(let base, _): isPath(base)
    default: false
    }
  }

  /// Records a pattern of LIKE or MATCHES in the notation of another language.
  private mutating func notePattern(_ relation: Relation, _ place: Int) {
    guard let pattern = writtenText(place) else { return }
    if relation == .matches, let meant = OtherNotations.withoutSlashes(pattern) {
      note(place, "no text matches a pattern in slashes", remedy: ": omit them, \(Literal.text(meant).spelling)")
    }
    guard relation == .like, pattern.utf8.count > 1, pattern.hasPrefix("%") || pattern.hasSuffix("%"),
      !pattern.contains("*"), !pattern.contains("?")
    else { return }
    let meant = Literal.text(pattern.replacing("%", with: "*")).spelling
    note(place, "`%` is an ordinary character in LIKE, whose wildcard is `*`", remedy: ": write \(meant)")
  }

  // MARK: Empty texts

  private static let whyFilled = "an empty input has no value"

  private mutating func noteEmptyText(_ comparison: Comparison, _ value: Int, _ place: Int) {
    let remedy = "\(input(of: value)) \(comparison.relation.rawValue) nil"
    if let modifier = comparison.modifier {
      note(
        place, "`\(written(place))` finds no empty text: \(Self.whyFilled)",
        remedy: "; write `\(modifier.rawValue) \(remedy)`")
    } else {
      noteEmptyText(holds: comparison.relation == .notEqual, value, remedy, place)
    }
  }

  /// Records a comparison that treats an empty input as an empty text.
  private mutating func noteEmptyText(holds: Bool, _ value: Int, _ remedy: String, _ place: Int) {
    let verdict = "`\(written(place))` \(holds ? "always" : "never") holds: \(Self.whyFilled)"
    if input(of: value) == "$" + checked.subject {
      note(place, "\(verdict), and its check is skipped", remedy: ": omit this comparison")
    } else {
      note(place, verdict, remedy: "; write `\(remedy)`")
    }
  }

  /// Returns the text of the argument of a function, or of the node itself.
  private func input(of place: Int) -> String {
    var place = place
    while case .call(_, let arguments) = checked.tree.nodes[place], let first = arguments.first { place = first }
    return written(place)
  }

  private mutating func noteEmptyText(among elements: [Int], of value: Int, _ comparison: Comparison, _ place: Int) {
    guard comparison.modifier == nil, isFilled(value), let empty = elements.first(where: { writtenText($0) == "" })
    else { return }
    if elements.count == 1 {
      noteEmptyText(holds: false, value, "\(input(of: value)) == nil", place)
    } else {
      note(
        empty, "'' in this list equals no value: \(Self.whyFilled)",
        remedy: "; compare it separately, as `\(input(of: value)) == nil`")
    }
  }

  /// Records a comparison of the length of a text that never holds, or holds also for nil.
  private mutating func noteLength(_ relation: Relation, _ value: Int, _ number: Int64, _ place: Int) {
    guard let argument = checked.tree.nodes[value].firstChild, number < 2 else { return }
    let isNever = !Self.samples(around: number, upTo: .max).contains { relation.holds($0, number) }
    if isNever {
      noteEmptyText(holds: false, argument, "\(input(of: argument)) == nil", place)
    } else if relation == .notEqual, number < 1 {
      noteEmptyText(holds: true, argument, "\(input(of: argument)) != nil", place)
    }
  }

  // MARK: Years

  /// Records a comparison of a calendar year with a number of years, such as `year($birth) >= 18`.
  private mutating func noteYear(
    _ comparison: Comparison, _ relation: Relation, _ value: Int, _ literal: Int, _ place: Int
  ) {
    guard comparison.modifier == nil, case .call(_, let arguments) = checked.tree.nodes[value],
      case .builtin(.year) = checked.meanings[value], arguments.count == 1, let years = writtenNumber(literal),
      (1..<200).contains(years)
    else { return }
    let months = "monthsBetween(\(written(arguments[0])), today())"
    note(
      place, "`\(written(value))` is a calendar year, such as 2000, and \(years) is a number of years",
      remedy: ": write `\(months) \(relation.rawValue) \(years * 12)`")
  }

  // MARK: Numbers of rows

  /// Records a comparison of a row's number that never holds, or holds for each row from the first.
  private mutating func noteRow(_ relation: Relation, _ value: Int, _ number: Int64, _ count: Int, _ place: Int) {
    let outcomes = Set(Self.samples(around: number, upTo: Int64(count)).map { relation.holds($0, number) })
    guard outcomes.count == 1, let holds = outcomes.first else { return }
    let name = written(value)
    switch (holds, number) {
    case (false, ...1) where count > 1:
      note(
        place, "`\(written(place))` never holds: rows are numbered from 1",
        remedy: "; write `\(name) == 1` for the first row")
    case (false, _):
      note(place, "`\(written(place))` never holds: `max` allows at most \(count) row\(count == 1 ? "" : "s")")
    case (true, ...1) where count > 1:
      note(
        place, "`\(written(place))` always holds: rows are numbered from 1",
        remedy: "; write `\(name) > 1` for the rows after the first")
    default: return
    }
  }

  /// Returns whole numbers from 1 that represent all of them in a comparison with `number`.
  private static func samples(around number: Int64, upTo maximum: Int64) -> [Int64] {
    [1, number &- 1, number, number &+ 1, maximum].filter { (1...maximum).contains($0) }
  }

  // MARK: Digits and notations

  /// Records an order of digits, unless all values have the length of the other side.
  private mutating func noteDigits(_ comparison: Comparison, _ left: Int, _ right: Int, _ place: Int) {
    guard comparison.modifier == nil, comparison.relation != .equal, comparison.relation != .notEqual,
      isDisordered(left, right) || isDisordered(right, left)
    else { return }
    let remedy = ": write `\(number(left)) \(comparison.relation.rawValue) \(number(right))`"
    note(place, Self.whyDisordered, remedy: remedy)
  }

  private static let whyDisordered = "this compares digits as text, in which '10' is before '9'"

  /// Returns true if the first side has digits of another or of no fixed length than the second
  /// side, which is digits too.
  private func isDisordered(_ digits: Int, _ other: Int) -> Bool {
    guard case .digits(let length)? = forms[digits] else { return false }
    if case .digits(let second)? = forms[other] { return length == nil || length != second }
    guard let literal = writtenText(other), OtherNotations.isDigits(literal) else { return false }
    return length != literal.utf8.count
  }

  /// Returns a side of a comparison as a number: a literal without quotes, or a call of `number`.
  private func number(_ place: Int) -> String {
    guard let literal = writtenText(place) else { return "number(\(written(place)))" }
    let digits = literal.drop { $0 == "0" }
    return digits.isEmpty ? "0" : String(digits)
  }

  private mutating func noteNotation(_ comparison: Comparison, value: Int, literal: Int, isOrdered: Bool) {
    guard comparison.options.isEmpty, case .notation(let notation, let mayBeEmpty)? = forms[value],
      let text = writtenText(literal), !(text.isEmpty && mayBeEmpty), let why = notation.fault(text, isOrdered)
    else { return }
    note(literal, "`\(written(value))` is never \(written(literal))\(why)")
  }
}

extension Relation {
  /// The relation after an exchange of both sides.
  fileprivate var swapped: Relation {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }

  /// Returns the result of an equality or an order of two whole numbers; false for others.
  fileprivate func holds(_ left: Int64, _ right: Int64) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    default: false
    }
  }
}
