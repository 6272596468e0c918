import Conditions
import JSON

/// What an atom is made of, while its operation is being compiled.
struct AtomParts {
  let id: String
  let kind: any AtomKind
  var caption: Wording?
  let isOptional: Bool
  let position: AtomPosition
  /// The nearest group around it that is not always shown.
  var gate: Int?
  /// What its items are made of, where it is a repeat.
  var template: ItemTemplate?
  var showIf: Condition?
  var enableIf: Condition?
  var requireIf: Condition?
  var computed: Expression?
  var preset: Value = .null
  var presetFrom: Expression?
  var isOnce = false
  var captionFrom: Atom.CaptionSource?
  var filter: Condition?
  var checks: [Atom.Check] = []
  var lookup: Int?
  var facts: [Int] = []
  var optionSlot: Int?
  var optionsFrom: Expression?
  var currencyFrom: CurrencySource?
  var limits: [Atom.Limit] = []
  var mayBeLeftOut = false
  var minimumClient = MinimumClient()
  /// The same atom drawn in other ways: of each only kind and caption count.
  var fallbacks: [AtomParts] = []
}
