/// The number of a person's insurance account: 11 digits, or as it is printed, `NNN-NNN-NNN NN`.
///
/// Rule: the Pension Fund's instruction (consultant.ru LAW_124607, paragraph 8): the nine digits times 9 to 1 add up to a
/// number whose remainder by 101 is the check, 100 being 00. Numbers at or below 001-001-998 carry no check.
/// Confidence: high.
public enum SNILS {
  /// Why this is no SNILS, or nil.
  public static func verify(_ snils: String) -> Reason? {
    let isPrinted = snils.unicodeScalars.count == 14
    let fault = snils.fault { scalar, position in
      switch position {
      case 4 where isPrinted, 8 where isPrinted: scalar == "-"
      case 12 where isPrinted: scalar == " "
      default: scalar.isDigit
      }
    }
    if let fault { return fault }
    let digits = snils.utf8.filter { $0 &- 0x30 < 10 }.map { Int($0) - 0x30 }
    guard digits.count == 11 else { return .length(snils.unicodeScalars.count, allowed: [11...11]) }
    guard digits[..<9].reduce(0, { $0 * 10 + $1 }) > 1_001_998 else { return nil }
    let sum = (0..<9).reduce(0) { $0 + digits[$1] * (9 - $1) }
    let expected = sum % 101 % 100
    let found = digits[9] * 10 + digits[10]
    return found == expected
      ? nil : .checkDigit(position: isPrinted ? 13 : 10, found: found, expected: expected)
  }
}
