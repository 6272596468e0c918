import Conditions
package import Texts
package import JSON

/// Values of one version of an operation, transferred to another version.
package struct CarriedValues: Sendable {
  /// The transferred values.
  package let values: Object
  /// The values that were removed: unknown atoms, values of another type, missing options.
  package let dropped: [Violation]
  /// The transferred values that violate a rule of the other version.
  package let doubtful: [Violation]

  /// Transfers values to `operation`, which validates them like a submission.
  package init(_ values: Object, to operation: Operation, in language: Language, _ surroundings: any Environment) {
    var evaluation = Evaluation(operation, Question(values: values, commit: true), in: language, surroundings)
    // The form may be half-filled.
    evaluation.judgesSubmission = false
    let violations = evaluation.verdict().violations.filter { $0.code != "required" }
    let foreign = violations.filter { $0.isForeign || $0.code == "unknown" || $0.code == "option" }.map(\.atom)
    var removal = Removal(Set(foreign))
    let kept = removal.rest(of: values)
    let dropped = violations.filter { removal.removed.contains($0.atom) }
    let doubtful = violations.filter { !removal.removed.contains($0.atom) }
    (self.values, self.dropped, self.doubtful) = (kept, dropped, doubtful)
  }
}

/// Removes the values at some paths, such as `lines[3].amount`, in one pass.
private struct Removal {
  private let paths: Set<String>
  private let areInItems: Bool
  private(set) var removed: Set<String> = []

  init(_ paths: Set<String>) {
    self.paths = paths
    areInItems = paths.contains { $0.utf8.contains(UInt8(ascii: "[")) }
  }

  /// Returns the remaining values. Their paths begin with `prefix`.
  mutating func rest(of values: Object, at prefix: String = "") -> Object {
    guard !paths.isEmpty else { return values }
    var kept: [Object.Member] = []
    for member in values.members {
      let path = prefix + member.name
      if paths.contains(path) {
        removed.insert(path)
        continue
      }
      guard areInItems, case .array(let items) = member.value else {
        kept.append(member)
        continue
      }
      kept.append(Object.Member(name: member.name, value: .array(rest(of: items, at: path))))
    }
    return Object(unique: kept)
  }

  /// Returns the remaining items of a repeat. A removed item that is not an object is replaced by
  /// an empty one.
  private mutating func rest(of items: [Value], at path: String) -> [Value] {
    var kept: [Value] = []
    kept.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      let place = "\(path)[\(index)]"
      if let object = item.object {
        kept.append(.object(rest(of: object, at: place + ".")))
      } else if paths.contains(place) {
        removed.insert(place)
        kept.append(.object(Object()))
      } else {
        kept.append(item)
      }
    }
    return kept
  }
}

/// Values of another source (a submission, a template, a QR code) as initial values of an
/// operation.
package struct PrefilledValues: Sendable {
  /// The remaining values, without secrets and without removed values.
  package let values: Object
  /// The values that were removed: unknown atoms, values of another type, missing options.
  package let dropped: [Violation]
  /// The values that a person should check: they violate a rule, have a warning, or are replaced by
  /// the operation.
  package let doubtful: [Violation]

  /// Prefills `operation`. If `fresh` is true, omits the values that are used for one submission
  /// only (`once`).
  package init(
    _ values: Object, of operation: Operation, fresh: Bool, in language: Language, _ surroundings: any Environment
  ) {
    let begun = fresh ? operation.repeatable(values) : values
    let carried = CarriedValues(
      operation.withoutSecrets(begun), to: operation, in: language, surroundings)
    var evaluation = Evaluation(
      operation, Question(values: carried.values, commit: true), in: language, surroundings)
    evaluation.judgesSubmission = false
    (self.values, dropped) = (carried.values, carried.dropped)
    // A computed value can be invalid only because other values are missing, so it is included only
    // if it was given.
    let kept = carried.doubtful.filter { doubt in
      operation.atom(at: doubt.atom)?.computed == nil || begun[doubt.atom] != nil
    }
    doubtful =
      kept + evaluation.warnings() + evaluation.overruled(besides: Set(carried.dropped.map(\.atom)))
  }
}

extension Evaluation {
  /// Returns the warnings in tree order, for inputs without a violation.
  fileprivate mutating func warnings() -> [Violation] {
    var warnings: [Violation] = []
    let atoms = operation.atoms
    walk { evaluation, entry in
      let atom = atoms[entry.place]
      guard atom.canWarn, let kind = atom.input, !evaluation.marks[entry.place].contains(.hidden) else { return }
      let state = evaluation.state(of: entry.place, atom, kind, judge: true)
      guard state.isJudged, state.violation == nil else { return }
      if let warning = evaluation.warning(at: entry.place, atom) {
        warnings.append(warning.at(evaluation.here.prefix + warning.atom))
      }
    }
    return warnings
  }

  /// Returns a violation for each posted value outside of items that the operation hides or
  /// replaces.
  ///
  /// Skips the atoms at the paths in `others`.
  fileprivate func overruled(besides others: Set<String>) -> [Violation] {
    operation.atoms.enumerated().compactMap { place, atom in
      guard atom.position.owner == nil, atom.template == nil, let kind = atom.input,
        let value = posted(for: atom, at: place),
        let kept = kind.read(value), !kept.isNull, kept != input.values[place], !others.contains(atom.id)
      else { return nil }
      return Violation(
        check: "overruled",
        message: LocalizedText(
          ru: "Поле заполняется само: прежнее значение не взято",
          en: "Filled in automatically: the given value is not used")
      ).at(atom.id)
    }
  }
}

extension Operation {
  /// Returns the values without those that are used for one submission only (`once`).
  package func repeatable(_ values: Object) -> Object {
    Object(
      unique: values.members.filter { member in place(of: member.name).map { !atoms[$0].isOnce } ?? true })
  }
}
