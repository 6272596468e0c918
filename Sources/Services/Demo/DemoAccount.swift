import Model

/// One of the accounts of the demo's person.
struct DemoAccount {
  let caption: String
  let balance: Money
  let currencyCode: String
  let isOwner: Bool
  let disabled: Bool

  /// The accounts, in the person's order: each of the kinds that a picker's filter tells apart.
  static let all = [
    DemoAccount("Текущий", 152_300_00, .rub, "810"),
    DemoAccount("Накопительный", 48_250_50, .rub, "810"),
    DemoAccount("Долларовый", 1_200_00, .usd, "840"),
    DemoAccount("Закрытый", 100_00, .rub, "810", disabled: true),
    DemoAccount("Счёт мамы", 7_800_00, .rub, "810", isOwner: false),
  ]

  private init(
    _ caption: String, _ minor: Int64, _ currency: Currency, _ code: String, isOwner: Bool = true,
    disabled: Bool = false
  ) {
    self.caption = caption
    balance = Money(minor: minor, currency)
    currencyCode = code
    self.isOwner = isOwner
    self.disabled = disabled
  }
}

extension AccountNumber {
  /// The account of a balance account, a currency's digits and a serial number, with the control key of a client's
  /// account in the bank `bic` (Bank of Russia, procedure 515 of 08.09.1997).
  static func demo(_ balanceAccount: String, _ currency: String, _ serial: Int, _ bic: BIC) throws(UnusableNumber)
    -> AccountNumber
  {
    let tail = String(serial)
    let rest = String(repeating: "0", count: 11 - tail.count) + tail
    let weights = [7, 1, 3]
    let digits = "\(bic.rawValue.suffix(3))\(balanceAccount)\(currency)0\(rest)".utf8.map { Int($0) - 48 }
    let total = digits.enumerated().reduce(0) { $0 + $1.element * weights[$1.offset % 3] % 10 }
    guard let number = AccountNumber("\(balanceAccount)\(currency)\(3 * (total % 10) % 10)\(rest)") else {
      throw UnusableNumber(balanceAccount: balanceAccount, currency: currency, serial: serial)
    }
    return number
  }
}

/// These parts make no account number.
struct UnusableNumber: Error {
  let balanceAccount: String
  let currency: String
  let serial: Int
}
