/// The bank identification code of the payment system of the Bank of Russia.
///
/// Rule: UFEBS schemas of the Bank of Russia, 9 digits. There is no check digit, and no class of participant in the
/// first two digits is refused: whether a BIC exists only the directory tells.
public enum BIC {
  /// Why this is no BIC, or nil.
  public static func verify(_ bic: String) -> Reason? {
    if Digits(of: bic) != nil { return nil }
    return bic.fault { scalar, _ in scalar.isDigit } ?? bic.fault(length: 9)
  }

  /// The nine digits of a verified BIC.
  struct Digits {
    private let number: Int
    /// Four bits for each digit.
    private let packed: UInt64

    /// The digits of a BIC; nil where it is none.
    init?(of bic: String) {
      var (number, packed, count) = (0, UInt64(0), 0)
      for byte in bic.utf8 {
        guard byte &- 0x30 < 10, count < 9 else { return nil }
        number = number &* 10 &+ Int(byte &- 0x30)
        packed = packed << 4 | UInt64(byte &- 0x30)
        count += 1
      }
      guard count == 9 else { return nil }
      (self.number, self.packed) = (number, packed)
    }

    /// The digit at that place, from 0.
    subscript(place: Int) -> Int { Int(packed >> UInt64(32 - 4 * place) & 15) }

    /// Whether it is that of a body of the Treasury: classes 00, 01 and 02 of the directory.
    var isTreasury: Bool { number / 10_000_000 <= 2 }
    /// Whether it is that of a client of the Bank of Russia that takes no part in payments: classes 20 to 29.
    var isClient: Bool { self[0] == 2 }
    /// The last three digits: the number of the participant.
    var participant: Int { number % 1000 }
  }
}
