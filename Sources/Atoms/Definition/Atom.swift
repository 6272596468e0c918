import Conditions
package import Texts
import JSON

/// A compiled element of an operation: immutable, with its dependencies checked.
package final class Atom: Sendable {
  /// The event after which a client reports a change.
  package enum Notify: String, Sendable {
    /// The end of editing.
    case commit
    /// Each change.
    case change
  }

  /// The source of a caption that depends on answers or values.
  final class CaptionSource: Sendable {
    /// The expression of `captionFrom`; nil if absent.
    let expression: ConditionExpression?
    /// The indexes of the lookups whose answers the caption depends on.
    let lookups: [Int]
    /// The text if a lookup fails or its answer is empty; nil for the `failed` text of the lookup.
    let failed: Wording?
    /// The value that is shown with the caption as its label; nil if only the caption is shown.
    let shown: ShownSource?

    init(expression: ConditionExpression?, lookups: [Int], failed: Wording?, shown: ShownSource? = nil) {
      (self.expression, self.lookups, self.failed, self.shown) = (expression, lookups, failed, shown)
    }

    var reads: [Int] {
      (expression?.reads.outer ?? []) + (failed?.reads ?? []) + (shown?.expressions.flatMap(\.reads.outer) ?? [])
    }

    var functions: [String] {
      ((expression.map { [$0] } ?? []) + (shown?.expressions ?? [])).flatMap { $0.reads.functions }
    }
  }

  /// A rule over values with the message for a violation.
  final class Check: Sendable {
    let condition: Condition
    /// The code of the violation: the name of the verification, or `check`.
    let code: String
    let message: Wording?
    /// True if a violation can reject the value.
    let canRefuse: Bool
    /// True if a violation can produce a warning.
    let canWarn: Bool
    /// The verification if the condition is a single call; otherwise nil.
    let verification: Verification?
    /// The slots of the call's arguments; nil if an argument is computed.
    let slots: [Int]?
    /// True if the check applies to submissions only (`judged: submit`).
    let isForSubmission: Bool

    init(
      condition: Condition, code: String, message: Wording?, severity: WrittenCheck.Severity?,
      verification: Verification?, slots: [Int]?, isForSubmission: Bool
    ) {
      (self.condition, self.code, self.message) = (condition, code, message)
      canRefuse = severity != .warning
      canWarn = severity == .warning || severity == nil && verification?.isAdvisory == true
      (self.verification, self.slots) = (verification, slots)
      self.isForSubmission = isForSubmission
    }
  }

  /// A limit of the value that depends on other values.
  final class Limit: Sendable {
    /// `min` or `max`.
    let name: String
    let expression: ConditionExpression

    init(_ name: String, _ expression: ConditionExpression) { (self.name, self.expression) = (name, expression) }
  }

  /// The id, unique among the atoms outside of items or among the atoms of its repeat.
  package let id: String
  package let kind: any AtomKind
  /// The kind if it has a value; otherwise nil.
  package let input: (any InputKind)?
  /// The caption with `…` or `—` for each placeholder.
  package let caption: LocalizedText?
  /// The caption with its expressions; nil for a fixed text.
  let liveCaption: LiveText?
  let position: AtomPosition
  /// The index of the nearest enclosing group that can be hidden. A hidden group hides the atom.
  var gate: Int? { gatePlace < 0 ? nil : Int(gatePlace) }
  /// The template of the items; nil if the atom is not a repeat.
  let template: ItemTemplate?
  let showIf: Condition?
  let enableIf: Condition?
  let requireIf: Condition?
  let computed: ConditionExpression?
  let preset: Value
  /// The initial value that depends on other values (`defaultFrom`).
  let presetFrom: ConditionExpression?
  let captionFrom: CaptionSource?
  let filter: Condition?
  let checks: [Check]
  let notes: [Note]
  /// The author's texts for violations of other rules than checks; nil if absent.
  let messages: [MessageRule: Wording]?
  /// The slot of the lookup's answer.
  var lookup: Int? { lookupPlace < 0 ? nil : Int(lookupPlace) }
  /// The slots of the facts that any part of the atom reads.
  let facts: [Int]
  /// The slot of the fact with the options.
  var optionSlot: Int? { optionSlotPlace < 0 ? nil : Int(optionSlotPlace) }
  /// The expression of the options; nil if they come from a fact or are literal.
  let optionsFrom: ConditionExpression?
  /// The source of an amount's currency; nil if the currency is fixed.
  let currencyFrom: CurrencySource?
  /// The source of a text's format; nil if the format is fixed.
  let formatFrom: FormatSource?
  /// The literal options; nil if they come from elsewhere or the kind has no options.
  let choices: [Choice]?
  let limits: [Limit]
  let onChange: ChangeEffect?
  let minimumClient: MinimumClient
  let kindSet: KindSet
  /// The fallbacks in order of preference. The conditions, value and checks of the atom apply to
  /// them.
  package let fallbacks: [Atom]
  /// The id as a member name of the states.
  let key: Writer.Key

  /// True if the value may be missing. `requireIf` takes precedence if present.
  package let isOptional: Bool
  /// The event after which a client reports a change; nil if the client need not report changes.
  package let notify: Notify?
  /// True if the value is used for one submission only and is never prefilled into another
  /// (`once`).
  let isOnce: Bool
  let hasNotes: Bool
  let readsFacts: Bool
  let canWarn: Bool
  /// True if the value depends only on the posted value.
  let isPlain: Bool
  /// True if the value has rules in addition to the rules of the kind and the required flag.
  let hasRules: Bool
  /// True if the value is an entered date or date and time.
  let isEnteredDay: Bool
  /// True if only the kind and a fixed required flag validate the value.
  let isSimple: Bool
  /// True if the value is a list of the values of chosen options.
  package let isMultiple: Bool
  let isGroup: Bool
  package let isSearch: Bool
  /// The action of a tap; nil if the atom has no action.
  package let action: ButtonKind.Action?
  /// True if a client that cannot draw the atom may omit it.
  let isOmittable: Bool
  /// The data sources outside of the form that the shown value depends on; empty if it depends on
  /// entered values only.
  let live: LiveSources
  // -1 represents nil.
  private let gatePlace: Int32
  private let lookupPlace: Int32
  private let optionSlotPlace: Int32
  /// True if `rarities` is not nil.
  private let isRare: Bool
  private let rarities: Rarities?

  /// Properties that few atoms have, stored separately to keep other atoms small.
  private final class Rarities: Sendable {
    let pair: ShownPair?
    let normalization: Normalization?
    let href: String?
    let confirmation: Confirmation?
    let address: FilledAddress?
    let localReference: LocalReference?
    let circle: EitherCircle?
    let isItemTitle: Bool
    let isDistinct: Bool
    let markdown: MarkdownText?
    let composed: ComposedGroup?
    let consent: ConsentKind?
    let isCommand: Bool
    let isSorted: Bool
    let needsValues: Bool
    let before: [Atom]
    let after: [Atom]

    init?(_ parts: AtomParts) {
      pair = parts.pair
      normalization = (parts.kind as? TextInputKind)?.normalization
      href = (parts.kind as? any ActingKind)?.href
      (confirmation, address) = (parts.confirmation, parts.address)
      (localReference, circle) = ((parts.kind as? LinkKind)?.local, parts.circle)
      (isItemTitle, isDistinct) = (parts.kind is ItemTitleKind, parts.distinctIn != nil)
      (markdown, composed) = (parts.markdown, parts.composed)
      consent = parts.kind as? ConsentKind
      isCommand = parts.kind is CommandKind
      isSorted = (parts.kind as? any OptionKind)?.settings.isSorted ?? (parts.kind as? ChoicesKind)?.isSorted ?? false
      needsValues = parts.needsValues
      before = parts.before.map { Atom($0, notify: nil) }
      after = parts.after.map { Atom($0, notify: nil) }
      if consent != nil || isCommand || isSorted || needsValues || !before.isEmpty || !after.isEmpty { return }
      let isPlain = pair == nil && normalization == nil && href == nil && confirmation == nil && circle == nil
      if isPlain, localReference == nil, markdown == nil, !isItemTitle, !isDistinct, composed == nil { return nil }
    }
  }

  /// The label and value that a text atom of `Operation.reworded` shows; nil for any other atom.
  package var pair: ShownPair? { isRare ? rarities?.pair : nil }
  /// The normalization of the text. The state lists the replacements.
  var normalization: Normalization? { isRare ? rarities?.normalization : nil }
  /// The target of a tap; nil if absent.
  var href: String? { isRare ? rarities?.href : nil }
  /// The target of a button that depends on values; nil for other targets.
  var address: FilledAddress? { isRare ? rarities?.address : nil }
  /// The confirmation before a tap; nil if absent.
  var confirmation: Confirmation? { isRare ? rarities?.confirmation : nil }
  /// The target of a link on this server; nil if absent.
  var localReference: LocalReference? { isRare ? rarities?.localReference : nil }
  /// True for the title of an item, which is not drawn among its atoms.
  var isItemTitle: Bool { isRare ? rarities?.isItemTitle ?? false : false }
  /// True for the input that `unique` of its repeat names first. It has the error `duplicate`.
  var isDistinct: Bool { isRare ? rarities?.isDistinct ?? false : false }

  /// The kind of a consent; nil for any other atom.
  var consent: ConsentKind? { isRare ? rarities?.consent : nil }
  /// True if the options are drawn in the order of their captions.
  var isSorted: Bool { isRare ? rarities?.isSorted ?? false : false }
  /// True for a search whose keys or filter read the form. A request for options has the values.
  package var needsValues: Bool { isRare ? rarities?.needsValues ?? false : false }
  /// True for a command, whose tap runs its effect.
  package var isCommand: Bool { isRare ? rarities?.isCommand ?? false : false }
  /// The atoms without a value that are drawn before this fallback.
  var before: [Atom] { isRare ? rarities?.before ?? [] : [] }
  /// The atoms without a value that are drawn after this fallback.
  var after: [Atom] { isRare ? rarities?.after ?? [] : [] }

  /// The inputs that follow each other, of which this is one; nil for any other atom.
  var circle: EitherCircle? { isRare ? rarities?.circle : nil }

  /// The blocks of a formatted text, whose plain text is the caption; nil for other atoms.
  var markdown: MarkdownText? { isRare ? rarities?.markdown : nil }
  /// The composed kinds of the parts of a group, or of a single input, the outermost last; empty
  /// for other atoms.
  package var composedKinds: [String] { composedGroup?.kinds ?? [] }
  var composedGroup: ComposedGroup? { isRare ? rarities?.composed : nil }
  /// True if the value of a composed atom has a text in `shown`.
  package var hasComposedText: Bool { composedGroup?.shown != nil }
  /// The blocks of a formatted text that depends on values or has deep links; nil for other atoms.
  var filledMarkdown: MarkdownText? { markdown.flatMap { $0.isStatic ? nil : $0 } }

  /// True if every submission requires an entered value, regardless of the other values.
  package var mustBeEntered: Bool {
    guard let input, input.type != .boolean, !isOptional, gate == nil, template == nil else { return false }
    let isFree = showIf == nil && enableIf == nil && requireIf == nil
    return isFree && computed == nil && presetFrom == nil && preset.isNull && circle == nil
  }

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
      && parts.facts.isEmpty && parts.template == nil && parts.currencyFrom == nil && parts.circle == nil
    isEnteredDay = parts.computed == nil && (parts.kind is DateInputKind || parts.kind is DateTimeInputKind)
    hasRules =
      isEnteredDay || template != nil || choices != nil || parts.optionSlot != nil || optionsFrom != nil
      || parts.lookup != nil || !checks.isEmpty
      || !limits.isEmpty || currencyFrom != nil || formatFrom != nil || parts.distinctIn != nil
      || parts.kind is ConsentKind
    isSimple = !hasRules && requireIf == nil && presetFrom == nil && parts.circle == nil
    isGroup = parts.kind is GroupKind
    isSearch = parts.kind is SearchKind
    isMultiple = parts.kind is ChoicesKind
    action = (parts.kind as? any ActingKind)?.action
    onChange = parts.onChange
    (isOmittable, minimumClient) = (parts.isOmittable, parts.minimumClient)
    live = parts.live
    kindSet = (parts.before + parts.after).reduce(KindSet(kind: parts.kind.name)) {
      $0.union(KindSet(kind: $1.kind.name))
    }
    fallbacks = parts.fallbacks.map { fallback in
      Atom(
        fallback,
        notify: parts.kind is CommandKind && fallback.kind is ToggleKind
          ? .change
          : (fallback.kind as? any InputKind).flatMap { other in
            notify == nil ? nil : other.notifiesOnCommit ? .commit : .change
          })
    }
    key = Writer.Key(parts.id)
  }
}

