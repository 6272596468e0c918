/// A SWIFT code, or business identifier code: 4 characters for the party, 2 for the country, 2 for
/// the location, and optionally 3 for the branch.
///
/// Rules: ISO 9362, in the form of ISO 20022 (`BICFIDec2014Identifier`), with the countries of ISO
/// 3166-1, and XK for Kosovo as SWIFT uses it. Confidence: high. Lowercase letters and spaces are
/// rejected. Only SWIFT's directory shows whether a code exists.
///
///     SwiftCode.verify("DEUTDEFF500")            // nil
///     SwiftCode.verify("DEUTDEF")?.description   // "length, length 7, allowed 8, 11"
///     SwiftCode.verify("DEUTXXFF")?.description  // "unlisted, found XX"
public enum SwiftCode {
  /// Returns the first fault of a SWIFT code, or nil if it is valid.
  public static func verify(_ code: String) -> Reason? {
    let fault = code.fault { scalar, position in
      scalar.isCapital || scalar.isDigit && position != 5 && position != 6
    }
    if let reason = fault ?? code.fault(lengths: 8...8, 11...11) { return reason }
    let country = String(code.dropFirst(4).prefix(2))
    return Countries.codes.contains(country) ? nil : .unlisted(country)
  }
}

/// A legal entity identifier: 18 digits or capital letters, and two check digits.
///
/// Rule: ISO 17442-1, with the check digits of ISO 7064, MOD 97-10. Confidence: high. Only GLEIF's
/// register shows whether an identifier was issued.
///
///     LEI.verify("5493001KJTIIGC8Y1R12")               // nil
///     LEI.verify("5493001KJTIIGC8Y1R13")?.description
///     // "check-digit, position 19, found 13, expected 12"
public enum LEI {
  /// Returns the first fault of an LEI, or nil if it is valid.
  public static func verify(_ lei: String) -> Reason? {
    let fault = lei.fault { scalar, position in scalar.isDigit || scalar.isCapital && position < 19 }
    if let reason = fault ?? lei.fault(length: 20) { return reason }
    let bytes = Array(lei.utf8)
    let stated = Int(bytes[18]) * 10 + Int(bytes[19]) - 0x30 * 11
    let expected = 98 - Mod97.remainder(of: bytes[..<18] + [0x30, 0x30])
    return stated == expected ? nil : .checkDigit(position: 19, found: stated, expected: expected)
  }
}

/// The two-letter country codes of ISO 3166-1, and the user-assigned code XK (Kosovo), which banks
/// use.
enum Countries {
  static let codes = Set(
    """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
    CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
    FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
    JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
    MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW
    PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM
    TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
