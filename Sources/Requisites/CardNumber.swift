/// The number of a payment card: 12 to 19 digits, which single blanks may part.
///
/// Rules: ISO/IEC 7812-1: at most 19 digits, the last by Luhn's formula. Confidence: high.
public enum CardNumber {
  /// Why this is no card number, or nil.
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
