import Conditions
import JSON

extension Evaluation {
  /// What is told of an input that is shown.
  struct InputState {
    /// Whether it must have a value.
    let required: Bool
    /// The options, where they depend on something.
    let options: [Value]?
    /// Whether anybody asked for a judgement and there is somebody to blame.
    let isJudged: Bool
    /// The rule that the value breaks.
    let violation: Violation?
  }

  /// The values of the shown inputs that have one, by id, in tree order; every violation; what was posted for atoms that
  /// do not exist.
  mutating func verdict() -> (values: Object, violations: [Violation]) {
    var values: [Object.Member] = []
    let violations = violations() + unknown.map { Violation("unknown").at($0) }
    for (place, atom) in operation.atoms.enumerated() where atom.position.owner == nil {
      if atom.input != nil, !input.values[place].isNull {
        values.append(Object.Member(name: atom.id, value: input.values[place]))
      }
    }
    return (Object(unique: values), violations)
  }

  /// The violations of the atoms that the question asks for and that are judged, in tree order.
  package mutating func violations() -> [Violation] {
    var violations: [Violation] = []
    walk { evaluation, telling in
      let atom = evaluation.operation.atoms[telling.place]
      guard let kind = atom.input, !evaluation.marks[telling.place].contains(.hidden), evaluation.judges(telling),
        !evaluation.isUnreadableItem
      else { return }
      if let violation = evaluation.state(of: telling.place, atom, kind, judge: true).violation {
        violations.append(violation)
      }
    }
    return violations
  }

  /// Whether the atom of an affected place is judged: what changed, and what has a value to read the change with.
  func judges(_ telling: AffectedAtoms.Telling) -> Bool {
    guard commit, !telling.isChanged else { return commit }
    return telling.isChecked
      && (!input.values[telling.place].isNull || marks[telling.place].contains(.unreadable))
  }

  /// The state of an input that is shown.
  mutating func state(of place: Int, _ atom: Atom, _ kind: any InputKind, judge: Bool) -> InputState {
    learnFacts(of: atom)
    let required =
      atom.requireIf == nil ? !atom.isOptional : holds(atom.requireIf, of: atom, "requireIf")
    let options = atom.optionSlot.map { self.options(in: $0, for: atom) }
    let isJudged = judge && (atom.computed != nil || !marks[place].contains(.disabled))
    return InputState(
      required: required, options: options, isJudged: isJudged,
      violation: isJudged ? located(violation(at: place, atom, kind, required: required, options: options)) : nil)
  }

  /// The violation with its path, where it is in an item.
  private func located(_ violation: Violation?) -> Violation? {
    guard let violation, here.template != nil else { return violation }
    return violation.at(here.prefix + violation.atom)
  }

  private mutating func violation(
    at place: Int, _ atom: Atom, _ kind: any InputKind, required: Bool, options: [Value]?
  ) -> Violation? {
    let known = marks[place]
    if known.contains(.unreadable) { return Violation("type").at(atom.id) }
    guard atom.hasRules else { return kindViolation(of: input.values[place], atom, kind, required: required) }
    if let template = atom.template, let violation = violation(ofItems: template, atom) { return violation }
    let value = input.values[place]
    if case .null = value { return required ? Violation("required").at(atom.id) : nil }
    if !known.contains(.sound), let violation = kind.judge(value) { return violation.at(atom.id) }
    if let choices = atom.choices, !choices.contains(where: { $0.value == value }) {
      return Violation("option").at(atom.id)
    }
    if atom.optionSlot != nil, !(options ?? []).contains(where: { $0["value"] == value }) {
      return Violation("option").at(atom.id)
    }
    if let lookup = atom.lookup, marks[lookup].contains(.empty) {
      let name = operation.lookups[lookup - operation.atoms.count].name
      return Violation("lookup", params: [("lookup", .string(name))]).at(atom.id)
    }
    for check in atom.checks {
      if let violation = violation(of: check, at: atom) { return violation.at(atom.id) }
    }
    return nil
  }

  /// Why a value is wrong that nothing but its kind has rules for.
  private func kindViolation(
    of value: Value, _ atom: Atom, _ kind: any InputKind, required: Bool
  ) -> Violation? {
    if case .null = value { return required ? Violation("required").at(atom.id) : nil }
    return kind.judge(value).map { $0.at(atom.id) }
  }

  /// Why a repeat as such is wrong: how many items it has, or what is posted for one.
  private func violation(ofItems template: ItemTemplate, _ atom: Atom) -> Violation? {
    let list = workspace.items[template.number]
    if let violation = template.kind.judge(count: list.count) { return violation.at(atom.id) }
    let bad = list.items.firstIndex { $0.isKnown && $0.posted == nil }
    return bad.map { Violation("type").at("\(atom.id)[\($0)]") }
  }

  private mutating func violation(of check: Atom.Check, at atom: Atom) -> Violation? {
    if let verification = check.verification, let slots = check.slots {
      // The condition is this call and nothing else: the verification is asked once, and for its reason.
      for slot in slots {
        if case .null = input.values[slot] { return nil }
      }
      // A list of known length costs half of one that is mapped.
      let arguments =
        switch slots.count {
        case 1: [input.values[slots[0]]]
        case 2: [input.values[slots[0]], input.values[slots[1]]]
        default: slots.map { input.values[$0] }
        }
      return verification.reason(arguments).map { check.violation(because: $0) }
    }
    if holds(check.condition, of: atom, "check", failingTo: false) { return nil }
    return check.violation(because: check.message == nil ? reason(of: check) : nil)
  }

  /// Why a verification refuses what its arguments compute: it is asked again.
  private func reason(of check: Atom.Check) -> Verification.Reason? {
    guard let verification = check.verification, let call = check.condition.call else { return nil }
    let arguments = call.arguments.map { (try? $0.value(in: input)) ?? .null }
    return arguments.contains(where: \.isNull) ? nil : verification.reason(arguments)
  }

  /// The caption, where it follows something.
  mutating func caption(of atom: Atom) -> String? {
    guard let source = atom.captionFrom else { return nil }
    for lookup in source.lookups {
      let marks = marks[operation.atoms.count + lookup]
      if marks.isEmpty { return (atom.caption ?? "")[language] }
      if !marks.contains(.known) { return source.failed[language] }
    }
    let value = value(of: source.expression, for: atom, "captionFrom")
    if !value.isNull { return value.plainText }
    // Where nothing was looked up there was no failure: the values that the caption follows are not there yet.
    return source.lookups.isEmpty ? (atom.caption ?? "")[language] : source.failed[language]
  }

  private mutating func options(in slot: Int, for atom: Atom) -> [Value] {
    let all = input.values[slot].array ?? []
    guard let filter = atom.filter else { return all }
    return all.filter { option in
      input.object = option
      defer { input.object = .null }
      return holds(filter, of: atom, "filter", failingTo: false)
    }
  }
}
