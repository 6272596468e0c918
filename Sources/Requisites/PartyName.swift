/// The name of the payer or payee (fields 8 and 16): 1 to 160 characters of payment text (762-P).
public enum PartyName {
  /// Why this is no name of a party, or nil.
  public static func verify(_ text: String) -> Reason? { PaymentText.verify(text, atMost: 160) }
}
