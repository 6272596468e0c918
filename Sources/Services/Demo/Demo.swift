package import Model
import Persistence
import Storage
import Secrets

/// A person, accounts and banks to try the product with.
package enum Demo {
  /// What somebody needs to try it.
  package struct Access: Sendable {
    /// The login.
    package let login: String
    /// The password, which is no secret.
    package let password: String
    /// The person.
    package let person: Person
    /// The codes of the person's security matrix.
    package let matrix: [Cell: String]
  }

  /// The BIC of the bank that the demo plays: no participant has it, for no territory has the number 99.
  package static let ownBIC = "049900777"

  /// Fills in what is missing: done twice it changes nothing, and what was done since stays. The person's security
  /// matrix follows from the secret key, so that it can be shown at every start.
  package static func fill(_ services: BankServices) throws -> Access {
    try importBanks(services)
    let login = "demo"
    let password = "valence-demo"
    let person =
      try services.users.find(login: login)
      ?? services.users.add(
        login: login, name: "Анна Смирнова", password: password, phone: "+79000000000", bonuses: 1250
      ).wait()
    try openAccounts(person.id, services)
    try addProviders(person.id, services)
    try issueCards(person.id, services)
    try announceDeals(services)
    let codes = services.signing.matrix.codes { code($0, services) }
    // A matrix that another key made is of no use, nor is one that has been asked for all it has.
    let isUsable = try services.signing.hasMatrix(person.id, codes) && services.signing.signaturesLeft(person.id) > 0
    if !isUsable { _ = try services.signing.issueMatrix(person.id, codes).wait() }
    return Access(login: login, password: password, person: person, matrix: codes)
  }

  private static func code(_ cell: Cell, _ services: BankServices) -> String {
    let mac = services.keys.current.mac(of: "valence demo matrix 1", cell.rawValue)
    return mac.prefix(services.configuration.signing.codeLength).map { String($0 % 10) }.joined()
  }

  private static func importBanks(_ services: BankServices) throws {
    var banks = DemoBanks.known
    banks.append(
      Bank(
        bic: services.configuration.ownBIC, name: "Валенс Банк (демонстрационный)", place: "г Москва"))
    // Where a directory was imported, who is missing in it is gone; only the demo's own bank is in none.
    if try services.banks.edition() != nil { banks.removeFirst(DemoBanks.known.count) }
    let directory = services.banks.directory
    let missing = banks.filter { directory[$0.bic] == nil }
    if !missing.isEmpty { _ = try services.banks.importDirectory(missing).wait() }
  }

  private static func addProviders(_ person: PersonID, _ services: BankServices) throws {
    let bic = services.configuration.ownBIC
    let now = services.clock()
    // Read a month ago; which zone's day that was makes no difference.
    let day = CivilDate(daysSinceEpoch: Int(now.microseconds / 86_400_000_000) - 30)
    let missing = try DemoProvider.all(ownBIC: bic).filter { try services.providers.find($0.id) == nil }
    for provider in missing {
      if provider.payee.bic == bic {
        try services.store.deferredWrite(locking: [.account(provider.payee.account)]) { transaction in
          let accounts = AccountDAO(transaction)
          guard try accounts.findCustomer(provider.payee.account) == nil else { return }
          try accounts.insertCustomer(provider.payee.account, .rub, disabled: false, at: now)
        }.wait()
      }
      try services.providers.add(provider).wait()
    }
    for (subscription, meters) in DemoMeter.subscriptions(readOn: day)
    where missing.contains(where: { $0.id == subscription.provider }) {
      try services.providers.subscribe(person, to: subscription, with: meters).wait()
    }
  }

  private static func openAccounts(_ person: PersonID, _ services: BankServices) throws {
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
      var movements: [Int64] = []
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
}
