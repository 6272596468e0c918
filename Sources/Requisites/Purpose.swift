/// The purpose of a payment (field 24): 1 to 210 characters of payment text (762-P).
public enum Purpose {
  /// Why this is no purpose, or nil.
  public static func verify(_ text: String) -> Reason? { PaymentText.verify(text, atMost: 210) }
}
