import BICDirectory
import Dispatch
package import Model
import Secrets
package import Services

/// Demo data: a bank with a person, accounts, cards, providers and deals.
package enum Demo {
  /// The values that a visitor needs for logging in and signing.
  package struct Access: Sendable {
    package let login: String
    /// The initial password, which is public. A visitor may have changed it.
    package let password: String
    package let person: Person
    /// The codes of the person's security matrix.
    package let matrix: [Cell: String]
  }

  /// The BIC of the demo's bank. It belongs to no participant, because 99 is not a territory code.
  package static let ownBIC = "049900777"

  /// Adds missing demo data, and returns the values for logging in.
  ///
  /// - Existing data, including the changes of visitors, remain; only the matrix can be replaced.
  /// - If another process is adding the data, blocks the thread until it has finished or its lease
  ///   has expired.
  /// - The codes of the security matrix are derived from the secret key, so that every start can
  ///   print them.
  /// - A new matrix is issued if the current one has other codes or no signatures left.
  /// - Throws `LiveBank`, and adds nothing, if the database has people but no demo person.
  package static func fill(_ services: BankServices) throws -> Access {
    while try !services.leases.claim(.demo, for: turn).wait() {
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(50))
    }
    defer { try? services.leases.release(.demo).wait() }
    let person = try person(addedTo: services)
    // Another process may have imported the banks since this process read them.
    _ = try services.banks.refresh()
    return try fillIn(person, services)
  }

  /// The length of the lease for adding demo data. If a process does not finish within this time,
  /// another process can continue.
  private static let turn: Duration = .seconds(10)

  private static func fillIn(_ person: Person, _ services: BankServices) throws -> Access {
    try importBanks(services)
    try openAccounts(person.id, services)
    try addProviders(person.id, services)
    try issueCards(person.id, services)
    try announceDeals(services)
    let cells = services.configuration.signing.matrix
    let codes = Dictionary(uniqueKeysWithValues: cells.map { ($0, code($0, services)) })
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
    // If a directory was imported, it determines the participants. Only the demo's own bank is then
    // added.
    if try services.banks.edition() != nil { banks.removeFirst(DemoBanks.known.count) }
    let directory = services.banks.directory
    let missing = banks.filter { directory[$0.bic] == nil }
    if !missing.isEmpty { _ = try services.banks.importDirectory(missing).wait() }
  }
}

/// Participants of the BIC directory of May 2023, for payments before an operator imports a
/// directory.
private enum DemoBanks {
  static let known: [Bank] = banks + treasury

  private static let banks = [
    ("044525225", "ПАО Сбербанк", "30101810400000000225"),
    ("044525187", "Банк ВТБ (ПАО)", "30101810700000000187"),
    ("044525593", "АО \"АЛЬФА-БАНК\"", "30101810200000000593"),
    ("044525974", "АО \"Тинькофф Банк\"", "30101810145250000974"),
  ].compactMap { bic, name, account in
    BIC(bic).map {
      Bank(bic: $0, name: name, correspondentAccount: AccountNumber(account), place: "г Москва")
    }
  }

  /// The treasury department that receives the single tax payment.
  private static let treasury =
    BIC("017003983").map {
      [
        Bank(
          bic: $0, name: "УФК по Тульской области", treasuryAccount: AccountNumber("40102810445370000059"),
          place: "г Тула", type: "52")
      ]
    } ?? []
}
