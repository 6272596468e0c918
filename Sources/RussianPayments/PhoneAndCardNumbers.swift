/// A telephone number: digits with an optional leading plus, and any spaces, hyphens and
/// parentheses.
///
/// Rules: ITU-T E.164, with at most 15 digits, the first of which is not 0. Fewer than 7 digits are
/// rejected. Numbers of Russia and Kazakhstan have 11 digits: 7, or 8 for long-distance calls, and
/// ten more. Without a plus, only such numbers are valid. Confidence: high. The verification does
/// not check that the number is in use.
///
///     PhoneNumber.verify("+7 (916) 123-45-67")       // nil
///     PhoneNumber.verify("9161234567")?.description  // "length, length 10, allowed 11"
public enum PhoneNumber {
  /// Returns the first fault of a telephone number, or nil if it is valid.
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

/// A payment card number: 12 to 19 digits, with optional single spaces between them.
///
/// Rule: ISO/IEC 7812-1, with the check digit of Luhn's formula at the end. Confidence: high.
///
///     CardNumber.verify("4111 1111 1111 1111")     // nil
///     CardNumber.verify("4111111111111112")?.code  // "check-digit"
public enum CardNumber {
  /// Returns the first fault of a card number, or nil if it is valid.
  public static func verify(_ number: String) -> Reason? {
    var before: Unicode.Scalar = " "
    let fault = number.fault { scalar, _ in
      defer { before = scalar }
      return scalar.isDigit || scalar == " " && before != " "
    }
    if let fault { return fault }
    let digits = number.utf8.filter { $0 != 0x20 }.map { Int($0) - 0x30 }
    guard (12...19).contains(digits.count) else { return .length(digits.count, allowed: [12...19]) }
    if before == " " { return .character(" ", position: number.utf8.count) }
    if digits.allSatisfy({ $0 == 0 }) { return .zeros }
    let sum = digits.dropLast().reversed().enumerated().reduce(0) { sum, digit in
      let product = digit.element * (digit.offset % 2 == 0 ? 2 : 1)
      return sum + product / 10 + product % 10
    }
    let (found, expected) = (digits[digits.count - 1], (10 - sum % 10) % 10)
    return found == expected ? nil : .checkDigit(position: digits.count, found: found, expected: expected)
  }
}
