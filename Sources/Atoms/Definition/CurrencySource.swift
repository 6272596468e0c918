import Conditions
import JSON

/// What says the currency of an amount: `currencyFrom: $from.currency`.
enum CurrencySource: Sendable {
  /// A field of the option that is chosen in the atom at that place; `options` are the slots that its options follow.
  case option(of: Int, field: String, options: [Int], readsClock: Bool)
  /// The value of an expression.
  case expression(Expression)

  /// The slots that the currency follows.
  var reads: [Int] {
    switch self {
    case .option(let place, _, let options, _): [place] + options
    case .expression(let expression): expression.reads.outer
    }
  }

  /// Whether the currency follows today's date.
  var readsClock: Bool {
    switch self {
    case .option(_, _, _, let readsClock): readsClock
    case .expression(let expression): expression.reads.readsClock
    }
  }
}
