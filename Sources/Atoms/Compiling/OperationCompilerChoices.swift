import Conditions
import Dates
import JSON
import SourceText
import Texts

/// Constants that are not among the options of a choice.
extension OperationCompiler {
  /// Returns the listed options; nil if the definition lists none, or if others are possible.
  private func listedOptions(of draft: AtomDraft) -> [Value]? {
    guard case .literal(let choices) = draft.input?.options else { return nil }
    return choices.map(\.value)
  }

  /// Returns the `default` of an input with several values, written as a list or as one value.
  mutating func presets(_ node: SourceNode, of draft: AtomDraft, _ kind: ChoicesKind) -> Value {
    let options = listedOptions(of: draft)
    var values: [Value] = []
    for one in node.sequence ?? [node] {
      guard case .scalar(let text, let quoted) = one.content, !text.isEmpty else {
        diagnostics.error(
          .wrongShape, "`default` takes an option or a list of options, not \(one.noun)", at: one.location)
        return .null
      }
      let value = quoted ? .string(text) : kind.posted(text)
      if let options, !options.contains(value) {
        diagnostics.error(
          .wrongValue, "`default` is not among the options, which are \(Self.listed(options))", at: one.location)
        return .null
      }
      values.append(value)
    }
    let kept = kind.read(.array(values)) ?? .null
    if !kept.isNull, let violation = kind.judge(kept) {
      diagnostics.error(
        .wrongValue, "`default` violates a rule of `\(draft.id)`, `\(violation.code)`: \(violation.text(in: .en))",
        at: node.location)
    }
    return kept
  }

  /// Adds an error for each literal that an expression for the value of an atom can return and that
  /// is not one of its options.
  mutating func refuseOptions(_ expression: ConditionExpression, of draft: AtomDraft, at node: SourceNode) {
    guard let options = listedOptions(of: draft), let text = node.scalar else { return }
    let results = expression.literalResults
    guard !results.isEmpty else { return }
    let known = Set(options.map(\.plainText))
    let missing = results.filter { !known.contains($0.value.plainText) }
    for result in missing.prefix(Self.maxReported) {
      diagnostics.error(
        .wrongValue, "`\(draft.id)` has no option \(result.written)", remedy: "; there is \(Self.listed(options))",
        at: node.location.inside(text, offset: result.range.lowerBound))
    }
  }

  /// Adds an error for a `default` that the filter removes whatever is entered.
  mutating func refuseExcludedDefault(of draft: AtomDraft, by filter: Condition) {
    guard let node = draft.preset, let text = node.scalar else { return }
    let excluded = excludedOptions(of: draft, by: filter)
    guard excluded.contains(where: { $0.plainText == text }) else { return }
    diagnostics.error(
      .wrongValue, "`filter` removes the option '\(text)', the `default` of `\(draft.id)`", at: node.location)
  }

  /// Returns the options that a filter removes whatever is entered; empty if it depends on values.
  func excludedOptions(of draft: AtomDraft, by filter: Condition?) -> [Value] {
    guard let filter, filter.reads.outer.isEmpty, filter.reads.ambient.isEmpty, filter.reads.functions.isEmpty,
      !filter.reads.readsConstants, case .literal(let choices) = draft.input?.options,
      choices.count <= Self.maxFiltered
    else { return [] }
    return choices.filter { choice in
      // A caption differs between languages.
      Language.allCases.allSatisfy { language in
        (try? filter.holds(in: ConditionInput(values: [], object: choice.record(in: language)))) == false
      }
    }.map(\.value)
  }

  /// The maximum number of options to which a filter is applied.
  private static let maxFiltered = 100

  /// The maximum number of literals that are reported for one expression.
  private static let maxReported = 20

  /// Returns the options as they are written in conditions, at most 12.
  static func listed(_ options: [Value]) -> String {
    let names = options.prefix(12).map { $0.integer.map(String.init) ?? "'\($0.plainText)'" }
    return names.listed + (options.count > 12 ? ", …" : "")
  }

