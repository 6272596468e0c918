import Conditions
import JSON

/// The parts of an atom while its operation is being compiled.
struct AtomParts {
  let id: String
  var kind: any AtomKind
  var caption: Wording?
  /// The value that an inscription of the server shows with its label.
  var pair: ShownPair?
  let isOptional: Bool
  let position: AtomPosition
  /// The place of the nearest group around the atom that may be hidden.
  var gate: Int?
  /// The template of the items; nil if the atom is no repeat.
  var template: ItemTemplate?
  var showIf: Condition?
  var enableIf: Condition?
  var requireIf: Condition?
  var computed: ConditionExpression?
  var preset: Value = .null
  var presetFrom: ConditionExpression?
  var isOnce = false
  var captionFrom: Atom.CaptionSource?
  var filter: Condition?
  var checks: [Atom.Check] = []
  /// The texts that stand at the atom while conditions hold.
  var notes: [Atom.Note] = []
  /// The author's texts for the other rules.
  var messages: [MessageRule: Wording] = [:]
  var lookup: Int?
  var facts: [Int] = []
  var optionSlot: Int?
  var optionsFrom: ConditionExpression?
  var currencyFrom: CurrencySource?
  var formatFrom: FormatSource?
  /// The list that a repeat's items come from.
  var items: ItemSource?
  var limits: [Atom.Limit] = []
  /// The inputs that a change of the atom clears and fills.
  var onChange: ChangeEffect?
  /// The question before a tap acts.
  var confirmation: Confirmation?
  var isOmittable = false
  var minimumClient = MinimumClient()
  /// The sources outside of the form that the shown value depends on.
  var live: LiveSources = []
  /// The other ways to draw the atom; only kind, caption and oldest clients of each count.
  var fallbacks: [AtomParts] = []
}

extension AtomParts {
  /// The slots that the atom's value depends on.
  var valueReads: [Int] {
    (gate.map { [$0] } ?? []) + (showIf?.reads.outer ?? []) + (enableIf?.reads.outer ?? [])
      + (computed?.reads.outer ?? []) + (presetFrom?.reads.outer ?? []) + (currencyFrom?.reads ?? [])
      + (items?.list.reads.outer ?? [])
  }

  /// The slots that only the atom's appearance depends on.
  var appearanceReads: [Int] {
    (requireIf?.reads.outer ?? []) + (captionFrom?.reads ?? []) + (caption?.reads ?? []) + optionReads
      + (confirmation?.reads ?? [])
      + fallbacks.flatMap(\.appearanceReads)
  }

  /// The slots that the options, the limits and the form depend on, and so also the judgement of the value.
  private var optionReads: [Int] {
    (filter?.reads.outer ?? []) + (optionsFrom?.reads.outer ?? []) + limits.flatMap(\.expression.reads.outer)
      + (formatFrom?.record.reads.outer ?? [])
  }

  /// The slots that only a judgement reads.
  var checkReads: [Int] {
    optionReads + (currencyFrom?.reads ?? []) + checks.flatMap { $0.condition.reads.outer + ($0.message?.reads ?? []) }
      + messages.values.flatMap(\.reads) + notes.flatMap { $0.condition.reads.outer + $0.message.reads }
  }

  /// True if any part of the atom calls one of these verifications.
  func calls(_ verifications: Set<String>) -> Bool {
    if verifications.isEmpty { return false }
    let conditions = [showIf, enableIf, requireIf, filter] + checks.map(\.condition) + notes.map(\.condition)
    let expressions =
      [computed, presetFrom, optionsFrom, formatFrom?.record, items?.list]
      + (onChange?.sets.map(\.expression) ?? [])
    let called =
      conditions.flatMap { $0?.reads.functions ?? [] } + expressions.flatMap { $0?.reads.functions ?? [] }
      + (captionFrom?.functions ?? [])
    return called.contains(where: verifications.contains)
      || limits.contains { $0.expression.reads.functions.contains(where: verifications.contains) }
  }

  /// Every slot that any part of the atom reads.
  var allReads: [Int] { valueReads + appearanceReads + checkReads }
}
