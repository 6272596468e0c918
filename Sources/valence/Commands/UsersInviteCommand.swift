import Hosting
import ArgumentParser
import Model
import Services

struct UsersInvite: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "Prints a code by which a person chooses a login and a password, once.",
    discussion: """
      The invitation replaces any earlier one. It ends with its use, after `invitation-hours`, and after five wrong \
      one-time codes. If the server sends one-time codes, the person also needs the telephone. A person without a \
      security matrix gets one. If the person has a login, the invitation replaces the password and ends all \
      sessions; login and security matrix stay.

      EXAMPLES
        valence users invite C-1001 --login anna
        valence users invite anna
      """)

  @Argument(help: "The login, or the id in the bank's own systems.") var person: String
  @Option(help: "The proposed login; without it, the person chooses one.") var login: String?
  @OptionGroup var invitations: InvitationOptions
  @OptionGroup var matrix: MatrixOptions
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let (invitationRules, matrixRules) = (invitations.rules, matrix.rules)
    let database = try audited.database(for: Self.self, data)
    try database.requireDatabase()
    let services = try database.services(over: try database.open()) {
      ($0.enrolments, $0.signing) = (invitationRules, matrixRules)
    }
    let found = try services.person(person)
    let issued = try services.invitation(of: found, named: person, login: login)
    Output.line("invited \(person) until \(issued.expires)")
    if let login = issued.login { Output.line("login \(login)") }
    Output.line("code \(issued.code.secretText)")
    guard found.role == .person, try !services.signing.hasMatrix(found.id) else { return }
    Output.line("\(MatrixTable(try services.signing.issueMatrix(found.id).wait()))")
  }
}

extension BankServices {
  /// Creates an invitation of a person, whom errors call `name`.
  func invitation(of person: Person, named name: String, login: String?) throws -> IssuedInvitation {
    do {
      return try enrolments.invite(person.id, login: login).wait()
    } catch let error as InvitationError {
      switch error {
      case .badLogin: throw OperatorError(UserError.badLogin, login: login ?? "")
      case .loginTaken: throw OperatorError(UserError.loginTaken, login: login ?? "")
      case .otherLogin(let own): throw OperatorError("`\(name)` has the login `\(own)`, which an invitation keeps")
      }
    } catch is PersonBlocked {
      throw OperatorError("`\(name)` is blocked: run `valence users unblock` first")
    }
  }
}
