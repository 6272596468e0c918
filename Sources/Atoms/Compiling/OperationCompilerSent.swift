import Conditions
import SourceText

extension OperationCompiler {
  /// The maximum number of values that `send` stores.
  private static let maxSent = 50

  /// Compiles `send`, the computed values that are stored with a submission, without those with
  /// faults.
  mutating func sent(_ node: SourceNode?, hasEffect: Bool, in scope: Scope) -> [Operation.NamedValue] {
    guard let node else { return [] }
    guard let entries = node.mapping, !entries.isEmpty else {
      diagnostics.error(
        .wrongShape, "`send` takes {name: expression}, not \(node.mapping == nil ? node.noun : "an empty mapping")",
        at: node.location)
      return []
    }
    if !hasEffect {
      diagnostics.error(
        .missingCompanion, "`send` requires `effect`: the values are stored with a submission", at: node.location)
    }
    if hasEffect { checkStored("`send`", at: node.location) }
    if entries.count > Self.maxSent {
      diagnostics.error(.limit, "`send` has at most \(Self.maxSent) values", at: node.location)
    }
    return entries.prefix(Self.maxSent).compactMap { sent($0, in: scope) }
  }

  /// Adds an error if no input always has a value, because stored values are deleted together with
  /// the entered ones.
  private mutating func checkStored(_ source: String, at location: Location) {
    let isStored = drafts.enumerated().contains { place, draft in
      guard draft.position.owner == nil, let input = draft.input, !input.isSecret else { return false }
      return input.type == .boolean ? isNeverHidden(place) : isAlwaysFilled(place) && !(input is RepeatKind)
    }
    guard !isStored else { return }
    diagnostics.error(
      .missingInput, "\(source) requires an input that always has a value: its values are deleted together with it",
      remedy: ": add one without `optional`, `showIf` and `enableIf`, also of its group or page", at: location)
  }

  /// Compiles one value of `send`; returns nil after adding an error.
  private mutating func sent(_ entry: SourceNode.Entry, in scope: Scope) -> Operation.NamedValue? {
    let name = entry.key.scalar ?? ""
    guard isIdentifier(name[...]) else {
      diagnostics.error(
        .invalidName, "a name in `send` consists of Latin letters, digits and _ and does not begin with a digit",
        at: entry.key.location)
      return nil
    }
    if let draft = drafts.first(where: { $0.id == name && $0.position.owner == nil }) {
      diagnostics.error(
        .duplicate, "`\(name)` is an atom, and its value is stored anyway",
        remedy: draft.input == nil ? ": choose another name" : ": remove it from `send`, or choose another name",
        at: entry.key.location)
      return nil
    }
    guard let expression = expression(entry.value, in: scope) else { return nil }
    if let secret = secret(in: expression) {
      diagnostics.error(
        .secret, "`$\(secret)` is a password or code, which is never stored", at: entry.value.location)
      return nil
    }
    switch expression.type {
    case .text, .boolean, .integer, .number, .date, .any: return Operation.NamedValue(name, expression)
    case .record where isWhole(entry.value, in: scope): return Operation.NamedValue(name, expression)
    default:
      diagnostics.error(
        .wrongType, "`send` stores single values, and `\(name)` is \(expression.type.wholeNoun)",
        at: entry.value.location)
      return nil
    }
  }

  // MARK: - Composed atoms

  /// Returns true for `$` and the name of a composed atom, whose value is a record.
  private func isWhole(_ node: SourceNode, in scope: Scope) -> Bool {
    guard let text = node.scalar, text.hasPrefix("$") else { return false }
    return view(scope, in: node.location.file).composedValue(of: String(text.dropFirst())) != nil
  }

  /// Returns the composed atom outside of items whose value has this name; nil for an unknown name
  /// and for the name of an input.
  func takenWhole(_ name: String) -> ComposedUse? {
    guard !drafts.contains(where: { $0.id == name && $0.position.owner == nil && $0.input != nil }) else { return nil }
    return kindUses.filter { $0.id == name && $0.owner == nil && $0.composition.value != nil }
      .min { $0.depth < $1.depth }
  }

  /// Returns the values of the composed atoms that the effect takes. They are stored as those of
  /// `send` are.
  mutating func wholes(
    takenBy shape: EffectShape?, of effect: String, at node: SourceNode?, in scope: Scope
  ) -> [Operation.NamedValue] {
    guard let node else { return [] }
    var taken: [Operation.NamedValue] = []
    for input in shape?.inputs ?? [] where input.type != nil && !sent.contains(where: { $0.name == input.id }) {
      guard let use = takenWhole(input.id), scope.composed[input.id] != nil,
        let expression = try? ConditionExpression("$\(input.id)", in: scope)
      else { continue }
      review.note(expression.reads)
      if let secret = secret(in: expression) {
        diagnostics.error(
          .secret, "effect `\(effect)` stores `\(input.id)`, and its part `\(secret)` is a password or code",
          remedy: ": leave it out of `value` of the kind", at: use.file.includedFrom ?? node.location)
      }
      if input.required, !isAlwaysFilled(use, expression) {
        diagnostics.error(
          .effectMismatch, "effect `\(effect)` needs `\(input.id)` in every submission, and its value can be empty",
          remedy: ": remove `optional`, `showIf` and `enableIf`, or mark the type in `takes` as `optional`",
          at: use.file.includedFrom ?? node.location)
      }
      taken.append(Operation.NamedValue(input.id, expression))
    }
    if !taken.isEmpty { checkStored("the value of `\(taken[0].name)`", at: node.location) }
    return taken
  }

  /// Returns true if each submission has the value of a composed atom.
  private func isAlwaysFilled(_ use: ComposedUse, _ value: ConditionExpression) -> Bool {
    let read = Set(value.reads.outer)
    let isRecord = use.composition.value?.mapping != nil
    return use.parts.filter { read.contains($0) && drafts[$0].input != nil }.allSatisfy { place in
      if drafts[place].input?.type == .boolean { return isRecord || isNeverHidden(place) }
      let isEmptyAllowed = isRecord && !isAlwaysRequired(place, in: use)
      return isEmptyAllowed || isAlwaysFilled(place)
    }
  }
}
