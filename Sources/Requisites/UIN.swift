/// The unique identifier of a charge or payment (field 22): 20 or 25 digits, or `0` for none.
///
/// Rules: the UFEBS schemas allow 25 characters at most (confidence high). The last digit is the check: the others times
/// 1 to 10 in turn, remainder by 11; if that is 10, once more with weights that begin at 3; if again 10, 0. So four
/// independent implementations, and three real numbers (medium; none of them has the remainder 10).
public enum UIN {
  /// Why this is neither a UIN nor `0`, or nil.
  public static func verify(_ uin: String) -> Finding? {
    if uin == "0" { return nil }
    if let reason = uin.fault(where: { scalar, _ in scalar.isDigit }) { return Finding(reason, .medium) }
    if let reason = uin.fault(lengths: 20...20, 25...25) {
      return Finding(reason, uin.utf8.count > 25 ? .high : .medium)
    }
    if uin.isZeros { return Finding(.zeros, .medium) }
    let digits = digits(of: uin)
    let (found, expected) = (digits[digits.count - 1], check(of: digits.dropLast()))
    return found == expected
      ? nil : Finding(.checkDigit(position: digits.count, found: found, expected: expected), .medium)
  }

  private static func check(of digits: ArraySlice<Int>) -> Int {
    for shift in [0, 2] {
      let sum = digits.enumerated().reduce(0) { $0 + $1.element * (($1.offset + shift) % 10 + 1) }
      if sum % 11 < 10 { return sum % 11 }
    }
    return 0
  }
}
