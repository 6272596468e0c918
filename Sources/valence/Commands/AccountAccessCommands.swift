import Hosting
import ArgumentParser
import Dates
import Model
import Services

struct AccountsGrant: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grant", abstract: "Gives a person access to an account, or replaces the person's role.",
    discussion: """
      An owner and a signatory pay from the account, and a viewer only sees it. Access is for people, also to the \
      account of a company. A running server shows the account at once.

      EXAMPLES
        valence accounts grant 40817810500000000001 anna
        valence accounts grant 40702810900000000004 C-1001 --role signatory --caption 'Ромашка' --until 2027-06-30
      """)

  @Argument(help: "The number of the account.") var number: String
  @Argument(help: "The login or the external id of the person.") var person: String
  @Option(help: "The role: owner, signatory or viewer.") var role: AccountAccess.Role = .owner
  @Option(help: "The person's name for the account. Default: the present name, or the product.") var caption: String?
  @Option(help: "The last day of the access, such as 2027-06-30; without it, no limit.") var until: String?
  @OptionGroup var zone: TimeZoneOption
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let services = try audited.services(for: Self.self, data)
    let (number, person) = (try AccountsCommand.number(number), try services.person(person))
    let end = try until.map { try Self.end(of: $0, try zone.day) }
    try AccountsCommand.reporting {
      try services.accountRegister.grant(role, on: number, to: person.id, caption: caption, until: end).wait()
    }
    let name = person.hasLogin ? person.login.rawValue : self.person
    Output.line("\(name) is \(role.rawValue) of \(number)\(until.map { " until \($0)" } ?? "")")
  }

  /// Returns the instant after a day of the bank.
  private static func end(of text: String, _ day: BankDay) throws -> Instant {
    guard let date = CivilDate(text) else { throw OperatorError("`\(text)` is not a day such as 2027-06-30") }
    return day.start(of: CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1))
  }
}

struct AccountsRevoke: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Ends a person's access to an account.",
    discussion: """
      The history of the access and the person's cards are kept. Signed payments are executed.

      EXAMPLE
        valence accounts revoke 40817810500000000001 anna
      """)

  @Argument(help: "The number of the account.") var number: String
  @Argument(help: "The login or the external id of the person.") var person: String
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let services = try audited.services(for: Self.self, data)
    let (number, person) = (try AccountsCommand.number(number), try services.person(person))
    try AccountsCommand.reporting { try services.accountRegister.revoke(number, from: person.id).wait() }
    let name = person.hasLogin ? person.login.rawValue : self.person
    Output.line("\(name) no longer has access to \(number)")
  }
}

struct AccountsRename: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Replaces the name that people see for an account.",
    discussion: """
      EXAMPLES
        valence accounts rename 40817810500000000001 'На отпуск'
        valence accounts rename 40817810500000000001 'Общий' --person anna
      """)

  @Argument(help: "The number of the account.") var number: String
  @Argument(help: "The name, at most 100 characters.") var caption: String
  @Option(help: "The login or the external id of one person; without it, all people with access.") var person: String?
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let services = try audited.services(for: Self.self, data)
    let number = try AccountsCommand.number(number)
    let one = try person.map { try services.person($0).id }
    try AccountsCommand.reporting { try services.accountRegister.rename(number, to: caption, for: one).wait() }
    Output.line("renamed \(number): \(caption)")
  }
}

extension AccountAccess.Role: ExpressibleByArgument {}
