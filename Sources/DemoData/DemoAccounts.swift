package import Model
import Dates
import Services

extension Demo {
  /// Opens the bank's own accounts and the person's accounts that are missing. An account whose
  /// access was revoked is not missing.
  static func openAccounts(_ person: PersonID, _ services: BankServices) throws {
    let bic = services.configuration.ownBIC
    let register = services.accountRegister
    for currency in [Currency.rub, .usd] {
      let settlement = currency == .rub ? "30102" : "30110"
      for (duty, balanceAccount) in [(AccountDuty.equity, "10207"), (.settlement, settlement)] {
        if try register.find(duty, currency) != nil { continue }
        try register.open(try .demo(balanceAccount, currency, 1, bic), for: duty, currency).wait()
      }
    }
    let accounts = try DemoAccount.all.enumerated().map { place, account in
      (account, try AccountNumber.demo("40817", account.balance.currency, place + 1, bic))
    }
    let missing = try accounts.filter { try register.find($0.1) == nil }
    if missing.isEmpty { return }
    let (own, mother) = (
      try customer("demo", "Анна Смирнова", person: person, in: services),
      try customer("demo-mother", "Ольга Смирнова", in: services)
    )
    let openings = missing.map { account, number in
      var opening = AccountOpening(
        number, account.balance.currency, of: account.role == .owner ? own.id : mother.id)
      (opening.balance, opening.disabled) = (account.balance, account.disabled)
      opening.access = [AccountOpening.Access(person: person, role: account.role, caption: account.caption)]
      return opening
    }
    try register.open(openings).wait()
  }

  /// Returns the demo's customer with this id. Adds it if it does not exist.
  static func customer(
    _ id: String, _ name: String, _ kind: Customer.Kind = .individual, person: PersonID? = nil,
    in services: BankServices
  ) throws -> Customer {
    if let customer = try services.customers.find(externalID: id) { return customer }
    return try services.customers.add(
      Customers.Draft(externalID: id, kind: kind, name: name, person: person)
    ).wait()
  }

  /// Issues the person's cards if the person has none.
  static func issueCards(_ person: PersonID, _ services: BankServices) throws {
    guard try services.cards.all(person).isEmpty else { return }
    let accounts = try services.accounts.all(person)
    let cards = DemoCard.all.compactMap { demo -> NewCard? in
      guard let account = accounts.first(where: { $0.caption == demo.account }),
        let number = MaskedNumber(first: demo.number.first, last: demo.number.last),
        let expires = CivilDate(demo.expires)
      else { return nil }
      var card = NewCard(number, account: account.number, caption: demo.caption, expires: expires)
      card.status = demo.status
      return card
    }
    if cards.isEmpty { return }
    _ = try services.cards.issue(cards, to: person).wait()
  }
}

private struct DemoAccount {
  let caption: String
  let balance: Money
  let role: AccountAccess.Role
  let disabled: Bool

  /// The accounts in the person's order. They differ in currency, owner and state, so that filters
  /// of account pickers can be tried.
  static let all = [
    DemoAccount("Текущий", 152_300_00, .rub),
    DemoAccount("Накопительный", 48_250_50, .rub),
    DemoAccount("Долларовый", 1_200_00, .usd),
    DemoAccount("Закрытый", 100_00, .rub, disabled: true),
    DemoAccount("Счёт мамы", 7_800_00, .rub, role: .viewer),
  ]

  init(
    _ caption: String, _ minor: Int64, _ currency: Currency, role: AccountAccess.Role = .owner, disabled: Bool = false
  ) {
    self.caption = caption
    balance = Money(minor: minor, currency)
    self.role = role
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
  /// Returns the account number for a balance account, a currency and a serial number.
  ///
  /// The control key is computed for an account that the bank `bic` keeps (Bank of Russia,
  /// procedure 515 of 08.09.1997). Throws `UnusableNumber` if the parts do not form an account
  /// number.
  package static func demo(
    _ balanceAccount: String, _ currency: Currency, _ serial: Int, _ bic: BIC
  ) throws(UnusableNumber) -> AccountNumber {
    let code = currency.accountDigits ?? ""
    let tail = String(serial)
    let rest = String(repeating: "0", count: 11 - tail.count) + tail
    let weights = [7, 1, 3]
    let digits = "\(bic.rawValue.suffix(3))\(balanceAccount)\(code)0\(rest)".utf8.map { Int($0) - 48 }
    let total = digits.enumerated().reduce(0) { $0 + $1.element * weights[$1.offset % 3] % 10 }
    guard let number = AccountNumber("\(balanceAccount)\(code)\(3 * (total % 10) % 10)\(rest)") else {
      throw UnusableNumber(balanceAccount: balanceAccount, currency: currency, serial: serial)
    }
    return number
  }
}

/// The parts do not form an account number.
package struct UnusableNumber: Error {
  let balanceAccount: String
  let currency: Currency
  let serial: Int
}