  /// Warns of texts of `select` that are never shown, because the value is never the key.
  mutating func warnOfKeys(in template: Template, _ expressions: [ConditionExpression], of written: WrittenText.Version)
  {
    var reported = 0
    for (argument, choices) in template.selections {
      let expression = expressions[argument]
      var known: [String]?
      if expression.type == .boolean {
        known = ["true", "false"]
      } else if case .outer(let slot) = expression.slot, drafts.indices.contains(slot) {
        known = listedOptions(of: drafts[slot])?.map(\.plainText)
      }
      guard let known else { continue }
      let values = Set(known + ["other"])
      for choice in choices where !values.contains(choice.key) && reported < Self.maxReported {
        reported += 1
        let near = suggestion(for: choice.key, among: known)
        let all = known.prefix(12).map { $0 }.listed + (known.count > 12 ? ", …" : "")
        diagnostics.warning(
          .neverHolds,
          "the text of `\(choice.key)` is never shown: `\(template.arguments[argument].text)` has no such value",
          remedy: near.isEmpty ? "; there is \(all)" : near,
          at: written.location.inside(written.text, offset: choice.offset))
      }
    }
  }

  /// Warns of options that are keys of a table without a row for them, so that the lookup rejects
  /// them.
  ///
  /// Nothing is reported if the choice or the atom with the lookup can be hidden or locked.
  mutating func warnOfMissingRows(of call: Operation.LookupCall, _ keys: [ConditionExpression]) {
    guard let table = call.table, (1...Self.maxSearchedRows).contains(table.rows.count) else { return }
    let subject = drafts[call.subject]
    guard let written = subject.lookup, !subject.isOptional, subject.requireIf == nil, subject.value == nil,
      isAlwaysShown(call.subject)
    else { return }
    var columns: [(choice: Int, column: Int)] = [(call.subject, 0)]
    for (index, key) in keys.enumerated() where keys.count == table.keyCount - 1 {
      if case .outer(let slot) = key.slot, drafts.indices.contains(slot) { columns.append((slot, index + 1)) }
    }
    for (place, column) in columns where table.columns.indices.contains(column) && table.columns[column].isRange {
      warnOfRanges(in: column, of: table, for: place, at: written.location)
    }
    for (choice, column) in columns where table.columns.indices.contains(column) && !table.columns[column].isRange {
      let draft = drafts[choice]
      guard let options = listedOptions(of: draft), draft.filter == nil, draft.checks.isEmpty, draft.value == nil,
        isAlwaysShown(choice)
      else { continue }
      let known = Set(table.rows.compactMap { row in DataTable.key(of: row[column]) })
      let missing = options.filter { DataTable.text(of: $0).map(known.contains) == false }
      guard !missing.isEmpty else { continue }
      let noun = missing.count == 1 ? "the option" : "the options"
      diagnostics.warning(
        .noPossibleValue,
        "no row of table `\(table.name)` has \(noun) \(Self.listed(missing)) of `\(draft.id)` as "
          + "`\(table.columns[column].name)`, so the lookup rejects it", at: written.location)
    }
  }

  /// Warns of an input whose limits allow only values outside of all ranges in a column.
  private mutating func warnOfRanges(in column: Int, of table: DataTable, for place: Int, at location: Location) {
    guard drafts[place].value == nil, isAlwaysShown(place) else { return }
    let limits = constantLimits(of: place)
    let (least, most) = (limits.first(where: \.isMinimum), limits.first { !$0.isMinimum })
    guard least != nil || most != nil else { return }
    let isMet = table.rows.contains { row in
      guard case .range(let from, let to) = row[column] else { return true }
      let isAbove = least.map { least in to.flatMap(Self.number).map { $0 < least.value } ?? false } ?? false
      let isBelow = most.map { most in from.flatMap(Self.number).map { most.value < $0 } ?? false } ?? false
      return !isAbove && !isBelow
    }
    if isMet { return }
    let rules = [least, most].compactMap { $0?.text }.listed
    diagnostics.warning(
      .noPossibleValue,
      "no row of table `\(table.name)` has a range of `\(table.columns[column].name)` within \(rules), so the lookup "
        + "rejects every value", at: location)
  }

  /// Returns the end of a range as a number, or as a number of days.
  private static func number(_ end: Value) -> Decimal? {
    end.decimal ?? end.string.flatMap { CivilDate($0) }.map(ValueOrder.days)
  }

  /// Returns true if nothing hides or locks an atom.
  private func isAlwaysShown(_ place: Int) -> Bool {
    isNeverLocked(place) && isNeverHidden(place)
  }
}
