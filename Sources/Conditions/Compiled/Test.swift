/// One question of a compiled condition, and where its answer leads: to another test, or to an end.
///
/// AND, OR and NOT are nothing but these two arrows, so that neither their number nor their nesting costs anything.
struct Test: Sendable {
  /// The end that says the condition holds.
  static let holds: Int32 = -1
  /// The end that says it does not.
  static let fails: Int32 = -2

  /// The question.
  let question: Question
  /// Where to go when it is answered with yes.
  let onTrue: Int32
  /// Where to go when it is answered with no.
  let onFalse: Int32

  /// The questions; the numbers are slots, places of operands, or places in the program's lists. Trivial on purpose:
  /// reading one touches no reference count.
  enum Question: Sendable {
    /// An outer slot beside a whole number.
    case integer(slot: Int32, Relation, Int64)
    /// Whether an outer slot equals a text, or with `negated` does not.
    case text(slot: Int32, text: Int32, negated: Bool)
    /// An outer slot beside a constant that is made ready; the operands serve where the slot has no text.
    case prepared(Comparison, slot: Int32, prepared: Int32, left: Int32, right: Int32)
    /// A comparison of two operands, the right one of which may be prepared.
    case comparison(Comparison, left: Int32, right: Int32, prepared: Int32)
    /// Whether an operand is true.
    case truth(Int32)
  }
}
