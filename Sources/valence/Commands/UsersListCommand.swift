import Hosting
import ArgumentParser
import DataAccess
import Dates
import Model
import Services

struct UsersList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists people in the order of their logins.",
    discussion: """
      A line has the login, the role, the id, the id in the bank's own systems and the name. A person without a login \
      has the login `none` and the person's id.

      EXAMPLES
        valence users list --login an
        valence users list --blocked --limit 20
        valence users list --external-id C-1001
      """)

  @Option(help: "The beginning of the login.") var login = ""
  @Option(help: "The role: person, operator or core.") var role: Person.Role?
  @Flag(help: "Lists blocked people only.") var blocked = false
  @Option(help: "The id in the bank's own systems.") var externalId: String?
  @Option(help: "The login after which the list continues.") var after: String?
  @Option(1...10_000, help: "Maximum number of people.") var limit = 100
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    var search = PeopleSearch()
    (search.prefix, search.role, search.isBlocked) = (login, role, blocked)
    if let after {
      guard let last = Login(after) else { throw OperatorError("`\(after)` is not a valid login") }
      search.after = last
    }
    let services = try audited.database(for: Self.self, data).existingServices()
    if let externalId {
      guard let person = try services.users.find(externalID: externalId) else {
        return Output.error("no people")
      }
      return Output.line(try Self.line(of: person, services))
    }
    let page = try services.users.all(search, limit: limit)
    for person in page.elements { Output.line(try Self.line(of: person, services)) }
    if page.elements.isEmpty { Output.error("no people") }
    if let next = page.next { Output.line("more: --after \(next)") }
  }

  private static func line(of person: Person, _ services: BankServices) throws -> String {
    let external = try services.users.externalID(person.id) ?? "-"
    let blocked = try services.users.access(person.id)?.blocked == nil ? "" : " blocked"
    return "\(person.login) \(person.role.rawValue) \(person.id) \(external) \(person.name)\(blocked)"
  }
}

struct UsersShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a person: profile, block, wrong passwords, ability to sign, sessions, limits, accounts and cards.",
    discussion: """
      EXAMPLES
        valence users show anna
        valence users show C-1001
      """)

  @Argument(help: "The login, or the id in the bank's own systems.") var person: String
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let services = try audited.database(for: Self.self, data).existingServices()
    let found = try services.person(person)
    guard let overview = try services.users.overview(found.id) else { return }
    let failures = try services.auth.failures(of: found)
    for line in overview.lines(failures, blockedBy: try blocker(of: overview, services)) { Output.line(line) }
  }

  /// Returns the operator and the user who blocked a person; nil if the person is not blocked.
  private func blocker(of overview: PersonOverview, _ services: BankServices) throws -> String? {
    guard let blocked = overview.access.blocked else { return nil }
    var filter = AuditSearchDAO.Filter()
    filter.event = AuditEvent.personBlocked.rawValue
    filter.subjectID = overview.person.id.rawValue
    filter.since = blocked + .seconds(-60)
    filter.until = blocked + .seconds(60)
    return try services.audit.records(matching: filter, newest: true, limit: 1).last?.authorName
  }
}

extension PersonOverview {
  /// Returns the lines of `users show`.
  fileprivate func lines(_ failures: LoginFailures, blockedBy blocker: String?) -> [String] {
    let author = blocker.map { " by \($0)" } ?? ""
    var lines = [
      Self.line("person", "\(person.id)\(externalID.map { ", external id \($0)" } ?? "")"),
      Self.line("name", person.name),
      Self.line("login", person.hasLogin ? person.login.rawValue : "none"),
      Self.line("role", person.role.rawValue),
      Self.line("telephone", person.phone ?? "none"),
      Self.line("blocked", access.blocked.map { "since \($0)\(author): \(access.reason ?? "")" } ?? "no"),
      Self.line("enrolled", enrolment),
      Self.line("signing", ability),
    ]
    lines += failures.lines(for: person).map { Self.line($0.name, $0.text) }
    if codePhone != person.phone { lines.append(Self.line("codes to", codePhone ?? "none")) }
    if let invited { lines.append(Self.line("invited", "until \(invited)")) }
    lines += sessions.map { Self.line("session", "since \($0.created), \($0.client ?? "-"), \($0.network ?? "-")") }
    lines += limits.map { Self.line("limit", "\($0.limit) a day by \($0.operation)") }
    lines += accounts.map { account in
      let state = account.disabled ? ", disabled" : ""
      let role = account.role.rawValue
      return Self.line("account", "\(account.number) \(account.balance), \(role)\(state), \(account.caption)")
    }
    return lines + cards.map { Self.line("card", "\($0.number) \($0.status.rawValue), account \($0.account)") }
  }

  private var enrolment: String {
    if let enrolled = access.enrolled { return "\(enrolled)" }
    return person.hasLogin ? "no, the bank set the login" : "no"
  }

  private var ability: String {
    let matrix = signing.matrix.map { "matrix of \($0)" } ?? "no matrix"
    if let locked = signing.locked { return "locked since \(locked), \(matrix)" }
    return "\(matrix), wrong answers in a row: \(signing.wrongAnswers)"
  }

  private static func line(_ name: String, _ text: String) -> String {
    name + String(repeating: " ", count: max(1, 10 - name.count)) + text
  }
}

extension LoginFailures {
  /// Returns the lines about wrong passwords, with the command that ends the waits; empty if none
  /// count.
  fileprivate func lines(for person: Person) -> [(name: String, text: String)] {
    let remedy = "`valence users unlock \(person.login)` ends it"
    var lines: [(name: String, text: String)] = []
    if wrongPasswords > 0 {
      let waiting = "; a login from a new address waits \(wait.components.seconds) s once; \(remedy)"
      lines.append(("logins", "wrong passwords: \(wrongPasswords)" + (wait > .zero ? waiting : "")))
    }
    if let until = changeWaitsUntil { lines.append(("password", "a change waits until \(until); \(remedy)")) }
    return lines
  }
}
