/// A field whose value is verified alone, by rules of high confidence.
public protocol PaymentField {
  /// Returns the first fault of a value, or nil if the value is valid.
  ///
  /// - Parameter value: The value as entered. It is not trimmed.
  static func verify(_ value: String) -> Reason?
}

extension PaymentField {
  /// Returns true if the value is valid. `verify(_:)` returns the reason.
  ///
  /// - Parameter value: The value as entered. It is not trimmed.
  public static func isValid(_ value: String) -> Bool { verify(value) == nil }
}

extension AccountRule: PaymentField {}
extension BICRule: PaymentField {}
extension CardNumber: PaymentField {}
extension DocumentNumber: PaymentField {}
extension EmailAddress: PaymentField {}
extension IBAN: PaymentField {}
extension INN: PaymentField {}
extension KPP: PaymentField {}
extension LEI: PaymentField {}
extension OGRN: PaymentField {}
extension OGRNIP: PaymentField {}
extension PartyName: PaymentField {}
extension PhoneNumber: PaymentField {}
extension Purpose: PaymentField {}
extension SNILS: PaymentField {}
extension SwiftCode: PaymentField {}
