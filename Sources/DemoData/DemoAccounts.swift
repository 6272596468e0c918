package import Model
import Dates
import DataAccess
import Services
import Storage

extension Demo {
  /// Opens the bank's internal accounts, and the person's accounts if the person has none.
  static func openAccounts(_ person: PersonID, _ services: BankServices) throws {
    let bic = services.configuration.ownBIC
    let (clock, audit) = (services.clock, services.audit)
    try services.store.deferredWrite(locking: [.person(person)]) { transaction in
      let accounts = AccountDAO(transaction)
      let now = clock()
      for (currency, code) in [(Currency.rub, "810"), (.usd, "840")] {
        if try accounts.findInternal(.equity, currency) == nil {
          try accounts.insertInternal(try .demo("10207", code, 1, bic), .equity, currency, at: now)
        }
        if try accounts.findInternal(.settlement, currency) == nil {
          try accounts.insertInternal(
            try .demo(currency == .rub ? "30102" : "30110", code, 1, bic), .settlement, currency, at: now)
        }
      }
      guard try accounts.all(person: person).isEmpty else { return }
      var movements: [Movement] = []
      for (place, account) in DemoAccount.all.enumerated() {
        let number = try AccountNumber.demo("40817", account.currencyCode, place + 1, bic)
        let currency = account.balance.currency
        try accounts.insertCustomer(number, currency, disabled: account.disabled, at: now)
        try accounts.insertAccess(
          person: person, number, isOwner: account.isOwner, caption: account.caption, place: place)
        guard let equity = try accounts.findInternal(.equity, currency) else { continue }
        movements.append(
          try LedgerDAO(transaction).insert(
            Transfer(
              debit: equity, credit: number, amount: account.balance, purpose: "Входящий остаток", submission: nil),
            at: now))
      }
      try audit.record(.accountsOpened, by: .system, of: .person(person), transaction)
      for movement in movements { try audit.recordMovement(movement, by: .system, transaction) }
    }.wait()
  }

  /// Issues the person's cards if the person has none.
  static func issueCards(_ person: PersonID, _ services: BankServices) throws {
    let (clock, audit) = (services.clock, services.audit)
    try services.store.deferredWrite(locking: [.person(person)]) { transaction in
      let cards = CardDAO(transaction)
      guard try cards.all(person: person).isEmpty else { return }
      let now = clock()
      let accounts = try AccountDAO(transaction).all(person: person)
      for (place, demo) in DemoCard.all.enumerated() {
        guard let account = accounts.first(where: { $0.caption == demo.account }),
          let number = MaskedNumber(first: demo.number.first, last: demo.number.last),
          let expires = CivilDate(demo.expires)
        else { continue }
        try cards.insert(
          Card(
            id: .new(at: now), number: number, account: account.number, caption: demo.caption, status: demo.status,
            expires: expires, changed: now),
          person: person, place: place)
      }
      try audit.record(.cardsIssued, by: .system, of: .person(person), transaction)
    }.wait()
  }
}

private struct DemoAccount {
  let caption: String
  let balance: Money
  let currencyCode: String
  let isOwner: Bool
  let disabled: Bool

  /// The accounts in the person's order. There is one of each kind that filters of pickers
  /// distinguish.
  static let all = [
    DemoAccount("Текущий", 152_300_00, .rub, "810"),
    DemoAccount("Накопительный", 48_250_50, .rub, "810"),
    DemoAccount("Долларовый", 1_200_00, .usd, "840"),
    DemoAccount("Закрытый", 100_00, .rub, "810", disabled: true),
    DemoAccount("Счёт мамы", 7_800_00, .rub, "810", isOwner: false),
  ]

  init(
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

/// A card of the demo person. The numbers begin like numbers of Mir, Visa and Mastercard, and are
/// fictitious.
private struct DemoCard {
  let caption: String
  let account: String
  let number: (first: String, last: String)
  let expires: String
  let status: Card.Status

  static let all = [
    DemoCard(
      caption: "Зарплатная", account: "Текущий", number: ("220000", "1234"), expires: "2029-08-31", status: .active),
    DemoCard(
      caption: "Для покупок", account: "Накопительный", number: ("400000", "4321"), expires: "2028-02-29",
      status: .active),
    DemoCard(
      caption: "Долларовая", account: "Долларовый", number: ("510000", "0007"), expires: "2027-12-31", status: .blocked),
  ]
}

extension AccountNumber {
  /// Returns the account number for a balance account, a currency's digits and a serial number.
  ///
  /// The control key is computed for a customer's account in the bank `bic` (Bank of Russia,
  /// procedure 515 of 08.09.1997). Throws `UnusableNumber` if the parts do not form an account
  /// number.
  package static func demo(_ balanceAccount: String, _ currency: String, _ serial: Int, _ bic: BIC)
    throws(UnusableNumber)
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

/// The parts do not form an account number.
package struct UnusableNumber: Error {
  let balanceAccount: String
  let currency: String
  let serial: Int
}
