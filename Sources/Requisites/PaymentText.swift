/// Text that goes into a payment: what the Bank of Russia's payment system carries.
///
/// Rule: Regulation 762-P and the UFEBS schemas: the printable ASCII characters, the Russian letters with Ё and ё, and №;
/// at least one is not a space. Typographic quotes and dashes, tabs, line ends, other spaces and the rouble sign are not
/// carried; they are named here, never dropped.
public enum PaymentText {
  /// Why this is no payment text of at most that many characters, or nil.
  public static func verify(_ text: String, atMost length: Int) -> Reason? {
    if let reason = text.fault(where: { scalar, _ in isAllowed(scalar) }) { return reason }
    if let reason = text.fault(lengths: 1...length) { return reason }
    return text.utf8.allSatisfy { $0 == 0x20 } ? .blank : nil
  }

  /// Whether a payment may carry this character.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " "..."~", "А"..."Я", "а"..."я", "Ё", "ё", "№": true
    default: false
    }
  }
}
