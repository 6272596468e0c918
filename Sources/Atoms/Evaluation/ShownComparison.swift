import Conditions
package import JSON

/// A client's report of the values that it has shown in a form.
package struct ShownReport: Sendable {
  /// The shown values by path; nil if the client reports none.
  package let values: Object?

  /// Creates a report. Without values, only posted values that depend on a bank system are
  /// compared.
  package init(values: Object?) { self.values = values }
}

/// A difference between the shown value and the current value of an atom.
package struct ShownChange: Sendable {
  package let atom: String
  /// The shown value in wire form; null if absent.
  package let shown: Value
  /// The current value in wire form; null if absent. For a repeat, the number of its items.
  package let now: Value
}

extension Evaluation {
  /// Returns the differences from the shown values in tree order, then the differences of removed
  /// items.
  ///
  /// A computed atom that the report does not contain is compared by its posted value. If the
  /// client reports no values, only atoms that depend on a bank system are compared in this way.
  mutating func changes(from report: ShownReport) -> [ShownChange] {
    guard report.values == nil ? operation.comparesPosted : operation.comparesShown else { return [] }
    var reported = ReportedValues(report.values)
    var changes: [ShownChange] = []
    walk { evaluation, entry in
      let (place, atom) = (entry.place, evaluation.operation.atoms[entry.place])
      guard atom.isCompared || atom.circle != nil else { return }
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

  /// Returns the posted value of a computed atom, or of an input that follows another one, if it
  /// counts as shown; otherwise nil.
  private func postedAsShown(_ atom: Atom, at place: Int, with report: ShownReport) -> Value? {
    let isFollower = marks[place].contains(.follows)
    guard isFollower || atom.computed != nil && (atom.isAnswered || report.values != nil),
      !marks[place].contains(.hidden), let posted = posted(for: atom, at: place), !posted.isNull
    else { return nil }
    return posted
  }

  /// Returns the current value of an atom in wire form; nil if it equals the shown value.
  private mutating func present(_ atom: Atom, at place: Int, besides shown: Value) -> Value? {
    if marks[place].contains(.hidden) { return shown.isNull ? .none : .some(.null) }
    guard let kind = atom.input else { return presentPair(of: atom, besides: shown) }
    if let template = atom.template {
      let count = Int64(workspace.items[template.number].count)
      return shown.array?.count == Int(count) || shown == .integer(count) ? .none : .some(.integer(count))
    }
    // An entered value is stored as posted, so it cannot differ.
    let isEntered =
      atom.computed == nil && !here.isPreset && marks[place].isDisjoint(with: [.disabled, .unreadable, .follows])
    if isEntered, posted(for: atom, at: place) != nil { return nil }
    let value = input.values[place]
    return kind.read(shown) == value ? .none : .some(operation.wire(value, of: atom, kind))
  }

  /// Returns the current value of a label and value pair; nil if it equals the shown value.
  ///
  /// A client without support for pairs reports the caption, which contains both.
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

/// The reported values by path. Each value is removed when it is compared.
private struct ReportedValues {
  private let paths: [String]
  private var values: [String: Value] = [:]

  init(_ report: Object?) {
    // Paths contain only ASCII characters.
    let members = (report?.members ?? []).filter { $0.name.hasOnlyASCIIUnits && StepBudget.take(1) }
    paths = members.map(\.name)
    for member in members { values[member.name] = member.value }
  }

  /// Removes and returns the value at a path; nil if absent.
  mutating func take(_ path: String) -> Value? { values.isEmpty ? nil : values.removeValue(forKey: path) }

  /// The remaining values in the order of the report.
  var rest: [(path: String, value: Value)] { paths.compactMap { path in values[path].map { (path, $0) } } }
}
