import ArgumentParser
import Model
import Services

/// `valence users erase`
struct UsersErase: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase", abstract: "Removes a person's data for good; what the law asks is kept until its time.",
    discussion: """
      Removes name, telephone numbers, login, password, sessions, settings, drafts, templates, codes, and the values of \
      what was not signed. Signed submissions keep their values as long as their operations say (`keep`), until the days that \
      are told; the ledger, accounts, masked \
      card numbers and the audit name the person by an id alone. Nobody logs in as that person again, and the login may \
      be given to somebody else. A server that runs takes notice within two seconds. Backups made before still hold the \
      data.

      EXAMPLE
        valence users erase ivan --yes
      """)

  @Argument(help: "The login.") var login: String
  @Flag(help: "Yes, erase: it cannot be undone.") var yes = false
  @OptionGroup var retention: RetentionOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let rules = retention.rules
    try data.requireDatabase()
    let services = try data.services(over: try data.open()) { $0.retention = rules }
    let person = try services.person(login)
    guard yes else { throw CommandFailure("to erase `\(login)`, which cannot be undone, give --yes") }
    guard let erasure = try services.retention.erase(person.id).wait() else {
      throw CommandFailure("there is no login `\(login)`")
    }
    Output.line("erased \(login), id \(person.id)")
    Output.line("removed: the person's name, telephone numbers, login and password")
    if !erasure.removed.isEmpty { Output.line("removed \(erasure.removed.listed)") }
    Output.line("kept signed submissions: \(erasure.documents), with their values until \(erasure.keptUntil)")
    if let until = erasure.briefUntil {
      Output.line("kept signed submissions that are no documents: \(erasure.brief), with their values until \(until)")
    }
    Output.line("kept for good, under the id alone: the ledger's entries, accounts, masked card numbers, the audit")
    if erasure.waiting > 0 {
      Output.line("note: signed and not carried out yet: \(erasure.waiting); the bank's core still gets them")
    }
    if erasure.filledAccounts > 0 { Output.line("note: accounts that hold money: \(erasure.filledAccounts)") }
  }
}
