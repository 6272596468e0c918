/// The purpose of a payment (field 24): 1 to 210 characters of payment text (762-P).
public enum Purpose {
  /// The most characters that it may have.
  public static let maximumLength = 210

  /// Why this is no purpose, or nil.
  public static func verify(_ text: String) -> Reason? { PaymentText.verify(text, atMost: maximumLength) }
}
