import Conditions
package import Texts
import JSON

/// One element of an operation, compiled: immutable, with its dependencies checked.
///
/// It is a class because evaluations walk over atoms: passing one on copies one reference.
///
///     operation.atoms.filter(\.mustBeEntered).map(\.id)  // such as ["amount", "purpose"]
package final class Atom: Sendable {
  /// The moment at which a client reports a change.
  package enum Notify: String, Sendable {
    /// At the end of editing.
    case commit
    /// At once.
    case change
  }

  /// The source of a caption that depends on answers or values.
  final class CaptionSource: Sendable {
    /// The expression of `captionFrom`; nil if the caption itself has placeholders.
    let expression: ConditionExpression?
    /// The lookups whose answers it reads, by their index.
    let lookups: [Int]
    /// The text after a failed lookup or an empty answer; nil for the lookup's own text.
    let failed: Wording?
    /// The value that stands behind the caption; nil for a caption alone.
    let shown: ShownSource?

    init(expression: ConditionExpression?, lookups: [Int], failed: Wording?, shown: ShownSource? = nil) {
      (self.expression, self.lookups, self.failed, self.shown) = (expression, lookups, failed, shown)
    }

    /// The outer slots that it depends on.
    var reads: [Int] {
      (expression?.reads.outer ?? []) + (failed?.reads ?? []) + (shown?.expressions.flatMap(\.reads.outer) ?? [])
    }

    /// The functions that it calls.
    var functions: [String] {
      ((expression.map { [$0] } ?? []) + (shown?.expressions ?? [])).flatMap { $0.reads.functions }
    }
  }

  /// A rule over values, with the message for a value that breaks it.
  final class Check: Sendable {
    let condition: Condition
    /// The violation's code: the verification's name, or `check`.
    let code: String
    let message: Wording?
    /// True if breaking the rule may refuse the value.
    let canRefuse: Bool
    /// True if breaking the rule may give a mere warning.
    let canWarn: Bool
    /// The verification, if the condition is a call of one and nothing else.
    let verification: Verification?
    /// The slots of the call's arguments; nil if an argument is computed.
    let slots: [Int]?

    init(
      condition: Condition, code: String, message: Wording?, severity: WrittenCheck.Severity?,
      verification: Verification?, slots: [Int]?
    ) {
      (self.condition, self.code, self.message) = (condition, code, message)
      canRefuse = severity != .warning
      canWarn = severity == .warning || severity == nil && verification?.isAdvisory == true
      (self.verification, self.slots) = (verification, slots)
    }
  }

  /// A limit of the value that depends on other values.
  final class Limit: Sendable {
    /// `min` or `max`.
    let name: String
    let expression: ConditionExpression

    init(_ name: String, _ expression: ConditionExpression) { (self.name, self.expression) = (name, expression) }
  }

  /// The id, unique in the operation, or in the items of its repeat.
  package let id: String
  /// The kind with its settings.
  package let kind: any AtomKind
  /// The same kind if it carries a value; nil for any other.
  package let input: (any InputKind)?
  /// The caption, with `…` or `—` in the place of each placeholder.
  package let caption: LocalizedText?
  /// The caption with its expressions; nil for a fixed text.
  let liveCaption: LiveText?
  /// The position in the tree.
  let position: AtomPosition
  /// The place of the nearest group around the atom that may be hidden; a hidden group hides the atom.
  var gate: Int? { gatePlace < 0 ? nil : Int(gatePlace) }
  /// The template of the items; nil if the atom is no repeat.
  let template: ItemTemplate?
  let showIf: Condition?
  let enableIf: Condition?
  let requireIf: Condition?
  let computed: ConditionExpression?
  let preset: Value
  /// The value before anybody enters one, if it depends on other values.
  let presetFrom: ConditionExpression?
  let captionFrom: CaptionSource?
  let filter: Condition?
  let checks: [Check]
  /// The texts that stand at the atom while conditions hold.
  let notes: [Note]
  /// The author's texts for the other rules; nil if there are none.
  let messages: [MessageRule: Wording]?
  /// The slot of the answer to the atom's lookup.
  var lookup: Int? { lookupPlace < 0 ? nil : Int(lookupPlace) }
  /// The slots of the facts that any part of the atom reads.
  let facts: [Int]
  /// The slot of the fact that gives the options.
  var optionSlot: Int? { optionSlotPlace < 0 ? nil : Int(optionSlotPlace) }
  /// The expression that gives the options; nil if they come from a fact or from the file.
  let optionsFrom: ConditionExpression?
  /// The source of an amount's currency; nil if the atom's line gives the currency.
  let currencyFrom: CurrencySource?
  /// The source of a text's form; nil if the atom's line gives the form.
  let formatFrom: FormatSource?
  /// The options in the file; nil if they come from elsewhere or the atom has none.
  let choices: [Choice]?
  /// The limits that depend on other values.
  let limits: [Limit]
  /// The inputs that a change of the atom clears and fills; nil if there are none.
  let onChange: ChangeEffect?
  /// The oldest clients that draw the atom.
  let minimumClient: MinimumClient
  /// The set with just the atom's kind.
  let kindSet: KindSet
  /// The other ways to draw the atom, the first choice first; only kind, caption and oldest clients of each count.
  package let fallbacks: [Atom]
  /// The id as a member name of the states.
  let key: Writer.Key

  /// True if the value may be missing.
  package let isOptional: Bool
  /// The moment at which a client reports a change; nil if it need not report any.
  package let notify: Notify?
  /// True if the value belongs to one submission, so that no later one starts with it.
  package let isOnce: Bool
  /// True if there are notes.
  let hasNotes: Bool
  /// True if the atom reads a fact.
  let readsFacts: Bool
  /// True if the atom may have a warning.
  let canWarn: Bool
  /// True if the value depends on nothing but the posted value.
  let isPlain: Bool
  /// True if a rule beyond the kind and the required flag can make the value wrong.
  let hasRules: Bool
  /// True if the value is a day or a moment that people enter.
  let isEnteredDay: Bool
  /// True if only the atom's own posted value can make the value wrong.
  let isSimple: Bool
  /// True if the atom is a group. It is stored because asking the kind by a cast costs more than drawing the atom.
  let isGroup: Bool
  /// True if people search a list for the value.
  package let isSearch: Bool
  /// The action of a tap; nil if a tap does nothing.
  package let action: ButtonKind.Action?
  /// True if a client that cannot draw the atom may leave it out.
  let isOmittable: Bool
  /// The sources outside of the form that the shown value depends on; empty for a value of entries alone.
  let live: LiveSources
  // Numbers of 32 bits, and flags side by side above: an atom takes a quarter less memory so.
  private let gatePlace: Int32
  private let lookupPlace: Int32
  private let optionSlotPlace: Int32
  /// True if there are rarities: a flag that is looked at before them counts no reference.
  private let isRare: Bool
  private let rarities: Rarities?

  /// The properties that few atoms have. Together they take as much memory as all others, so an atom without any has none of them.
  private final class Rarities: Sendable {
    let pair: ShownPair?
    let normalization: Normalization?
    let href: String?
    let confirmation: Confirmation?
    let localReference: LocalReference?

    init?(_ parts: AtomParts) {
      pair = parts.pair
      normalization = (parts.kind as? TextInputKind)?.normalization
      href = (parts.kind as? any ActingKind)?.href
      confirmation = parts.confirmation
      localReference = (parts.kind as? LinkKind)?.local
      if pair == nil, normalization == nil, href == nil, confirmation == nil, localReference == nil { return nil }
    }
  }

  /// The value that an inscription of the server shows with its label; nil for any other atom.
  package var pair: ShownPair? { isRare ? rarities?.pair : nil }
  /// The way to write the text; the state lists what the normalisation replaced.
  var normalization: Normalization? { isRare ? rarities?.normalization : nil }
  /// The target of a tap, if the definition gives one.
  var href: String? { isRare ? rarities?.href : nil }
  /// The question before a tap acts; nil if there is none.
  var confirmation: Confirmation? { isRare ? rarities?.confirmation : nil }
  /// The target of a link on this server; nil for any other atom or link.
  var localReference: LocalReference? { isRare ? rarities?.localReference : nil }

  /// True if nobody can submit without entering a value, regardless of the other values.
  package var mustBeEntered: Bool {
    guard let input, input.type != .boolean, !isOptional, gate == nil, template == nil else { return false }
    let isFree = showIf == nil && enableIf == nil && requireIf == nil
    return isFree && computed == nil && presetFrom == nil && preset.isNull
  }

  /// Creates the atom from its parts.
  init(_ parts: AtomParts, notify: Notify?) {
    (id, kind, input) = (parts.id, parts.kind, parts.kind as? any InputKind)
    (caption, liveCaption) = (parts.caption?.plain, parts.caption?.live)
    rarities = Rarities(parts)
    isRare = rarities != nil
    (isOptional, self.notify) = (parts.isOptional, notify)
    (position, gatePlace, template) = (parts.position, Int32(parts.gate ?? -1), parts.template)
    (showIf, enableIf, requireIf) = (parts.showIf, parts.enableIf, parts.requireIf)
    (computed, preset, captionFrom, filter) = (parts.computed, parts.preset, parts.captionFrom, parts.filter)
    (presetFrom, isOnce) = (parts.presetFrom, parts.isOnce)
    (checks, lookupPlace, facts) = (parts.checks, Int32(parts.lookup ?? -1), parts.facts)
    (notes, hasNotes) = (parts.notes, !parts.notes.isEmpty)
    messages = parts.messages.isEmpty ? nil : parts.messages
    readsFacts = !parts.facts.isEmpty
    (optionSlotPlace, optionsFrom, limits) = (Int32(parts.optionSlot ?? -1), parts.optionsFrom, parts.limits)
    (currencyFrom, formatFrom) = (parts.currencyFrom, parts.formatFrom)
    canWarn = parts.lookup != nil || parts.checks.contains(where: \.canWarn)
    choices = if case .literal(let choices) = input?.options { choices } else { nil }
    isPlain =
      parts.gate == nil && parts.showIf == nil && parts.enableIf == nil && parts.computed == nil
      && parts.presetFrom == nil
      && parts.facts.isEmpty && parts.template == nil && parts.currencyFrom == nil
    isEnteredDay = parts.computed == nil && (parts.kind is DateInputKind || parts.kind is DateTimeInputKind)
    hasRules =
      isEnteredDay || template != nil || choices != nil || parts.optionSlot != nil || optionsFrom != nil
      || parts.lookup != nil || !checks.isEmpty
      || !limits.isEmpty || currencyFrom != nil || formatFrom != nil
    isSimple = !hasRules && requireIf == nil && presetFrom == nil
    isGroup = parts.kind is GroupKind
    isSearch = parts.kind is SearchKind
    action = (parts.kind as? any ActingKind)?.action
    onChange = parts.onChange
    (isOmittable, minimumClient) = (parts.isOmittable, parts.minimumClient)
    live = parts.live
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
  /// True if the atom has a value of its own where nobody enters one: a computed one, or a default.
  package var fillsItself: Bool {
    computed != nil || presetFrom != nil || !preset.isNull && preset != (input?.initial ?? .null)
  }
  /// True if no condition hides the atom.
  package var isAlwaysShown: Bool { showIf == nil && gate == nil }
  /// The role of the value where it is only shown: its kind's, else that of a verification of the value itself.
  package var role: Role {
    switch input {
    case let text as TextInputKind: text.role ?? checks.lazy.compactMap { $0.verification?.role }.first ?? .text
    case is AccountPickerKind: .account
    case is DateInputKind: .date
    case is DateTimeInputKind: .dateTime
    default: .text
    }
  }
  /// The role of a text that is typed, by which clients group its digits; nil for what is no text or has no role.
  package var typedRole: Role? {
    guard let text = input as? TextInputKind, text.type == .text, role != .text else { return nil }
    return role
  }
  /// True if the value is computed, so that nobody enters it.
  package var isComputed: Bool { computed != nil }
  /// True for a repeat whose items are computed rows.
  package var hasComputedRows: Bool { template?.source?.previous != nil }
}

/// The position of an atom in the tree of its operation.
///
/// The atoms are one list, in which each group or repeat comes before its own atoms.
struct AtomPosition: Sendable {
  private var parentPlace: Int32 = -1
  private var ownerPlace: Int32 = -1
  private var ownDepth: Int32 = 0
  private var ownEnd: Int32 = 0

  /// Creates the position at the top level.
  init(parent: Int? = nil, owner: Int? = nil, depth: Int = 0) {
    (self.parent, self.owner, self.depth) = (parent, owner, depth)
  }

  /// The place of the group or repeat around the atom; nil at the top level.
  var parent: Int? {
    get { parentPlace < 0 ? nil : Int(parentPlace) }
    set { parentPlace = Int32(newValue ?? -1) }
  }
  /// The place of the innermost repeat around the atom; nil outside of repeats.
  var owner: Int? {
    get { ownerPlace < 0 ? nil : Int(ownerPlace) }
    set { ownerPlace = Int32(newValue ?? -1) }
  }
  /// The number of repeats around the atom, which is the count of indexes in its path.
  var depth: Int {
    get { Int(ownDepth) }
    set { ownDepth = Int32(newValue) }
  }
  /// The place after the last of the atom's own atoms; after the atom itself if it has none.
  var end: Int {
    get { Int(ownEnd) }
    set { ownEnd = Int32(newValue) }
  }
}
