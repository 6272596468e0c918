import Conditions
package import JSON

/// A client's report of the values that it has shown of a form.
///
///     let report = ShownReport(values: ["rate": "90.07"])
///     let submission = try CheckedSubmission(operation, values: values, against: report, in: .en, surroundings)
package struct ShownReport: Sendable {
  /// The shown values, by the path of the atom; nil if the client reports nothing.
  package let values: Object?

  /// Creates a report. Without values only posted values that a system of the bank has answered are compared.
  package init(values: Object?) { self.values = values }
}

/// A difference between what a client has shown of an atom and its present value.
package struct ShownChange: Sendable {
  /// The path of the atom.
  package let atom: String
  /// The shown value, in wire form; null for none.
  package let shown: Value
  /// The present value, in wire form; null for none. Of a repeat, the count of its items.
  package let now: Value
}

extension Evaluation {
  /// Returns the differences from what a client has shown, in tree order; then those of items that are gone.
  ///
  /// The value of an atom that the client does not report is compared if the client has posted it: always with a report of other
  /// atoms, otherwise only if a system of the bank has answered it.
  mutating func changes(from report: ShownReport) -> [ShownChange] {
    guard report.values == nil ? operation.comparesPosted : operation.comparesShown else { return [] }
    var reported = ReportedValues(report.values)
    var changes: [ShownChange] = []
    walk { evaluation, entry in
      let (place, atom) = (entry.place, evaluation.operation.atoms[entry.place])
      guard atom.isCompared else { return }
      let path = evaluation.here.prefix + atom.id
      guard StepBudget.take(1 + path.utf8.count / 64),
        let shown = reported.take(path) ?? evaluation.postedAsShown(atom, at: place, with: report)
      else { return }
      if let now = evaluation.present(atom, at: place, besides: shown) {
        changes.append(ShownChange(atom: path, shown: shown, now: now))
      }
    }
    for (path, shown) in reported.rest where !shown.isNull && StepBudget.take(1 + path.utf8.count / 64) {
      guard let (place, indexes) = operation.place(atPath: path), !indexes.isEmpty, operation.atoms[place].isCompared
      else { continue }
      changes.append(ShownChange(atom: path, shown: shown, now: .null))
    }
    return changes
  }

  /// Returns the posted value of a computed atom, which the client has shown too; nil if it does not count.
  private func postedAsShown(_ atom: Atom, at place: Int, with report: ShownReport) -> Value? {
    guard atom.computed != nil, atom.isAnswered || report.values != nil, !marks[place].contains(.hidden),
      let posted = posted(for: atom, at: place), !posted.isNull
    else { return nil }
    return posted
  }

  /// Returns the present value of an atom in wire form; nil if it is the same as what was shown.
  private mutating func present(_ atom: Atom, at place: Int, besides shown: Value) -> Value? {
    if marks[place].contains(.hidden) { return shown.isNull ? .none : .some(.null) }
    guard let kind = atom.input else { return presentPair(of: atom, besides: shown) }
    if let template = atom.template {
      let count = Int64(workspace.items[template.number].count)
      return shown.array?.count == Int(count) || shown == .integer(count) ? .none : .some(.integer(count))
    }
    // A value that a person has entered is stored as it was posted.
    let isEntered = atom.computed == nil && marks[place].isDisjoint(with: [.disabled, .unreadable])
    if isEntered, posted(for: atom, at: place) != nil { return nil }
    let value = input.values[place]
    return kind.read(shown) == value ? .none : .some(operation.wire(value, of: atom, kind))
  }

  /// Returns the present value of a label and value pair; nil if it is the same as what was shown.
  ///
  /// A client without support for pairs reports the caption, which has both.
  private mutating func presentPair(of atom: Atom, besides shown: Value) -> Value? {
    learnFacts(of: atom)
    let pair = pair(of: atom)
    let now = pair.map { $0.value.value ?? $0.value.text(in: language) }
    if shown.isNull { return now.map(Value.string) }
    if let now, let role = pair?.value.role, role == .amount || role == .number, let digits = Decimal(now),
      shown.decimal ?? shown.string.flatMap({ Decimal($0) }) == digits
    {
      return nil
    }
    if let text = shown.string.map(normalized),
      [now, pair?.value.text(in: language), caption(of: atom)].contains(where: { $0.map(normalized) == text })
    {
      return nil
    }
    return .some(now.map(Value.string) ?? .null)
  }
}

/// Reported values by path, of which each is taken once.
private struct ReportedValues {
  private let paths: [String]
  private var values: [String: Value] = [:]

  init(_ report: Object?) {
    // No other text is the path of an atom.
    let members = (report?.members ?? []).filter { $0.name.hasOnlyASCIIUnits && StepBudget.take(1) }
    paths = members.map(\.name)
    for member in members { values[member.name] = member.value }
  }

  /// Takes the value at a path; returns nil if none was reported.
  mutating func take(_ path: String) -> Value? { values.isEmpty ? nil : values.removeValue(forKey: path) }

  /// The values that were not taken, in their order.
  var rest: [(path: String, value: Value)] { paths.compactMap { path in values[path].map { (path, $0) } } }
}
