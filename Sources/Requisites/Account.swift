/// An account number of 20 characters: balance account (1-5), currency (6-8), control key (9), the rest (10-20).
///
/// Rule of form: UFEBS schemas. Position 6 may be a letter of a clearing currency.
public enum Account {
  /// Why this has not the form of an account number, or nil; the control key is not looked at.
  public static func verify(_ account: String) -> Reason? { verify(account, Array(account.utf8)) }

  /// The same of an account whose bytes are at hand: of digits in the right number nothing more is to be asked.
  private static func verify(_ account: String, _ bytes: [UInt8]) -> Reason? {
    if bytes.areDigits(count: 20) { return nil }
    let fault = account.fault { scalar, position in
      scalar.isDigit || (position == 6 && AccountKey.letters.contains(scalar))
    }
    return fault ?? account.fault(length: 20)
  }

  /// Why this is no account of a payer or payee (fields 9 and 17) under that BIC, or nil.
  ///
  /// The key is checked by `AccountKey`. An account of the Treasury (it starts with 0) has a form only, and only a body
  /// of the Treasury keeps it. Where the unit of the Bank of Russia that keeps the account does not follow from the
  /// BIC (other accounts of the Treasury and of classes 10 below 050 and 20 to 29), the form alone is checked.
  public static func verify(_ account: String, bic: String) -> Reason? {
    let bytes = Array(account.utf8)
    if let reason = verify(account, bytes) { return reason }
    guard let digits = BIC.Digits(of: bic) else { return BIC.verify(bic).map(Reason.bic) }
    if bytes[0] == UInt8(ascii: "0") { return digits.isTreasury ? nil : .treasuryAccount(bic: bic) }
    var balance = 0
    for place in 0..<5 { balance = balance * 10 + Int(bytes[place]) - 0x30 }
    guard let number = AccountKey.conditionalNumber(ofBalanceAccount: balance, bic: digits) else { return nil }
    return AccountKey.verify(bytes, conditionalNumber: number)
  }

  /// Why this is no correspondent account of that BIC (fields 12 and 15), or nil.
  ///
  /// It is an account in the Bank of Russia: 301.. of a bank, or the single treasury account 40102.. of the Treasury.
  public static func verify(correspondent account: String, bic: String) -> Reason? {
    if let reason = verify(account) { return reason }
    guard let digits = BIC.Digits(of: bic) else { return BIC.verify(bic).map(Reason.bic) }
    guard account.hasPrefix("301") || account.hasPrefix("40102") else {
      return .notCorrespondent(balanceAccount: String(account.prefix(5)))
    }
    return AccountKey.verify(Array(account.utf8), conditionalNumber: AccountKey.ofBankOfRussia(digits))
  }

  /// Why this is no account kept by that unit of the Bank of Russia, or nil: any account whose keeper the directory names.
  public static func verify(_ account: String, inBankOfRussia unit: String) -> Reason? {
    if let reason = verify(account) { return reason }
    guard let digits = BIC.Digits(of: unit) else { return BIC.verify(unit).map(Reason.bic) }
    return AccountKey.verify(Array(account.utf8), conditionalNumber: AccountKey.ofBankOfRussia(digits))
  }
}
