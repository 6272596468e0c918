import Conditions
import Dates
package import JSON

/// A value that one operation accepts and another one rejects under the same id.
package struct RuleGap: Sendable {
  /// The value; null for a missing one.
  package let value: Value
  /// The property that rejects the value, such as `maxLength`, or the name of the verification.
  package let rule: String
}

extension Operation {
  /// Returns a value that `step` accepts for the atom `id` and that this operation always rejects;
  /// nil if none is certain.
  ///
  /// It tries values at the limits of both atoms. Rules that depend on other values, on answers or
  /// on the day are ignored in this operation, and make `step` accept no value.
  package func gap(after step: Operation, at id: String) -> RuleGap? {
    guard let place = place(of: id), let input = atoms[place].input, isAlwaysJudged(at: place),
      let given = step.place(of: id), let other = step.atoms[given].input, step.isComparable(at: given)
    else { return nil }
    for posted in SampleValues.all(for: [atoms[place], step.atoms[given]], input, other) {
      guard let kept = step.accepted(posted, at: given), let rule = rule(against: kept, at: place) else { continue }
      return RuleGap(value: kept, rule: rule)
    }
    return nil
  }

  /// Returns the currencies of an amount in `step` and in this operation; nil if they are equal or
  /// not fixed.
  package func currencies(after step: Operation, at id: String) -> (given: String, taken: String)? {
    guard let taken = currency(of: id), let given = step.currency(of: id), given != taken else { return nil }
    return (given, taken)
  }

  private func currency(of id: String) -> String? {
    guard let place = place(of: id), atoms[place].currencyFrom == nil else { return nil }
    return (atoms[place].input as? TextInputKind)?.currency
  }

  /// Returns the rule that rejects the initial value of an atom in every submission; nil if none
  /// surely does.
  package func rule(againstInitialValueOf id: String) -> String? {
    guard let place = place(of: id), isAlwaysJudged(at: place), changeEffectOrder.isEmpty else { return nil }
    let atom = atoms[place]
    if atom.template != nil {
      let isItem = atom.presetFrom == nil && (atom.input as? RepeatKind)?.minimum ?? 0 > 0
      return isItem && atoms.contains { $0.position.owner == place && $0.mustBeEntered } ? "required" : nil
    }
    guard atom.presetFrom == nil, let kind = atom.input, !presets[place].isNull else { return nil }
    return rule(against: kind.wire(presets[place]), at: place)
  }

  /// Returns true if every submission judges the atom.
  private func isAlwaysJudged(at place: Int) -> Bool {
    let atom = atoms[place]
    return atom.isAlwaysShown && atom.enableIf == nil && atom.computed == nil && !(atom.input?.isSecret ?? false)
  }

  /// Returns true if the accepted values of the atom depend on nothing but its own rules.
  private func isComparable(at place: Int) -> Bool {
    let atom = atoms[place]
    let isOwn = atom.computed == nil && atom.template == nil && atom.lookup == nil && atom.filter == nil
    let isFixed = atom.optionSlot == nil && atom.optionsFrom == nil && atom.limits.isEmpty
    guard isOwn, isFixed, atom.currencyFrom == nil, atom.formatFrom == nil else { return false }
    return atoms.indices.allSatisfy { other in
      other == place
        || atoms[other].checks.allSatisfy { check in
          !check.canRefuse
            || check.condition.reads.outer.allSatisfy { $0 != place && $0 < atoms.count + lookups.count }
        }
    }
  }

  /// Returns a posted value as the operation passes it on; nil if the atom may reject it.
  private func accepted(_ posted: Value, at place: Int) -> Value? {
    let atom = atoms[place]
    guard let kind = atom.input, let value = kind.read(posted) else { return nil }
    if value.isNull {
      let isFree = atom.isOptional && atom.requireIf == nil && atom.presetFrom == nil && atom.preset.isNull
      guard isFree, atom.isAlwaysShown, atom.enableIf == nil else { return nil }
      return .some(.null)
    }
    let isOffered = atom.offers(value)
    guard kind.judge(value) == nil, isOffered else { return nil }
    guard atom.checks.allSatisfy({ !$0.canRefuse || outcome(of: $0, value, at: place) == true }) else { return nil }
    return kind.wire(value)
  }

