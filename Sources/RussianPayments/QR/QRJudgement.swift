/// The rules for the values of a payment's QR code.
enum QRJudgement {
  /// Returns the doubts about values, in the order of the fields.
  static func doubts(of fields: [PaymentQR.Field]) -> [PaymentQR.Doubt] {
    let bic = fields.first { $0.key == PaymentQR.Key.bic.rawValue }?.value ?? ""
    return fields.compactMap { field in
      let key = PaymentQR.Key(rawValue: field.key)
      return key.flatMap { reason(in: field.value, of: $0, bic: bic) }
        .map { PaymentQR.Doubt(key: field.key, reason: $0) }
    }
  }

  /// Returns the first fault of a sum in kopecks, or nil if it is valid: 1 to 18 digits, not all
  /// zeros.
  static func verify(sum: String) -> Reason? {
    if let reason = sum.fault(where: { scalar, _ in scalar.isDigit }) ?? sum.fault(lengths: 1...18) { return reason }
    return sum.isZeros ? .zeros : nil
  }

  private static func reason(in value: String, of key: PaymentQR.Key, bic: String) -> Reason? {
    // Do not report typographic quotes and dashes: a form that is filled from the code shows their
    // replacement.
    let text = PaymentText.normalized(value).text
    switch key {
    case .name: return PartyName.verify(text)
    case .bankName: return PaymentText.verify(text, upTo: 45)
    case .purpose: return Purpose.verify(text)
    case .docNo: return PaymentText.verify(text, upTo: 15)
    case .paytReason, .taxPaytKind: return PaymentText.verify(text, upTo: 2)
    case .bic: return BICRule.verify(value)
    case .personalAccount:
      // An invalid BIC is reported for its own field.
      return BICRule.verify(bic) == nil ? AccountRule.verify(value, bic: bic) : AccountRule.verify(value)
    case .correspondentAccount:
      if value == "0" { return nil }
      return BICRule.verify(bic) == nil ? AccountRule.verify(correspondent: value, bic: bic) : AccountRule.verify(value)
    case .sum: return verify(sum: value)
    case .payeeINN, .payerINN: return value == "0" ? nil : INN.verify(value)
    case .kpp: return value == "0" ? nil : KPP.verify(value)
    case .drawerStatus: return value.fault { scalar, _ in scalar.isDigit } ?? value.fault(length: 2)
    case .cbc: return value == "0" ? nil : KBK.verify(value)?.reason
    case .oktmo: return value == "0" ? nil : OKTMO.verify(value)?.reason
    case .taxPeriod:
      if case .failure(let fault) = TaxPeriod.read(value) { return fault.reason }
      return nil
    case .docDate: return TaxDocument.verify(date: value)?.reason
    case .uin: return UIN.verify(value)?.reason
    case .phone: return PhoneNumber.verify(value)
    default: return nil
    }
  }
}
