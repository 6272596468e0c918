/// The bank identification code of the payment system of the Bank of Russia.
///
/// Rule: UFEBS schemas of the Bank of Russia, 9 digits. There is no check digit, and no class of participant in the
/// first two digits is refused: whether a BIC exists only the directory tells.
public enum BIC {
  /// Why this is no BIC, or nil.
  public static func verify(_ bic: String) -> Reason? {
    bic.fault { scalar, _ in scalar.isDigit } ?? bic.fault(lengths: 9...9)
  }

  /// Whether a verified BIC is that of a body of the Treasury: classes 00, 01 and 02 of the directory.
  static func isTreasury(_ bic: String) -> Bool { ["00", "01", "02"].contains(bic.prefix(2)) }

  /// Whether a verified BIC is that of a client of the Bank of Russia that takes no part in payments: classes 20 to 29.
  static func isClient(_ bic: String) -> Bool { bic.hasPrefix("2") }
}
