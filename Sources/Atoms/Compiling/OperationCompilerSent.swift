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
    // The stored values are deleted together with the entered ones.
    let isStored = drafts.enumerated().contains { place, draft in
      guard draft.position.owner == nil, let input = draft.input, !input.isSecret else { return false }
      return input.type == .boolean ? isNeverHidden(place) : isAlwaysFilled(place) && !(input is RepeatKind)
    }
    if !isStored, hasEffect {
      diagnostics.error(
        .missingInput, "`send` requires an input that always has a value: its values are deleted together with it",
        remedy: ": add one without `optional`, `showIf` and `enableIf`, also of its group or page", at: node.location)
    }
    if entries.count > Self.maxSent {
      diagnostics.error(.limit, "`send` has at most \(Self.maxSent) values", at: node.location)
    }
    return entries.prefix(Self.maxSent).compactMap { sent($0, in: scope) }
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
    default:
      diagnostics.error(
        .wrongType, "`send` stores single values, and `\(name)` is \(expression.type.wholeNoun)",
        at: entry.value.location)
      return nil
    }
  }
}
