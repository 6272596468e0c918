/// A bank identification code (BIC) of the Bank of Russia's payment system: 9 digits, not all
/// zeros.
///
/// Rule: the UFEBS schemas. A BIC has no check digit. Every participant class (the first two
/// digits) is accepted. Only the directory shows whether a BIC exists.
///
///     BICRule.verify("044525225")              // nil
///     BICRule.verify("04452522")?.description  // "length, length 8, allowed 9"
public enum BICRule {
  /// Returns the first fault of a BIC, or nil if it is valid.
  public static func verify(_ bic: String) -> Reason? {
    if Digits(of: bic) != nil { return bic.isZeros ? .zeros : nil }
    return bic.fault { scalar, _ in scalar.isDigit } ?? bic.fault(length: 9)
  }

  /// The nine digits of a verified BIC.
  struct Digits {
    private let number: Int

    init?(of bic: String) {
      var (number, count) = (0, 0)
      for byte in bic.utf8 {
        guard byte &- 0x30 < 10, count < 9 else { return nil }
        number = number &* 10 &+ Int(byte &- 0x30)
        count += 1
      }
      guard count == 9 else { return nil }
      self.number = number
    }

    init(_ number: Int) { self.number = number }

    /// The digit at `place`, 0 to 8.
    subscript(place: Int) -> Int { number / Self.powers[place] % 10 }

    private static let powers = [100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1000, 100, 10, 1]

    /// True for a Treasury body: directory classes 00, 01 and 02.
    var isTreasury: Bool { number / 10_000_000 <= 2 }
    /// True for a client of the Bank of Russia that does not participate in payments: classes 20 to
    /// 29.
    var isClient: Bool { self[0] == 2 }
    /// The participant's number: the last three digits.
    var participant: Int { number % 1000 }
  }
}

/// An account number of 20 characters: balance account (1-5), currency (6-8), control key (9) and
/// number (10-20).
///
/// Rule for the form: the UFEBS schemas. Position 6 may contain a letter of a clearing currency.
/// All zeros are rejected.
///
///     AccountRule.verify("40702810138250123017", bic: "044525225")        // nil
///     AccountRule.verify("40702810138250123018", bic: "044525225")?.code  // "check-digit"
///     AccountRule.verify(correspondent: "30101810400000000225", bic: "044525225")  // nil
public enum AccountRule {
  /// Returns the first fault in the form of an account number, or nil if the form is valid. Does
  /// not verify the control key.
  public static func verify(_ account: String) -> Reason? { verify(account, Array(account.utf8)) }

  /// Verifies the form. `bytes` is the UTF-8 text of `account`.
  private static func verify(_ account: String, _ bytes: [UInt8]) -> Reason? {
    if bytes.areDigits(count: 20) { return account.isZeros ? .zeros : nil }
    let fault = account.fault { scalar, position in
      scalar.isDigit || (position == 6 && AccountKey.letters.contains(scalar))
    }
    return fault ?? account.fault(length: 20)
  }

  /// Returns the first fault of a payer's or payee's account (fields 9 and 17), or nil if it is
  /// valid.
  ///
  /// - The control key is verified by procedure No 515 of the Bank of Russia.
  /// - For a Treasury account (first digit 0) only the form is verified, and `bic` must be of a
  ///   Treasury body.
  /// - Only the form is verified if the BIC does not determine the unit of the Bank of Russia that
  ///   keeps the account. This applies to the Treasury, to class 10 with a participant number below
  ///   050, and to classes 20 to 29, except for the balance accounts 30101 to 30108 and 40102.
  ///
  /// - Parameters:
  ///   - account: The account number, 20 characters.
  ///   - bic: The BIC of the bank that keeps the account, 9 digits. Any other text returns
  ///     ``Reason/bic(_:)``.
  public static func verify(_ account: String, bic: String) -> Reason? {
    let bytes = Array(account.utf8)
    if let reason = verify(account, bytes) { return reason }
    guard let digits = BICRule.Digits(of: bic) else { return BICRule.verify(bic).map(Reason.bic) }
    if bytes[0] == UInt8(ascii: "0") { return digits.isTreasury ? nil : .treasuryAccount(bic: bic) }
    var balance = 0
    for place in 0..<5 { balance = balance * 10 + Int(bytes[place]) - 0x30 }
    guard let number = AccountKey.conditionalNumber(ofBalanceAccount: balance, bic: digits) else { return nil }
    return AccountKey.verify(bytes, conditionalNumber: number)
  }

  /// Returns true if ``verify(_:bic:)`` finds no fault in an account and BIC that consist of digits
  /// only.
  ///
  ///     AccountRule.isRight(4_070_281_013, 8_250_123_017, bic: 44_525_225)  // true
  ///
  /// - Parameters:
  ///   - first: The number in the first ten digits of the account.
  ///   - last: The number in the last ten digits of the account.
  ///   - bic: The number in the nine digits of the BIC.
  package static func isRight(_ first: UInt64, _ last: UInt64, bic: UInt64) -> Bool {
    guard first | last != 0 else { return false }
    let digits = BICRule.Digits(Int(bic))
    if first < 1_000_000_000 { return digits.isTreasury }
    let balance = Int(first / 100_000)
    guard let number = AccountKey.conditionalNumber(ofBalanceAccount: balance, bic: digits) else { return true }
    return AccountKey.isRight(first, last, conditionalNumber: number)
  }

