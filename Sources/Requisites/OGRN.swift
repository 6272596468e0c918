/// The number of an organisation in the state register: 13 digits that start with 1 or 5.
///
/// Rule: the check digit is the last digit of the remainder by 11 of the first twelve. 2 begins the number of a record,
/// which names no organisation. Confidence: high.
public enum OGRN {
  /// Why this is no OGRN, or nil.
  public static func verify(_ ogrn: String) -> Reason? {
    register(ogrn, length: 13, first: ["1", "5"], modulus: 11)
  }

  /// The rule that both registers share.
  static func register(_ text: String, length: Int, first: [String], modulus: Int) -> Reason? {
    if let reason = text.fault(where: { scalar, _ in scalar.isDigit }) ?? text.fault(length: length) { return reason }
    if !first.contains(String(text.prefix(1))) { return .prefix(String(text.prefix(1)), allowed: first) }
    let digits = digits(of: text)
    let expected = digits.dropLast().reduce(0) { ($0 * 10 + $1) % modulus } % 10
    return digits[length - 1] == expected
      ? nil : .checkDigit(position: length, found: digits[length - 1], expected: expected)
  }
}

/// The number of a sole trader in the state register: 15 digits that start with 3.
///
/// Rule: the check digit is the last digit of the remainder by 13 of the first fourteen: of the remainders 10, 11 and 12 it
/// is 0, 1 and 2. Confidence: high.
public enum OGRNIP {
  /// Why this is no OGRNIP, or nil.
  public static func verify(_ ogrnip: String) -> Reason? {
    OGRN.register(ogrnip, length: 15, first: ["3"], modulus: 13)
  }
}
