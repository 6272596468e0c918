/// The bank identification code of the payment system of the Bank of Russia.
///
/// Rule: UFEBS schemas of the Bank of Russia, 9 digits. There is no check digit, and no class of participant in the
/// first two digits is refused: whether a BIC exists only the directory tells.
public enum BIC {
  /// Why this is no BIC, or nil.
  public static func verify(_ bic: String) -> Reason? {
    if Array(bic.utf8).areDigits(count: 9) { return nil }
    return bic.fault { scalar, _ in scalar.isDigit } ?? bic.fault(length: 9)
  }

  /// The nine digits of a verified BIC.
  struct Digits {
    private let number: Int

    /// The digits of a verified BIC.
    init(_ bic: String) { number = bic.utf8.reduce(0) { $0 * 10 + Int($1) - 0x30 } }

    /// The digit at that place, from 0.
    subscript(place: Int) -> Int { number / Self.powers[place] % 10 }

    /// Whether it is that of a body of the Treasury: classes 00, 01 and 02 of the directory.
    var isTreasury: Bool { number / 10_000_000 <= 2 }
    /// Whether it is that of a client of the Bank of Russia that takes no part in payments: classes 20 to 29.
    var isClient: Bool { self[0] == 2 }
    /// The last three digits: the number of the participant.
    var participant: Int { number % 1000 }

    private static let powers = [100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1000, 100, 10, 1]
  }
}