extension Atom {
  /// True if the atom has a value without an entry: a computed value, or a default other than the
  /// kind's initial value.
  package var fillsItself: Bool {
    computed != nil || presetFrom != nil || !preset.isNull && preset != (input?.initial ?? .null)
  }
  package var isAlwaysShown: Bool { showIf == nil && gate == nil }
  /// The role of the shown value: the role of the kind, otherwise of a verification of the value.
  package var role: Role {
    switch input {
    case let text as TextInputKind: text.role ?? checks.lazy.compactMap { $0.verification?.role }.first ?? .text
    case is AccountPickerKind: .account
    case is DateInputKind: .date
    case is DateTimeInputKind: .dateTime
    default: .text
    }
  }
  /// The role of an entered text, which clients use to group its digits; nil for other values and
  /// for the role `text`.
  var typedRole: Role? {
    guard let text = input as? TextInputKind, text.type == .text, role != .text else { return nil }
    return role
  }
  /// True if the value is computed and cannot be entered.
  package var isComputed: Bool { computed != nil }
  package var hasComputedRows: Bool { template?.kind.isCounted == true }
}

/// The position of an atom in the tree of its operation.
///
/// The atoms are stored in tree order: each group or repeat precedes its children.
struct AtomPosition: Sendable {
  private var parentPlace: Int32 = -1
  private var ownerPlace: Int32 = -1
  private var ownDepth: Int32 = 0
  private var ownEnd: Int32 = 0

  /// Creates a position; without arguments, at the top level.
  init(parent: Int? = nil, owner: Int? = nil, depth: Int = 0) {
    (self.parent, self.owner, self.depth) = (parent, owner, depth)
  }

  /// The index of the enclosing group or repeat; nil at the top level.
  var parent: Int? {
    get { parentPlace < 0 ? nil : Int(parentPlace) }
    set { parentPlace = Int32(newValue ?? -1) }
  }
  /// The index of the innermost enclosing repeat; nil outside of repeats.
  var owner: Int? {
    get { ownerPlace < 0 ? nil : Int(ownerPlace) }
    set { ownerPlace = Int32(newValue ?? -1) }
  }
  /// The number of enclosing repeats, which is the number of item indexes in the atom's path.
  var depth: Int {
    get { Int(ownDepth) }
    set { ownDepth = Int32(newValue) }
  }
  /// The index after the last descendant, or after the atom itself if it has no children.
  var end: Int {
    get { Int(ownEnd) }
    set { ownEnd = Int32(newValue) }
  }
}
