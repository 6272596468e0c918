/// The taxpayer's number: 10 digits for an organisation, 12 for a person, the 5-digit code (KIO) of a foreign organisation.
///
/// Rules: FNS order MMV-7-6/435@ of 29.06.2012 for the check digits, the FNS schemas for the first two digits.
public enum INN {
  /// Why this is no INN, or nil.
  ///
  /// A KIO has no check digit. 10 digits that start with 9909 are a foreign organisation's and follow the same rule as
  /// all. Zeros alone satisfy every check digit; what refuses them is that no tax office is 00.
  public static func verify(_ inn: String) -> Reason? {
    if let reason = inn.fault(where: { scalar, _ in scalar.isDigit }) { return reason }
    if let reason = inn.fault(lengths: 5...5, 10...10, 12...12) { return reason }
    let digits = digits(of: inn)
    if digits.count == 5 { return nil }
    if digits[0] == 0, digits[1] == 0 { return .leadingZeros }
    for weights in digits.count == 10 ? [organisation] : [personFirst, personSecond] {
      let place = weights.count
      let expected = zip(weights, digits).reduce(0) { $0 + $1.0 * $1.1 } % 11 % 10
      if digits[place] != expected {
        return .checkDigit(position: place + 1, found: digits[place], expected: expected)
      }
    }
    return nil
  }

  private static let organisation = [2, 4, 10, 3, 5, 9, 4, 6, 8]
  private static let personFirst = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
  private static let personSecond = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
}
