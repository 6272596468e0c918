import Conditions
package import JSON

/// Values that were entered into one version of an operation, as far as another one takes them.
package struct CarriedValues: Sendable {
  /// What is left of them.
  package let values: Object
  /// What the other version has no place for: atoms that are gone, values of another type, options that are gone.
  package let dropped: [Violation]
  /// What is kept, and breaks a rule of the other version.
  package let doubtful: [Violation]

  /// Carries values to `operation`, which judges them as they would be judged when they were sent.
  package init(_ values: Object, to operation: Operation, in language: Language, _ surroundings: any Surroundings) {
    var evaluation = Evaluation(operation, Question(values: values, commit: true), in: language, surroundings)
    let violations = evaluation.verdict().violations.filter { $0.code != "required" }
    let foreign = violations.filter { ["unknown", "type", "option"].contains($0.code) }.map(\.atom)
    var removal = Removal(Set(foreign))
    let kept = removal.rest(of: values)
    let dropped = violations.filter { removal.removed.contains($0.atom) }
    let doubtful = violations.filter { !removal.removed.contains($0.atom) }
    (self.values, self.dropped, self.doubtful) = (kept, dropped, doubtful)
  }
}

/// Values without those at some paths, such as `lines[3].amount`: all are taken out in one pass.
private struct Removal {
  private let paths: Set<String>
  private let areInItems: Bool
  /// The paths at which something was taken out.
  private(set) var removed: Set<String> = []

  init(_ paths: Set<String>) {
    self.paths = paths
    areInItems = paths.contains { $0.utf8.contains(UInt8(ascii: "[")) }
  }

  /// What is left of the values, whose paths begin with `prefix`.
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

  /// The items of a repeat; one that is no object becomes a blank one.
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

/// Values from elsewhere (a submission, a template, a code) that an operation begins with, and what of them a person
/// should look at.
package struct PrefilledValues: Sendable {
  /// What is left of them: without secrets, and without what the operation has no place for.
  package let values: Object
  /// What the operation has no place for: atoms that are not there, values of another type, options that are gone.
  package let dropped: [Violation]
  /// What breaks a rule or is warned of, and what the operation fills in by itself otherwise.
  package let doubtful: [Violation]

  /// Prefills `operation`; `fresh` leaves out what belongs to the submission that the values are from.
  package init(
    _ values: Object, of operation: Operation, fresh: Bool, in language: Language, _ surroundings: any Surroundings
  ) {
    let begun = fresh ? operation.repeatable(values) : values
    let carried = CarriedValues(
      operation.withoutSecrets(begun), to: operation, in: language, surroundings)
    var evaluation = Evaluation(
      operation, Question(values: carried.values, commit: true), in: language, surroundings)
    (self.values, dropped) = (carried.values, carried.dropped)
    // What the operation computes from values that are still to come says nothing of those that are there.
    let kept = carried.doubtful.filter { doubt in
      operation.atom(at: doubt.atom)?.computed == nil || begun[doubt.atom] != nil
    }
    doubtful =
      kept + evaluation.warnings() + evaluation.overruled(besides: Set(carried.dropped.map(\.atom)))
  }
}

extension Evaluation {
  /// What is warned of, in tree order.
  mutating func warnings() -> [Violation] {
    var warnings: [Violation] = []
    let atoms = operation.atoms
    walk { evaluation, telling in
      let atom = atoms[telling.place]
      guard atom.mayWarn, let kind = atom.input, !evaluation.marks[telling.place].contains(.hidden) else { return }
      let state = evaluation.state(of: telling.place, atom, kind, judge: true)
      guard state.isJudged, state.violation == nil else { return }
      if let warning = evaluation.warning(at: telling.place, atom) {
        warnings.append(warning.at(evaluation.here.prefix + warning.atom))
      }
    }
    return warnings
  }

  /// The posted values outside of items that are not those of their atoms: the operation hides the atom, or fills it in.
  func overruled(besides others: Set<String>) -> [Violation] {
    operation.atoms.enumerated().compactMap { place, atom in
      guard atom.position.owner == nil, atom.template == nil, let kind = atom.input,
        let value = posted(for: atom, at: place),
        let kept = kind.read(value), !kept.isNull, kept != input.values[place], !others.contains(atom.id)
      else { return nil }
      return Violation(
        check: "overruled",
        message: LocalizedText(
          ru: "Поле заполняется само: прежнее значение не взято",
          en: "Filled in by itself: the value that was given is not taken")
      ).at(atom.id)
    }
  }
}

extension Operation {
  /// The values without those that belong to one submission.
  package func repeatable(_ values: Object) -> Object {
    Object(
      unique: values.members.filter { member in place(of: member.name).map { !atoms[$0].isOnce } ?? true })
  }
}
