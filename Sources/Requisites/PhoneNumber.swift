/// A telephone number as people write it: digits, which blanks, hyphens and brackets may part, a plus before them all.
///
/// Rules: ITU-T E.164, at most 15 digits of which the first, of the country, is not 0; a number of Russia and Kazakhstan has
/// 11 with its 7, and may be written with the 8 of long-distance calls. Confidence: high. Whether anybody answers is not
/// asked.
public enum PhoneNumber {
  /// Why this is no telephone number, or nil.
  public static func verify(_ phone: String) -> Reason? {
    let fault = phone.fault { scalar, position in
      scalar.isDigit || scalar == "+" && position == 1 || scalar == " " || scalar == "-" || scalar == "("
        || scalar == ")"
    }
    if let fault { return fault }
    let digits = phone.utf8.filter { $0 &- 0x30 < 10 }
    let isInternational = phone.utf8.first == UInt8(ascii: "+")
    let first = digits.first.map { String(Unicode.Scalar($0)) } ?? ""
    if isInternational, first != "7" {
      if first == "0" { return .prefix("+0", allowed: ["+1-9"]) }
      return (7...15).contains(digits.count) ? nil : .length(digits.count, allowed: [7...15])
    }
    if digits.count != 11 { return .length(digits.count, allowed: [11...11]) }
    return first == "7" || first == "8" ? nil : .prefix(first, allowed: ["+", "7", "8"])
  }
}
