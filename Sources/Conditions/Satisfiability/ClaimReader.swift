import Dates
import JSON

/// Reads the claims of a checked condition.
struct ClaimReader {
  let checked: Checked

  /// Returns the claim of a comparison between one term and literals.
  ///
  /// Returns nil if
  /// - the comparison has a modifier,
  /// - not exactly one side consists of literals, or the other side is a computed value,
  /// - a few values cannot represent all values of the term.
  func claim(_ comparison: Comparison, _ a: Int, _ b: Int) -> Claim? {
    guard comparison.modifier == nil else { return nil }
    // IN with a text finds any part of it, which a few values cannot represent.
    if comparison.relation == .within, case .literal(.text) = checked.tree.nodes[b] { return nil }
    let (left, right) = (literals(a) ?? dayFromToday(a), literals(b) ?? dayFromToday(b))
    let termPlace = left == nil ? a : b
    guard let literals = left ?? right, (left == nil) != (right == nil), let term = term(termPlace) else { return nil }
    var options: [Value]?
    let type = checked.types[termPlace]
    // The options of a list are its elements, not its values.
    if term.isWhole, !type.isList, case .slot(_, let offered) = checked.meanings[termPlace] { options = offered }
    guard options != nil || isListable(comparison, type, literals, isTermLeft: left == nil) else { return nil }
    let isRelative = self.literals(left == nil ? b : a) == nil
    // Options are constant dates, which have no order with a date that depends on today.
    if isRelative, options != nil { return nil }
    let sides = left == nil ? ("$v", checked.tree.text(of: b)) : (checked.tree.text(of: a), "$v")
    guard let condition = try? Condition("\(sides.0) \(comparison.spelling) \(sides.1)") else { return nil }
    return Claim(
      term, type, options: options, literals: literals,
      form: isRelative ? .relative : comparison.relation == .beginsWith ? .prefix : .plain, condition)
  }

  /// Returns the order of a date and today that follows from a comparison of the time between them
  /// with a number; nil if none follows.
  ///
  /// For example, `$day < today()` follows from `monthsBetween($day, today()) >= 216`.
  func order(_ comparison: Comparison, _ a: Int, _ b: Int) -> Claim? {
    guard comparison.modifier == nil, case .call(_, let dates) = checked.tree.nodes[a], dates.count == 2,
      case .builtin(let builtin) = checked.meanings[a], builtin == .daysBetween || builtin == .monthsBetween,
      let number = literals(b)?.first?.integer
    else { return nil }
    let isPositive =
      switch comparison.relation {
      case .greater: number >= 0
      case .greaterOrEqual, .equal: number > 0
      default: false
      }
    let isNegative =
      switch comparison.relation {
      case .less: number <= 0
      case .lessOrEqual, .equal: number < 0
      default: false
      }
    guard isPositive || isNegative else { return nil }
    return claim(Comparison(relation: isPositive ? .less : .greater), dates[0], dates[1])
  }

  /// Returns true if a few values can represent all values of that type in this comparison.
  private func isListable(
    _ comparison: Comparison, _ type: ValueType, _ literals: [Value], isTermLeft: Bool
  ) -> Bool {
    let ordered: Set<Relation> = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
    let isList = isTermLeft && (comparison.relation == .within || comparison.relation == .between)
    switch type {
    case .boolean: return ordered.contains(comparison.relation) || isList
    case .integer, .number:
      let areNumbers = literals.allSatisfy { $0.isNull || $0.integer != nil || $0.exactDecimal != nil }
      return areNumbers && (ordered.contains(comparison.relation) || isList)
    case .text:
      let isEquality = [.equal, .notEqual].contains(comparison.relation)
      let isPart = isTermLeft && [.within, .beginsWith].contains(comparison.relation)
      return comparison.options.isEmpty && (isEquality || isPart)
        && literals.allSatisfy { $0.isNull || $0.string != nil }
    case .date:
      let areDates = literals.allSatisfy { $0.isNull || $0.string.flatMap { CivilDate($0) } != nil }
      return comparison.options.isEmpty && areDates && (ordered.contains(comparison.relation) || isList)
    case .any:
      let isEquality = [.equal, .notEqual].contains(comparison.relation)
      return comparison.options.isEmpty && (isEquality || isTermLeft && comparison.relation == .within)
    default: return false
    }
  }

