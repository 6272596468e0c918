import Model
import DataAccess
import DemoData
import Services
import Storage
import TestDatabases
import Testing

extension TestBank {
  /// Returns a valid number of a customer's account at the bank.
  func number(_ serial: Int, _ currency: Currency = .rub) throws -> AccountNumber {
    try .demo("40817", currency, serial, services.configuration.ownBIC)
  }

  /// Opens an account of a new customer.
  func opened(_ serial: Int, _ id: String, balance: String? = nil) throws -> AccountNumber {
    let customer = try services.customers.add(Customers.Draft(externalID: id, name: "Иванов Иван")).wait()
    var opening = AccountOpening(try number(serial), .rub, of: customer.id)
    opening.balance = try balance.map { try #require(Money($0, .rub)) }
    try services.accountRegister.open([opening]).wait()
    return opening.number
  }

  /// The numbers of rows that a rejected change of an account must not add.
  func accountRows() throws -> [Int] {
    try [
      "SELECT count(*) FROM account", "SELECT count(*) FROM account_access", "SELECT count(*) FROM ledger",
      "SELECT count(*) FROM incoming", "SELECT count(*) FROM audit_record",
      "SELECT count(*) FROM account WHERE disabled = 1",
    ].map { try count($0) }
  }
}

/// The accounts of customers and of the bank.
@Suite struct AccountRegisterTests {
  @Test("An opened account belongs to its customer, and its balance comes from equity") func opensAccount() throws {
    let bank = try TestBank()
    let number = try bank.opened(900, "C-900", balance: "1000.00")
    let account = try #require(try bank.services.accountRegister.find(number))
    #expect(account.balance.text == "1000.00" && account.kind == .customer && !account.disabled)
    let customer = try #require(try bank.services.customers.find(externalID: "C-900"))
    #expect(account.customer == customer.id)
    #expect(try bank.services.accountRegister.all(of: customer.id, limit: 10).elements == [account])
    #expect(try bank.services.inspection.ledger().isSound)
    #expect(try bank.services.audit.verify() == bank.services.audit.head())
  }

  enum Wrong: String, CaseIterable {
    case key, currency, unlisted, taken, customer, equity, amount, otherCurrency, product, operatorAccess, past
  }

  /// Each opening differs from a valid one by one value.
  @Test("An invalid opening is rejected, and changes nothing", arguments: Wrong.allCases)
  func rejectsInvalidOpening(_ wrong: Wrong) throws {
    let bank = try TestBank()
    let services = bank.services
    let customer = try services.customers.add(Customers.Draft(externalID: "C-901", name: "Иванов")).wait()
    let staff = try services.users.add(login: "olga", name: "Ольга", password: "a long password", role: .operator)
      .wait()
    let right = try bank.number(901)
    let euro = try bank.number(901, try #require(Currency("EUR")))
    var opening = AccountOpening(right, .rub, of: customer.id)
    let expected: AccountError
    switch wrong {
    case .key:
      let other = try #require(
        (0...9).lazy.compactMap { AccountNumber("40817810\($0)00000000901") }.first { $0 != right })
      opening = AccountOpening(other, .rub, of: customer.id)
      expected = .badKey(other, services.configuration.ownBIC)
    case .currency:
      opening = AccountOpening(right, .usd, of: customer.id)
      expected = .otherCurrencyCode(right, .usd, expected: "840")
    case .unlisted:
      let unlisted = try #require(Currency("XXX"))
      opening = AccountOpening(right, unlisted, of: customer.id)
      expected = .unknownCurrency(unlisted)
    case .taken:
      opening = AccountOpening(try bank.account("Текущий").number, .rub, of: customer.id)
      expected = .taken(opening.number)
    case .customer:
      opening = AccountOpening(right, .rub, of: CustomerID(high: 1, low: 2))
      expected = .customerUnknown
    case .equity:
      let currency = try #require(Currency("EUR"))
      opening = AccountOpening(euro, currency, of: customer.id)
      opening.balance = Money(minor: 1, currency)
      expected = .noInternal(duty: "equity", currency)
    case .amount:
      opening.balance = Money(minor: 0, .rub)
      expected = .amountNotPositive
    case .otherCurrency:
      opening.balance = Money(minor: 1, .usd)
      expected = .otherCurrency(account: .rub, amount: .usd)
    case .product:
      opening.product = ""
      expected = .badText
    case .operatorAccess:
      opening.access = [.init(person: staff.id, role: .owner, caption: "Счёт")]
      expected = .notForRole(.operator)
    case .past:
      opening.access = [.init(person: bank.caller.person, role: .owner, caption: "Счёт", until: bank.clock.now)]
      expected = .untilPast
    }
    let before = try bank.accountRows()
    let invalid = opening
    #expect(throws: expected) { try services.accountRegister.open([invalid]).wait() }
    #expect(try bank.accountRows() == before)
    try services.accountRegister.open([AccountOpening(right, .rub, of: customer.id)]).wait()
  }

