/// The number of a payment order (field 3): 1 to 6 digits, not all zeros.
///
/// Rule: Regulation 762-P and the UFEBS schemas. Confidence: high.
///
///     DocumentNumber.verify("000012")         // nil
///     DocumentNumber.verify("000000")         // .zeros
///     DocumentNumber.verify("1234567")?.code  // "length"
public enum DocumentNumber {
  /// Returns the first fault of a payment order's number, or nil if it is valid.
  public static func verify(_ number: String) -> Reason? {
    if let reason = number.fault(where: { scalar, _ in scalar.isDigit }) ?? number.fault(lengths: 1...6) {
      return reason
    }
    return number.isZeros ? .zeros : nil
  }
}

/// Rules between the fields of one party of a payment: INN, KPP and name.
///
/// Source: order 58n and Regulation 762-P as banks apply them. Confidence: medium, unless stated
/// otherwise.
///
///     PartyFields.verify(kpp: "773601001", inn: "7707083893")          // nil
///     PartyFields.verify(kpp: "773601001", inn: "500100732259")        // a person's KPP must be 0
///     PartyFields.verify(soleTraderName: "Иванов Иван Иванович (ИП)")  // nil
public enum PartyFields {
  /// Returns the fault of a party's KPP (fields 102 and 103), or nil if it is valid.
  ///
  /// - If the INN is a person's (12 digits), the KPP must be `0`.
  /// - With any other INN, a KPP is required and may contain only digits.
  /// - `0` is also allowed with the INN `0`, and with status 01.
  ///
  /// - Parameters:
  ///   - kpp: The KPP, 9 digits, or `0`.
  ///   - inn: The INN of the party, or `0`.
  ///   - status: The payer's status (field 101), for field 102 only.
  public static func verify(kpp: String, inn: String, status: String? = nil) -> Finding? {
    if inn.utf8.count == 12 { return kpp == "0" ? nil : Finding(.mustBe(kpp, expected: ["0"]), .medium) }
    if kpp == "0" { return status == "01" || inn == "0" ? nil : Finding(.form(expected: ["NNNNNNNNN"]), .medium) }
    if let reason = KPP.verify(kpp) { return Finding(reason, .high) }
    return kpp.fault { scalar, _ in scalar.isDigit }.by(.medium)
  }

  /// Returns the fault of a payee's name (field 16), or nil if it is valid. It must not contain 20
  /// successive digits of which the first is 4.
  public static func verify(payeeName name: String) -> Finding? {
    if let reason = PartyName.verify(name) { return Finding(reason, .high) }
    for digits in name.utf8.split(whereSeparator: { $0 &- 0x30 >= 10 }) {
      if digits.count == 20, digits.first == UInt8(ascii: "4") {
        return Finding(.accountInName(String(decoding: digits, as: UTF8.self)), .medium)
      }
    }
    return nil
  }

  /// Returns the fault of a sole trader's name (field 8), or nil if it is valid. It must end with
  /// `(ИП)`.
  public static func verify(soleTraderName name: String) -> Finding? {
    if let reason = PartyName.verify(name) { return Finding(reason, .high) }
    return name.hasSuffix("(ИП)") ? nil : Finding(.form(expected: ["... (ИП)"]), .medium)
  }

  /// Returns the fault of the purpose of a payment for a third person (field 24), or nil if it is
  /// valid. It must have the form `INN//name//text`.
  public static func verify(thirdPersonPurpose text: String) -> Finding? {
    if let reason = Purpose.verify(text) { return Finding(reason, .high) }
    let bytes = Array(text.utf8)
    let inn = bytes.prefix { $0 &- 0x30 < 10 }
    let rest = String(decoding: bytes.dropFirst(inn.count), as: UTF8.self)
    let parts = rest.slashed
    guard !inn.isEmpty, parts.count >= 3, parts[0].isEmpty, !parts[1].isEmpty, !parts[2].isEmpty else {
      return Finding(.form(expected: ["NNNNNNNNNN//...//..."]), .medium)
    }
    return INN.verify(String(decoding: inn, as: UTF8.self)).by(.medium)
  }
}

extension String {
  /// The parts that double slashes separate.
  fileprivate var slashed: [String] {
    var parts = [""]
    var scalars = unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if scalar == "/", scalars.first == "/" {
        scalars.removeFirst()
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
    }
    return parts
  }
}
