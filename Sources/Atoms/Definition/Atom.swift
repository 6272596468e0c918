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
    /// The expression; nil where the caption itself has places to fill in.
    let expression: Expression?
    /// The answers that it reads, by the look-up's place.
    let lookups: [Int]
    /// What shows after a failed look-up or an empty answer; nil where the look-up's own text does.
    let failed: Wording?

    init(expression: Expression?, lookups: [Int], failed: Wording?) {
      (self.expression, self.lookups, self.failed) = (expression, lookups, failed)
    }

    /// The outer slots that it follows.
    var reads: [Int] { (expression?.reads.outer ?? []) + (failed?.reads ?? []) }
  }

  /// A rule over values with what to say when it is broken.
  final class Check: Sendable {
    let condition: Condition
    /// The violation's code: the verification's name, or `check`.
    let code: String
    let message: Wording?
    /// Whether a broken rule may refuse the value.
    let mayRefuse: Bool
    /// Whether a broken rule may be told and nothing more.
    let mayWarn: Bool
    /// The verification, where the condition is a call of one and nothing else.
    let verification: Verification?
    /// The slots whose values that call is made with; nil where an argument is computed.
    let slots: [Int]?

    init(
      condition: Condition, code: String, message: Wording?, severity: WrittenCheck.Severity?,
      verification: Verification?, slots: [Int]?
    ) {
      (self.condition, self.code, self.message) = (condition, code, message)
      mayRefuse = severity != .warning
      mayWarn = severity == .warning || severity == nil && verification?.mayAdvise == true
      (self.verification, self.slots) = (verification, slots)
    }
  }

  /// A limit of the value that follows something.
  final class Limit: Sendable {
    /// `min` or `max`.
    let name: String
    let expression: Expression

    init(_ name: String, _ expression: Expression) { (self.name, self.expression) = (name, expression) }
  }

  /// The id, unique in the operation.
  package let id: String
  /// The kind with its settings.
  package let kind: any AtomKind
  /// The kind again, where it carries a value.
  package let input: (any InputKind)?
  /// What the person reads; with `…` for every value that stands in it.
  package let caption: LocalizedText?
  /// The caption, where it follows values.
  let liveCaption: LiveText?
  /// Whether a value may be left out.
  package let isOptional: Bool
  /// When a client tells of a change; nil where nothing depends on the atom.
  package let notify: Notify?
  /// Where it stands in the tree.
  let position: AtomPosition
  /// The nearest group around it that is not always shown, by place: it covers the atom.
  let gate: Int?
  /// What its items are made of, where it is a repeat.
  let template: ItemTemplate?
  let showIf: Condition?
  let enableIf: Condition?
  let requireIf: Condition?
  let computed: Expression?
  let preset: Value
  /// What the value is before anybody enters one, where that follows something.
  let presetFrom: Expression?
  /// Whether the value belongs to one submission, so that no later one begins with it.
  package let isOnce: Bool
  let captionFrom: CaptionSource?
  let filter: Condition?
  let checks: [Check]
  /// The slot of the answer to this atom's look-up.
  let lookup: Int?
  /// The facts that anything of this atom reads, as slots.
  let facts: [Int]
  /// Whether there are any.
  let readsFacts: Bool
  /// The slot of the fact that the options are taken from.
  let optionSlot: Int?
  /// What the options are taken from, where that is more than a fact.
  let optionsFrom: Expression?
  /// What says the currency of an amount, where that is something else of the operation.
  let currencyFrom: CurrencySource?
  /// What says the form of a text, where that is something else of the operation.
  let formatFrom: FormatSource?
  /// The options that the definition writes.
  let choices: [Choice]?
  /// The limits that follow something.
  let limits: [Limit]
  /// How its text is written; what that changes is told.
  let normalization: Normalization?
  /// Whether a warning may be told of the atom.
  let mayWarn: Bool
  /// Whether what is posted is all that its value depends on.
  let isPlain: Bool
  /// Whether anything but its kind and its being required can make its value wrong.
  let hasRules: Bool
  /// Whether only what is entered into the atom itself can make its value wrong.
  let isSimple: Bool
  /// Whether it holds the atoms behind it: known here, because to ask a kind what it is costs more than to draw it.
  let isGroup: Bool
  /// What a tap does, where the atom can be tapped.
  package let action: ButtonKind.Action?
  /// Where a tap leads, where the definition says so.
  let href: String?
  /// Where a client asks this server for what a link leads to; nil for all else.
  let localReference: LocalReference?
  /// Whether a client that cannot draw the atom may do without.
  let mayBeLeftOut: Bool
  /// The oldest clients that draw it.
  let minimumClient: MinimumClient
  /// The kind as a set.
  let kindSet: KindSet
  /// The same atom drawn in other ways, the first choice first: of each only kind and caption count.
  package let fallbacks: [Atom]
  /// The name as a member of the states.
  let key: Writer.Key

  /// Whether nobody can submit without entering a value, whatever else is entered.
  package var mustBeEntered: Bool {
    guard let input, input.type != .boolean, !isOptional, gate == nil, template == nil else { return false }
    let isFree = showIf == nil && enableIf == nil && requireIf == nil
    return isFree && computed == nil && presetFrom == nil && preset.isNull
  }

  /// The atom of these parts.
  init(_ parts: AtomParts, notify: Notify?) {
    (id, kind, input) = (parts.id, parts.kind, parts.kind as? any InputKind)
    (caption, liveCaption) = (parts.caption?.plain, parts.caption?.live)
    (isOptional, self.notify) = (parts.isOptional, notify)
    (position, gate, template) = (parts.position, parts.gate, parts.template)
    (showIf, enableIf, requireIf) = (parts.showIf, parts.enableIf, parts.requireIf)
    (computed, preset, captionFrom, filter) = (parts.computed, parts.preset, parts.captionFrom, parts.filter)
    (presetFrom, isOnce) = (parts.presetFrom, parts.isOnce)
    (checks, lookup, facts) = (parts.checks, parts.lookup, parts.facts)
    readsFacts = !parts.facts.isEmpty
    (optionSlot, optionsFrom, limits) = (parts.optionSlot, parts.optionsFrom, parts.limits)
    (currencyFrom, formatFrom) = (parts.currencyFrom, parts.formatFrom)
    normalization = (parts.kind as? TextInputKind)?.normalization
    mayWarn = parts.lookup != nil || parts.checks.contains(where: \.mayWarn)
    choices = if case .literal(let choices) = input?.options { choices } else { nil }
    isPlain =
      parts.gate == nil && parts.showIf == nil && parts.enableIf == nil && parts.computed == nil
      && parts.presetFrom == nil
      && parts.facts.isEmpty && parts.template == nil && parts.currencyFrom == nil
    hasRules =
      template != nil || choices != nil || optionSlot != nil || optionsFrom != nil || lookup != nil || !checks.isEmpty
      || !limits.isEmpty || currencyFrom != nil || formatFrom != nil
    isSimple = !hasRules && requireIf == nil
    isGroup = parts.kind is GroupKind
    (action, href) = ((parts.kind as? any ActingKind)?.action, (parts.kind as? any ActingKind)?.href)
    localReference = (parts.kind as? LinkKind)?.local
    (mayBeLeftOut, minimumClient) = (parts.mayBeLeftOut, parts.minimumClient)
    kindSet = KindSet(kind: parts.kind.name)
    fallbacks = parts.fallbacks.map { fallback in
      Atom(
        fallback,
        notify: (fallback.kind as? any InputKind).flatMap { other in
          notify == nil ? nil : other.notifiesOnCommit ? .commit : .change
        })
    }
    key = Writer.Key(parts.id)
  }
}

extension Atom {
  /// Whether its value is worked out, so that nobody enters it.
  package var isComputed: Bool { computed != nil }
}

/// Where an atom stands in the tree of its operation, whose atoms are one list, each before those of its own.
struct AtomPosition: Sendable {
  /// The place of the group or repeat that it stands in; nil at the top.
  var parent: Int?
  /// The place of the innermost repeat whose items it belongs to; nil outside of repeats.
  var owner: Int?
  /// How many repeats stand around it, and so how many indexes its path has.
  var depth = 0
  /// The place after the last of its own atoms, or after itself where it has none.
  var end = 0
}