  /// Returns the first fault of a correspondent account (fields 12 and 15), or nil if it is valid.
  ///
  /// Such an account is kept by the Bank of Russia. It is either the account of a bank (301..) or
  /// the single treasury account (40102..).
  ///
  /// - Parameters:
  ///   - account: The account number, 20 characters.
  ///   - bic: The BIC of the bank that owns the account, 9 digits.
  public static func verify(correspondent account: String, bic: String) -> Reason? {
    if let reason = verify(account) { return reason }
    guard let digits = BICRule.Digits(of: bic) else { return BICRule.verify(bic).map(Reason.bic) }
    guard account.hasPrefix("301") || account.hasPrefix("40102") else {
      return .notCorrespondent(balanceAccount: String(account.prefix(5)))
    }
    return AccountKey.verify(Array(account.utf8), conditionalNumber: AccountKey.ofBankOfRussia(digits))
  }

  /// Returns the first fault of an account that a unit of the Bank of Russia keeps, or nil if it is
  /// valid.
  ///
  /// - Parameters:
  ///   - account: The account number, 20 characters.
  ///   - unit: The BIC of the unit, 9 digits, from the directory.
  public static func verify(_ account: String, inBankOfRussia unit: String) -> Reason? {
    if let reason = verify(account) { return reason }
    guard let digits = BICRule.Digits(of: unit) else { return BICRule.verify(unit).map(Reason.bic) }
    return AccountKey.verify(Array(account.utf8), conditionalNumber: AccountKey.ofBankOfRussia(digits))
  }
}

/// The control key of an account: its ninth digit.
///
/// Rule: procedure No 515 of the Bank of Russia, 08.09.1997. The three digits of the bank's
/// conditional number and the digits of the account are multiplied by 7, 1 and 3 in turn. The sum
/// of the last digits of the products must be a multiple of 10.
private enum AccountKey {
  /// The letters that represent a digit in position 6, in the order of the digits 0 to 9.
  static let letters: [Unicode.Scalar] = ["A", "B", "C", "E", "H", "K", "M", "P", "T", "X"]

  /// Returns the fault in the key of a well-formed account, or nil if the key is valid.
  static func verify(_ account: [UInt8], conditionalNumber: (Int, Int, Int)) -> Reason? {
    // The conditional number has three digits, so the account starts with weight 7 again.
    let (first, second, third) = conditionalNumber
    // The sum of whole products has the same last digit as the sum of their last digits.
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

  /// Returns true if the key is valid. `first` and `last` are the numbers in the ten-digit halves
  /// of the account.
  static func isRight(_ first: UInt64, _ last: UInt64, conditionalNumber: (Int, Int, Int)) -> Bool {
    var total = UInt64(conditionalNumber.0 * 7 + conditionalNumber.1 + conditionalNumber.2 * 3)
    // From the last digit, the weights are 1, 7, 3 in turn in positions 20 to 11, and 7, 3, 1 in
    // positions 10 to 1.
    var rest = last
    for place in 0..<10 {
      total += rest % 10 * (place % 3 == 0 ? 1 : place % 3 == 1 ? 7 : 3)
      rest /= 10
    }
    rest = first
    for place in 0..<10 {
      if place != 1 { total += rest % 10 * (place % 3 == 0 ? 7 : place % 3 == 1 ? 3 : 1) }
      rest /= 10
    }
    return first / 10 % 10 == total % 10 * 3 % 10
  }

  private static func value(ofLetter byte: UInt8) -> Int {
    letters.firstIndex { $0.value == UInt32(byte) } ?? 0
  }

  /// Returns the conditional number for an account in a unit of the Bank of Russia: 0 and digits 5
  /// and 6 of the BIC.
  static func ofBankOfRussia(_ bic: BICRule.Digits) -> (Int, Int, Int) { (0, bic[4], bic[5]) }

  /// Returns the conditional number for an account of fields 9 and 17; nil if the BIC does not
  /// determine it.
  ///
  /// In any field, the Bank of Russia keeps the correspondent accounts of banks (30101 to 30108)
  /// and the single treasury account (40102). Banks keep correspondent accounts from 30109 for each
  /// other.
  static func conditionalNumber(ofBalanceAccount balance: Int, bic: BICRule.Digits) -> (Int, Int, Int)? {
    if (30101...30108).contains(balance) || balance == 40102 { return ofBankOfRussia(bic) }
    if bic.isTreasury || bic.isClient { return nil }
    if bic.participant >= 50 { return (bic[6], bic[7], bic[8]) }
    return bic[0] == 1 && bic[1] == 0 ? nil : ofBankOfRussia(bic)
  }
}

/// An account of the Treasury (field 17 of a payment to the budget): 20 digits, the first of which
/// is 0.
///
/// Positions: kind (1-5), currency 643 (6-8), municipality (9-16), Treasury body (17-18). Rules:
/// the Treasury's order 15n of 01.04.2020 for the digits and the first digit (confidence high),
/// published requisites for the currency (medium). No key is verified, because none of eleven
/// published accounts satisfies the key of bank accounts.
///
///     TreasuryAccount.verify("03100643000000018500")          // nil
///     TreasuryAccount.verify("03100810000000018500")?.reason  // must-be, found 810, expected 643
public enum TreasuryAccount {
  /// Returns the first fault of a Treasury account, or nil if it is valid.
  public static func verify(_ account: String) -> Finding? {
    if let reason = account.fault(where: { scalar, _ in scalar.isDigit }) ?? account.fault(length: 20) {
      return Finding(reason, .high)
    }
    if account.isZeros { return Finding(.zeros, .high) }
    if !account.hasPrefix("0") { return Finding(.prefix(String(account.prefix(1)), allowed: ["0"]), .high) }
    let currency = String(account.dropFirst(5).prefix(3))
    return currency == "643" ? nil : Finding(.mustBe(currency, expected: ["643"]), .medium)
  }
}