  /// Returns the rule that rejects a posted value regardless of all other values; nil if none
  /// surely does.
  private func rule(against posted: Value, at place: Int) -> String? {
    let atom = atoms[place]
    guard let kind = atom.input else { return nil }
    guard let value = kind.read(posted) else { return "type" }
    if value.isNull { return atom.mustBeEntered ? "required" : nil }
    if atom.currencyFrom == nil, atom.formatFrom == nil, let violation = kind.judge(value) {
      return Self.property(of: violation)
    }
    if !atom.offers(value) { return "options" }
    return atom.checks.first { $0.canRefuse && outcome(of: $0, value, at: place) == false }?.code
  }

  /// Returns the result of a check of this value; nil if it depends on anything else.
  private func outcome(of check: Atom.Check, _ value: Value, at place: Int) -> Bool? {
    let reads = check.condition.reads
    guard reads.outer == [place], reads.slots.count == 1, !reads.readsObject, !reads.readsClock, !reads.readsCalendar
    else { return nil }
    var values = presets
    values[place] = value
    return try? check.condition.holds(in: ConditionInput(values: values))
  }

  /// Returns the property of an atom's line that a value of the kind violates.
  private static func property(of violation: Violation) -> String {
    switch violation.sentence {
    case "minLength", "maxLength": violation.sentence
    case "digits": "max"
    case "phone", "email": "type"
    default: violation.code == "charset" ? "type" : violation.code
    }
  }
}

extension Atom {
  /// Returns true if the value is among the options of the definition, or if these are not listed
  /// there.
  fileprivate func offers(_ value: Value) -> Bool {
    guard let choices else { return true }
    let values = isMultiple ? value.array ?? [] : [value]
    return values.allSatisfy { value in choices.contains { $0.value == value } }
  }
}

/// Values at the limits of atoms, which show how their rules differ.
private enum SampleValues {
  /// The maximum length of a text, which bounds the work.
  private static let longest = 5_000
  /// The maximum number of options.
  private static let maxOptions = 100

  /// Returns values for two atoms with these kinds.
  static func all(for atoms: [Atom], _ kind: any InputKind, _ other: any InputKind) -> [Value] {
    let offered = atoms.flatMap { ($0.choices ?? []).prefix(maxOptions).map(\.value) }
    let bounds = [kind.bounds, other.bounds].flatMap { [$0.minimum, $0.maximum].compactMap(\.self) }
    switch other.type {
    case .boolean: return [false, true]
    case .number, .integer: return numbers(around: bounds.compactMap { Decimal($0) }) + offered + [.null]
    case .date: return dates(around: bounds) + [.null]
    case .list: return offered.map { .array([$0]) } + [.array(offered), .null]
    default:
      let lengths = [kind, other].flatMap { ($0 as? TextInputKind)?.lengths ?? [] }
      return offered + texts(of: lengths) + [.null]
    }
  }

  private static func numbers(around bounds: [Decimal]) -> [Value] {
    let near = bounds.flatMap { [$0.subtracting(Decimal(1)), $0, $0.adding(Decimal(1))].compactMap(\.self) }
    let fractions = ["0.5", "0.25", "0.001", "1000000.5"].compactMap { Decimal($0) }
    return (near + [1, 0, -1].map { Decimal($0) } + fractions).map { .string($0.description) }
  }

  private static func dates(around bounds: [String]) -> [Value] {
    bounds.compactMap { CivilDate($0.filter { $0 != "'" }) }
      .flatMap { day in [-1, 0, 1].compactMap { day.adding(days: $0) } }.filter { $0.description > "1000" }
      .map { .string($0.description) }
  }

  private static func texts(of lengths: [Int]) -> [Value] {
    let near = Set(lengths.flatMap { [$0 - 1, $0, $0 + 1] }).filter { (1...longest).contains($0) }.sorted()
    let repeated = near.flatMap { count in ["1", "a", "Я"].map { String(repeating: $0, count: count) } }
    let others = ["1", "12", "abc", "Яна", "a-b", "a b", "a@example.org", "+7 900 000-00-00"]
    return (repeated + others).map(Value.string)
  }
}
