import Conditions
import JSON

/// One brick of an operation, as compiled: immutable, its dependencies checked.
///
/// A class, because evaluations walk over atoms: what they pass on is one reference.
package final class Atom: Sendable {
  /// When a client tells of a change.
  package enum Notify: String, Sendable {
    /// When editing ends.
    case commit
    /// At once.
    case change
  }

  /// A caption that follows an answer or a value.
  final class CaptionSource: Sendable {
    let expression: Expression
    /// The answers that it reads, by the look-up's place.
    let lookups: [Int]
    /// What shows after a failed look-up or an empty answer.
    let failed: LocalizedText

    init(expression: Expression, lookups: [Int], failed: LocalizedText) {
      (self.expression, self.lookups, self.failed) = (expression, lookups, failed)
    }
  }

  /// A rule over values with what to say when it is broken.
  final class Check: Sendable {
    let condition: Condition
    /// The violation's code: the verification's name, or `check`.
    let code: String
    let message: LocalizedText?
    /// The verification, where the condition is a call of one and nothing else.
    let verification: Verification?
    /// The slots whose values that call is made with; nil where an argument is computed.
    let slots: [Int]?

    init(
      condition: Condition, code: String, message: LocalizedText?, verification: Verification?, slots: [Int]?
    ) {
      (self.condition, self.code, self.message) = (condition, code, message)
      (self.verification, self.slots) = (verification, slots)
    }

    /// The violation: the check's own message says it, else the verification's reason.
    func violation(because reason: Verification.Reason?) -> Violation {
      Violation(check: code, message: message ?? reason?.message, params: message == nil ? reason?.params ?? [] : [])
    }
  }

  /// The id, unique in the operation.
  package let id: String
  /// The kind with its settings.
  package let kind: any AtomKind
  /// The kind again, where it carries a value.
  package let input: (any InputKind)?
  /// What the person reads.
  package let caption: LocalizedText?
  /// Whether a value may be left out.
  package let isOptional: Bool
  /// When a client tells of a change; nil where nothing depends on the atom.
  package let notify: Notify?
  /// Where it stands in the tree.
  let position: AtomPosition
  /// The nearest group around it that is not always shown, by place: it covers the atom.
  let gate: Int?
  let showIf: Condition?
  let enableIf: Condition?
  let requireIf: Condition?
  let computed: Expression?
  let preset: Value
  let captionFrom: CaptionSource?
  let filter: Condition?
  let checks: [Check]
  /// The slot of the answer to this atom's look-up.
  let lookup: Int?
  /// The facts that anything of this atom reads, as slots.
  let facts: [Int]
  /// The slot of the fact that the options are taken from.
  let optionSlot: Int?
  /// The options that the definition writes.
  let choices: [Choice]?
  /// Whether what is posted is all that its value depends on.
  let isPlain: Bool
  /// What a tap does, where the atom is a button.
  package let action: ButtonKind.Action?
  /// The name as a member of the states.
  let key: Writer.Key

  /// The atom of these parts.
  init(_ parts: AtomParts, notify: Notify?) {
    (id, kind, input) = (parts.id, parts.kind, parts.kind as? any InputKind)
    (caption, isOptional, self.notify) = (parts.caption, parts.isOptional, notify)
    (position, gate) = (parts.position, parts.gate)
    (showIf, enableIf, requireIf) = (parts.showIf, parts.enableIf, parts.requireIf)
    (computed, preset, captionFrom, filter) = (parts.computed, parts.preset, parts.captionFrom, parts.filter)
    (checks, lookup, facts) = (parts.checks, parts.lookup, parts.facts)
    optionSlot = parts.optionSlot
    choices = if case .literal(let choices) = input?.options { choices } else { nil }
    isPlain =
      parts.gate == nil && parts.showIf == nil && parts.enableIf == nil && parts.computed == nil && parts.facts.isEmpty
    action = (parts.kind as? ButtonKind)?.action
    key = Writer.Key(parts.id)
  }
}
