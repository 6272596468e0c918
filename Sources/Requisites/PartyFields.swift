/// What the fields of one party of a payment ask of one another: INN, KPP and name.
///
/// Rules: as banks apply order 58n and Regulation 762-P. Confidence: medium, where not said otherwise.
public enum PartyFields {
  /// Why a party of that INN may not have this KPP (fields 102 and 103), or nil.
  ///
  /// A person's INN (12 digits) goes with `0`, any other with a KPP, which has only digits here. In field 102 `0` may stand
  /// with status 01 too.
  public static func verify(kpp: String, inn: String, status: String? = nil) -> Finding? {
    if inn.utf8.count == 12 { return kpp == "0" ? nil : Finding(.mustBe(kpp, expected: ["0"]), .medium) }
    if kpp == "0" { return status == "01" || inn == "0" ? nil : Finding(.form(expected: ["NNNNNNNNN"]), .medium) }
    if let reason = KPP.verify(kpp) { return Finding(reason, .high) }
    return kpp.fault { scalar, _ in scalar.isDigit }.by(.medium)
  }

  /// Why this is no name of a payee (field 16), or nil: it holds no account number, 20 digits of which the first is 4.
  public static func verify(payeeName name: String) -> Finding? {
    if let reason = PartyName.verify(name) { return Finding(reason, .high) }
    for digits in name.utf8.split(whereSeparator: { $0 &- 0x30 >= 10 }) {
      if digits.count == 20, digits.first == UInt8(ascii: "4") {
        return Finding(.accountInName(String(decoding: digits, as: UTF8.self)), .medium)
      }
    }
    return nil
  }

  /// Why this is no name of a sole trader (field 8), or nil: it ends with `(ИП)`.
  public static func verify(soleTraderName name: String) -> Finding? {
    if let reason = PartyName.verify(name) { return Finding(reason, .high) }
    return name.hasSuffix("(ИП)") ? nil : Finding(.form(expected: ["... (ИП)"]), .medium)
  }

  /// Why this is no purpose of a payment for a third person (field 24), or nil: `INN//name//text`.
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
  /// The parts between double slashes.
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
