/// How exact the result of an operator is to be.
struct Precision: Sendable, Hashable {
  /// Whether an operand is a decimal by its type, so that even two whole values divide as decimals.
  let isDecimal: Bool
  /// Whether a result of more digits than fit may be rounded: only what is computed from a quotient, itself rounded, may.
  let rounds: Bool

  /// As the values themselves say, and exact or nothing.
  static let plain = Precision(isDecimal: false, rounds: false)
  /// As the values themselves say, rounded where that must be.
  static let rounding = Precision(isDecimal: false, rounds: true)
}