  @Test("Several accounts are opened together or not at all") func opensTogether() throws {
    let bank = try TestBank()
    let customer = try bank.services.customers.add(Customers.Draft(externalID: "C-902", name: "Иванов")).wait()
    let before = try bank.accountRows()
    let openings = try [
      AccountOpening(bank.number(902), .rub, of: customer.id),
      AccountOpening(bank.account("Текущий").number, .rub, of: customer.id),
    ]
    #expect(throws: AccountError.taken(openings[1].number)) {
      try bank.services.accountRegister.open(openings).wait()
    }
    #expect(try bank.accountRows() == before)
  }

  @Test("The bank has one account of its own for a duty and a currency") func opensInternalAccount() throws {
    let bank = try TestBank()
    let (register, bic) = (bank.services.accountRegister, bank.services.configuration.ownBIC)
    let euro = try #require(Currency("EUR"))
    let number = try AccountNumber.demo("30114", euro, 1, bic)
    try register.open(number, for: .settlement, euro).wait()
    #expect(try register.find(.settlement, euro) == number)
    #expect(try register.find(number)?.kind == .internal)
    let another = try AccountNumber.demo("30114", euro, 2, bic)
    #expect(throws: AccountError.dutyTaken(number)) { try register.open(another, for: .settlement, euro).wait() }
    #expect(throws: AccountError.taken(number)) { try register.open(number, for: .equity, euro).wait() }
    #expect(throws: AccountError.notOfCustomer(number)) { try register.setDisabled(true, number).wait() }
  }

  @Test("A disabled account takes no payments until it is enabled") func disablesAccount() throws {
    let bank = try TestBank()
    let number = try bank.account("Текущий").number
    let register = bank.services.accountRegister
    try register.setDisabled(true, number, reason: "Постановление").wait()
    #expect(try register.find(number)?.reason == "Постановление")
    #expect(throws: AccountError.unchanged(number)) { try register.setDisabled(true, number).wait() }
    #expect(throws: PaymentRefusal.payerDisabled) { try bank.submit(bank.order("1.00")).wait() }
    try register.setDisabled(false, number).wait()
    #expect(try bank.pay(bank.order("1.00")).done?.status == .executed)
    #expect(try register.find(number)?.reason == nil)
  }

  @Test("Only an empty account is closed, and it stays closed") func closesEmptyAccount() throws {
    let bank = try TestBank()
    let register = bank.services.accountRegister
    let full = try bank.opened(903, "C-903", balance: "5.00")
    let before = try bank.accountRows()
    #expect(throws: AccountError.notEmpty(balance: Money(minor: 5_00, .rub), held: Money(minor: 0, .rub))) {
      try register.close(full).wait()
    }
    #expect(try bank.accountRows() == before)
    let empty = try bank.opened(904, "C-904")
    try register.close(empty, reason: "Заявление").wait()
    let closed = try #require(try register.find(empty))
    #expect(closed.closed != nil && closed.disabled && closed.reason == "Заявление")
    #expect(throws: AccountError.closed(empty)) { try register.setDisabled(false, empty).wait() }
    #expect(throws: AccountError.closed(empty)) { try register.close(empty).wait() }
    let error = #expect(throws: StoreError.self) {
      try bank.database.change { try $0.execute("UPDATE account SET disabled = 0 WHERE closed IS NOT NULL") }
    }
    #expect(error?.words == "a closed account stays closed")
  }

  @Test("Lists of accounts and customers continue after a page") func pagesLists() throws {
    let bank = try TestBank()
    let register = bank.services.accountRegister
    var (numbers, after) = ([AccountNumber](), String?.none)
    repeat {
      let page = try register.all(after: after, limit: 3)
      numbers += page.elements.map(\.number)
      after = page.next?.rawValue
    } while after != nil
    #expect(try numbers.count == bank.count("SELECT count(*) FROM account"))
    #expect(numbers.map(\.rawValue) == numbers.map(\.rawValue).sorted() && Set(numbers).count == numbers.count)
    let first = try bank.services.customers.all(limit: 1)
    let rest = try bank.services.customers.all(after: first.next, limit: 100)
    #expect(rest.next == nil)
    #expect(try first.elements.count + rest.elements.count == bank.count("SELECT count(*) FROM customer"))
  }
}
