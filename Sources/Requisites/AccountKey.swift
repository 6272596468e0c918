/// The control key of an account: its ninth digit.
///
/// Rule: the Bank of Russia's procedure No 515 of 08.09.1997. The three digits of the conditional number of whoever keeps
/// the account, then the account, are multiplied by 7, 1, 3 in turn; the last digits of the products add up to a multiple
/// of 10.
enum AccountKey {
  /// The letters that may stand for a digit in position 6, in the order of the digits 0 to 9.
  static let letters: [Unicode.Scalar] = ["A", "B", "C", "E", "H", "K", "M", "P", "T", "X"]

  /// Why the key of an account of right form does not fit that conditional number of three digits, or nil.
  static func verify(_ account: [UInt8], conditionalNumber: (Int, Int, Int)) -> Reason? {
    // The conditional number stands before the account, so that the weights 7, 1, 3 begin anew with the account.
    let (first, second, third) = conditionalNumber
    // What the tens of a product would add does not show in the last digit of the sum.
    var total = first * 7 + second + third * 3
    var found = 0
    var place = 0
    var weight = 7
    for byte in account {
      let digit = byte <= UInt8(ascii: "9") ? Int(byte) - 0x30 : value(ofLetter: byte)
      if place == 8 { found = digit } else { total += digit * weight }
      place += 1
      weight = weight == 7 ? 1 : weight == 1 ? 3 : 7
    }
    let expected = total % 10 * 3 % 10
    return found == expected ? nil : .checkDigit(position: 9, found: found, expected: expected)
  }

  private static func value(ofLetter byte: UInt8) -> Int {
    letters.firstIndex { $0.value == UInt32(byte) } ?? 0
  }

  /// The conditional number for an account in a unit of the Bank of Russia: 0 and digits 5 and 6 of the BIC.
  static func ofBankOfRussia(_ bic: BIC.Digits) -> (Int, Int, Int) { (0, bic[4], bic[5]) }

  /// The conditional number for an account of fields 9 and 17; nil where the BIC does not tell who keeps it.
  ///
  /// Correspondent accounts in the Bank of Russia (30101 to 30108) and the single treasury account (40102) are kept by
  /// the Bank of Russia whatever field they stand in; 30109 and above are kept by banks for one another.
  static func conditionalNumber(ofBalanceAccount balance: Int, bic: BIC.Digits) -> (Int, Int, Int)? {
    if (30101...30108).contains(balance) || balance == 40102 { return ofBankOfRussia(bic) }
    if bic.isTreasury || bic.isClient { return nil }
    if bic.participant >= 50 { return (bic[6], bic[7], bic[8]) }
    return bic[0] == 1 && bic[1] == 0 ? nil : ofBankOfRussia(bic)
  }
}
