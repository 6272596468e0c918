/// The control key of an account: its ninth digit.
///
/// Rule: the Bank of Russia's procedure No 515 of 08.09.1997. The three digits of the conditional number of whoever keeps
/// the account, then the account, are multiplied by 7, 1, 3 in turn; the last digits of the products add up to a multiple
/// of 10.
enum AccountKey {
  /// The letters that may stand for a digit in position 6, in the order of the digits 0 to 9.
  static let letters: [Unicode.Scalar] = ["A", "B", "C", "E", "H", "K", "M", "P", "T", "X"]

  /// Why the key of an account of right form does not fit that conditional number of three digits, or nil.
  static func verify(_ account: String, conditionalNumber: String) -> Reason? {
    var digits = digits(of: conditionalNumber)
    for scalar in account.unicodeScalars {
      digits.append(letters.firstIndex(of: scalar) ?? Int(scalar.value) - 0x30)
    }
    let place = 11
    let found = digits[place]
    digits[place] = 0
    let total = zip(digits.indices, digits).reduce(0) { $0 + $1.1 * [7, 1, 3][$1.0 % 3] % 10 }
    let expected = total % 10 * 3 % 10
    return found == expected ? nil : .checkDigit(position: 9, found: found, expected: expected)
  }

  /// The conditional number for an account in a unit of the Bank of Russia: 0 and digits 5 and 6 of the BIC.
  static func ofBankOfRussia(_ bic: String) -> String { "0" + bic.dropFirst(4).prefix(2) }

  /// The conditional number for an account of fields 9 and 17; nil where the BIC does not tell who keeps it.
  ///
  /// Correspondent accounts in the Bank of Russia (30101 to 30108) and the single treasury account (40102) are kept by
  /// the Bank of Russia whatever field they stand in; 30109 and above are kept by banks for one another.
  static func conditionalNumber(of account: String, bic: String) -> String? {
    let balance = account.prefix(5)
    if ("30101"..."30108").contains(balance) || balance == "40102" { return ofBankOfRussia(bic) }
    if BIC.isTreasury(bic) || BIC.isClient(bic) { return nil }
    let participant = bic.suffix(3)
    if participant >= "050" { return String(participant) }
    return bic.hasPrefix("10") ? nil : ofBankOfRussia(bic)
  }
}
