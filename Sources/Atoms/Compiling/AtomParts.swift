import Conditions
import JSON

/// The parts of an atom during the compilation of its operation.
struct AtomParts {
  let id: String
  var kind: any AtomKind
  var caption: Wording?
  /// The blocks of a formatted text, whose plain text is the caption.
  var markdown: MarkdownText?
  /// The label and value that a text atom of `Operation.reworded` shows.
  var pair: ShownPair?
  let isOptional: Bool
  let position: AtomPosition
  /// The index of the nearest enclosing group that can be hidden.
  var gate: Int?
  var template: ItemTemplate?
  var showIf: Condition?
  var enableIf: Condition?
  var requireIf: Condition?
  var computed: ConditionExpression?
  var preset: Value = .null
  var presetFrom: ConditionExpression?
  /// The `defaultFrom` of the lists whose items contain the input, because its first value can be a
  /// field of a record.
  var listPresets: [ConditionExpression] = []
  /// The value if another input of its circle was entered.
  var either: ConditionExpression?
  var circle: EitherCircle?
  var isOnce = false
  var captionFrom: Atom.CaptionSource?
  var filter: Condition?
  var checks: [Atom.Check] = []
  var notes: [Atom.Note] = []
  /// The author's texts for violations of other rules than checks.
  var messages: [MessageRule: Wording] = [:]
  var lookup: Int?
  var facts: [Int] = []
  var optionSlot: Int?
  var optionsFrom: ConditionExpression?
  var currencyFrom: CurrencySource?
  var formatFrom: FormatSource?
  /// The list or count that defines the items of a repeat; nil if people add the items.
  var items: ItemSource?
  /// The inputs of a repeat's items that `unique` compares, by index.
  var unique: [Int] = []
  /// The index of the repeat whose `unique` names this input first; nil for other atoms.
  var distinctIn: Int?
  var limits: [Atom.Limit] = []
  var onChange: ChangeEffect?
  var confirmation: Confirmation?
  /// The target of a button with values; nil for other targets.
  var address: FilledAddress?
  var isOmittable = false
  /// True for a search whose keys or filter read an input or a name of items.
  var needsValues = false
  /// The composed kinds of the parts of a group, or of a single input; nil for other atoms.
  var composed: ComposedGroup?
  var minimumClient = MinimumClient()
  /// The data sources outside of the form that the shown value depends on.
  var live: LiveSources = []
  /// The fallbacks in order of preference. The conditions, value and checks of the atom apply to
  /// them.
  var fallbacks: [AtomParts] = []
  /// The atoms without a value that are drawn before this fallback.
  var before: [AtomParts] = []
  /// The atoms without a value that are drawn after this fallback.
  var after: [AtomParts] = []
}

extension AtomParts {
  /// The slots that the atom's value depends on.
  var valueReads: [Int] {
    stateReads + (computed?.reads.outer ?? []) + (presetFrom?.reads.outer ?? []) + (either?.reads.outer ?? [])
      + (items?.list.reads.outer ?? []) + (items?.until?.reads.outer ?? []) + listPresets.flatMap(\.reads.outer)
  }

  /// The slots that the currency of the value depends on, and whether the atom is shown and
  /// enabled.
  var stateReads: [Int] {
    (gate.map { [$0] } ?? []) + (showIf?.reads.outer ?? []) + (enableIf?.reads.outer ?? [])
      + (currencyFrom?.reads ?? [])
  }

  /// The slots that only the appearance of the atom depends on.
  var appearanceReads: [Int] {
    (requireIf?.reads.outer ?? []) + (captionFrom?.reads ?? []) + (caption?.reads ?? []) + optionReads
      + (confirmation?.reads ?? []) + (address?.reads ?? [])
      + (fallbacks + before + after).flatMap(\.appearanceReads)
  }

  /// The slots that the options, limits and format depend on. The validation of the value reads
  /// them too.
  private var optionReads: [Int] {
    (filter?.reads.outer ?? []) + (optionsFrom?.reads.outer ?? []) + limits.flatMap(\.expression.reads.outer)
      + (formatFrom?.record.reads.outer ?? [])
  }

  /// The slots that the validation of the value reads.
  var checkReads: [Int] {
    let rules = checks.flatMap { $0.condition.reads.outer + ($0.message?.reads ?? []) }
    let texts = messages.values.flatMap(\.reads) + notes.flatMap { $0.condition.reads.outer + $0.message.reads }
    return optionReads + (currencyFrom?.reads ?? []) + (distinctIn.map { [$0] } ?? []) + rules + texts
  }

  /// Returns true if any part of the atom calls one of `verifications`.
  func calls(_ verifications: Set<String>) -> Bool {
    if verifications.isEmpty { return false }
    let conditions =
      [showIf, enableIf, requireIf, filter, items?.until] + checks.map(\.condition) + notes.map(\.condition)
    let expressions =
      [computed, presetFrom, either, optionsFrom, formatFrom?.record, items?.list]
      + (onChange?.sets.map(\.expression) ?? []) + (address?.expressions ?? [])
    let called =
      conditions.flatMap { $0?.reads.functions ?? [] } + expressions.flatMap { $0?.reads.functions ?? [] }
      + (captionFrom?.functions ?? [])
    return called.contains(where: verifications.contains)
      || limits.contains { $0.expression.reads.functions.contains(where: verifications.contains) }
  }

  /// Sets the condition for the last of computed rows. The facts that it reads are in slots from
  /// `firstFact` on.
  mutating func end(by until: Condition, _ firstFact: Int) {
    items?.until = until
    facts = Set(facts + until.reads.outer.filter { $0 >= firstFact }).sorted()
  }

  var allReads: [Int] { valueReads + appearanceReads + checkReads }
}