  /// Returns the value of a literal or the values of a list of literals; nil for any other node.
  private func literals(_ place: Int) -> [Value]? {
    switch checked.tree.nodes[place] {
    case .literal(let literal): return [literal.value]
    case .negate(let operand):
      guard case .literal(let literal) = checked.tree.nodes[operand] else { return nil }
      switch literal {
      case .integer(let number) where number != .min: return [.integer(-number)]
      case .decimal(let number): return [.decimal(number.negated)]
      default: return nil
      }
    case .list(let elements):
      let values = elements.map { literals($0) }
      return values.allSatisfy { $0?.count == 1 } ? values.compactMap { $0?.first } : nil
    default: return nil
    }
  }

  /// Returns the date of `today()` or `addDays(today(), number)` for `Claim.today`; nil for any
  /// other node.
  private func dayFromToday(_ place: Int) -> [Value]? {
    guard let today = Claim.today, case .call(_, let arguments) = checked.tree.nodes[place],
      case .builtin(let builtin) = checked.meanings[place]
    else { return nil }
    switch builtin {
    case .today: return [.string(today.description)]
    case .addDays:
      guard arguments.count == 2, case .builtin(.today) = checked.meanings[arguments[0]],
        let days = literals(arguments[1])?.first?.integer, let day = Int(exactly: days).flatMap(today.adding(days:))
      else { return nil }
      return [.string(day.description)]
    default: return nil
    }
  }

  /// Returns the term of a variable or a word, of a key path that begins with one, or of a measure
  /// or total of a variable.
  ///
  /// Returns nil for other nodes.
  func term(_ place: Int) -> Term? {
    let path = checked.tree.text(of: place)
    if let list = totalled(place) { return Term(slot: list.slot, path: path, isWhole: false, measure: list.measure) }
    if case .call(_, let arguments) = checked.tree.nodes[place] {
      guard case .builtin(let builtin) = checked.meanings[place], let range = Self.measures[builtin],
        arguments.count == 1, let inner = term(arguments[0]), inner.isWhole, inner.slot != nil
      else { return nil }
      return Term(slot: inner.slot, path: path, isWhole: false, measure: range)
    }
    var base = place
    while case .key(let inner, _) = checked.tree.nodes[base] { base = inner }
    switch (checked.tree.nodes[base], checked.meanings[base]) {
    case (.variable, .slot(let slot, _)), (.word, .slot(let slot, _)):
      return Term(slot: slot, path: path, isWhole: base == place)
    case (.word, .key): return Term(slot: nil, path: path, isWhole: base == place)
    default: return nil
    }
  }

  /// Returns the slot of the list of `$list.@count` or of a total such as `$list.@sum.amount`, with
  /// the possible counts; nil for other nodes.
  private func totalled(_ place: Int) -> (slot: Slot, measure: ClosedRange<Int64>?)? {
    switch checked.tree.nodes[place] {
    case .pathOperator(let list, "count"):
      guard case .variable = checked.tree.nodes[list], case .slot(let slot, _) = checked.meanings[list] else {
        return nil
      }
      return (slot, 0...Int64(Int32.max))
    case .key(let total, _):
      guard case .pathOperator(let list, let name) = checked.tree.nodes[total], name != "count",
        case .variable = checked.tree.nodes[list], case .slot(let slot, _) = checked.meanings[list]
      else { return nil }
      return (slot, nil)
    default: return nil
    }
  }

  /// The functions whose results are measures, with their possible results. Each is nil for nil.
  private static let measures: [Builtin: ClosedRange<Int64>] = [
    .length: 0...Int64(Int32.max), .weekday: 1...7, .month: 1...12, .day: 1...31, .year: 1...9999,
  ]
}

extension Value {
  fileprivate var exactDecimal: Decimal? { if case .decimal(let number) = self { number } else { nil } }
}
