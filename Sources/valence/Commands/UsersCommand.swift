import Hosting
import ArgumentParser
import JSON
import Atoms
import Operations
import Model
import Services

struct UsersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "users",
    abstract: "Adds, imports, shows and invites people, sets their passwords and matrices, blocks and erases them.",
    discussion: """
      EXAMPLES
        echo 'a long password' | valence users add ivan --name 'Иван Петров'
        valence users unlock ivan
      """,
    subcommands: [
      Add.self, UsersImport.self, UsersInvite.self, UsersList.self, UsersShow.self, UsersLink.self,
      UsersPassword.self, UsersLogout.self, UsersBlock.self, UsersUnblock.self, Matrix.self, Unlock.self,
      UsersLimit.self, UsersErase.self, UsersExport.self,
    ])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Adds a person and prints their new security matrix, once; or adds an operator or the bank's core.",
      discussion: """
        The password is the first line of standard input. Without a login, the person exists under the id in the \
        bank's own systems, and chooses a login by an invitation (`valence users invite`).

        EXAMPLES
          echo 'a long password' | valence users add ivan --name 'Иван Петров'
          valence users add --external-id C-1001 --name 'Анна Смирнова' --phone +79001234567
          echo 'another long one' | valence users add abs --name 'АБС' --role core
        """)

    @Argument(help: "The login; without it, --external-id is required and nothing is read.") var login: String?
    @Option(help: "The name to show.") var name: String
    @Option(help: "The id in the bank's own systems, 1 to 128 characters without blanks.") var externalId: String?
    @Option(help: "The telephone number.") var phone: String?
    @Option(help: "The role: person, operator or core.") var role: Person.Role = .person
    @OptionGroup var matrix: MatrixOptions
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let database = try audited.database(for: Self.self, data)
      guard let login else { return try addWithoutLogin(to: database) }
      let rules = matrix.rules
      guard let password = readLine(strippingNewline: true), !password.isEmpty else {
        throw OperatorError("the password is missing: give it as the first line of standard input")
      }
      let services = try database.services(over: try database.open()) { $0.signing = rules }
      do {
        let person = try services.users.add(
          login: login, name: name, password: password, phone: phone, role: role, external: externalId
        ).wait()
        let added = "added \(person.login), id \(person.id)"
        // Operators and the core sign nothing.
        guard role == .person else { return Output.line("\(added), role \(role.rawValue)") }
        let codes = try services.signing.issueMatrix(person.id).wait()
        Output.line("\(added)\n\(MatrixTable(codes))")
      } catch let error as UserError {
        throw OperatorError(error, login: login)
      } catch let error as LinkError {
        throw OperatorError(error, externalId ?? "")
      }
    }

    private func addWithoutLogin(to database: BankDatabase) throws {
      guard let externalId else {
        throw OperatorError("the login or --external-id is missing: give at least one of them")
      }
      let services = try database.services()
      do {
        let person = try services.users.add(external: externalId, name: name, phone: phone, role: role).wait()
        Output.line("added \(externalId) without a login, id \(person.id)")
      } catch let error as UserError {
        throw OperatorError(error, login: "")
      } catch let error as LinkError {
        throw OperatorError(error, externalId)
      }
    }
  }

  struct Matrix: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Replaces a person's security matrix and prints the new one, once.",
      discussion: """
        EXAMPLES
          valence users matrix ivan
          valence users matrix ivan --matrix-columns 8 --matrix-rows 5 --matrix-code-length 6
          valence users matrix ivan --json
        """)

    @Argument(help: "The login.") var login: String
    @Flag(help: "Prints the columns and the rows as JSON, for a printing program.") var json = false
    @OptionGroup var matrix: MatrixOptions
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let database = try audited.database(for: Self.self, data)
      let rules = matrix.rules
      try database.requireDatabase()
      let services = try database.services(over: try database.open()) { $0.signing = rules }
      let person = try services.person(login)
      let table = MatrixTable(try services.signing.issueMatrix(person.id).wait())
      guard json else { return Output.line("\(table)") }
      Output.json { writer in
        writer.object { writer in
          writer.key("columns")
          writer.array { writer in for column in table.columns { writer.string(column) } }
          writer.key("rows")
          writer.array { writer in
            for row in table.rows { writer.array { writer in for code in row { writer.string(code) } } }
          }
        }
      }
    }
  }

  struct Unlock: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: """
        Unlocks a person's signing after too many wrong answers, and their login after too many wrong passwords.
        """,
      discussion: """
        EXAMPLE
          valence users unlock ivan
        """)

    @Argument(help: "The login.") var login: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let services = try audited.services(for: Self.self, data)
      let person = try services.person(login)
      try services.signing.unlock(person.id).wait()
      try services.auth.forgetFailures(of: person).wait()
      Output.line("unlocked \(login)")
    }
  }
}

extension OperatorError {
  /// Creates the error for a person who cannot be added with this login.
  init(_ error: UserError, login: String) {
    switch error {
    case .badLogin:
      self.init("`\(login)` is not a valid login: use 1 to 64 of the letters a-z, digits, `.`, `_`, `@`, `+` and `-`")
    case .loginTaken: self.init("the login `\(login)` already exists")
    case .noName: self.init("--name is empty")
    case .badName: self.init("--name contains a control character or a character that changes the text direction")
    case .password(let rule): self.init(rule)
    }
  }
}

extension OperatorError {
  /// Creates the error for a rejected external id.
  init(_ error: LinkError, _ id: String) {
    switch error {
    case .badID: self.init("an external id has 1 to 128 characters and no blanks")
    case .taken: self.init("another person has the external id `\(id)`")
    }
  }
}

extension Person.Role: ExpressibleByArgument {}

extension BankServices {
  /// Returns the person with this login, external id or id.
  func person(_ text: String) throws -> Person {
    do {
      guard let person = try users.find(named: text) else {
        if let customer = try customers.find(externalID: text) { throw OperatorError(customer, named: text) }
        let isLogin = Login(text)?.rawValue == text
        throw OperatorError(
          isLogin ? "the login `\(text)` does not exist" : "no person has the login or the external id `\(text)`")
      }
      return person
    } catch let error as AmbiguousPerson {
      throw OperatorError(
        """
        `\(text)` is the login of the person \(error.login) and the external id of the person \(error.external): \
        use one of these ids
        """)
    }
  }
}

extension OperatorError {
  /// Creates the error for a customer in place of a person.
  fileprivate init(_ customer: Customer, named text: String) {
    self.init(
      customer.kind == .company
        ? "`\(text)` is a company, and access is for people: name the person who acts for it"
        : "the customer `\(text)` has no person: add one with `valence users add` and `valence users link`")
  }
}

struct UsersErase: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Permanently erases a person's data, except data that must be kept by law for a time.",
    discussion: """
      Removes the name, telephone numbers, login, password, sessions, settings, drafts and their copies, templates, \
      codes, and the values of unsigned submissions. Signed submissions keep their values for the time that their \
      operations declare (`keep`), until the printed days. The ledger, accounts, masked card numbers and the audit \
      keep the id of the person. The ledger keeps the purpose of each payment, the name of an outside payer and the \
      names of accounts; they may contain names. The person can no longer log in, and the login can be assigned to another \
      person. A running server detects the erasure within two seconds. Earlier backups and \
      the log still contain data of the person.

      EXAMPLE
        valence users erase ivan --yes
      """)

  @Argument(help: "The login.") var login: String
  @Flag(help: "Confirms the erasure, which cannot be undone.") var yes = false
  @OptionGroup var retention: RetentionOptions
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let database = try audited.database(for: Self.self, data)
    let rules = retention.rules
    try database.requireDatabase()
    let services = try database.services(over: try database.open()) { $0.retention = rules }
    let person = try services.person(login)
    guard yes else { throw OperatorError("to erase `\(login)`, which cannot be undone, add --yes") }
    guard let erasure = try services.retention.erase(person.id).wait() else {
      throw OperatorError("the login `\(login)` does not exist")
    }
    Output.line("erased \(login), id \(person.id)")
    Output.line("removed: the person's name, telephone numbers, login and password")
    if !erasure.removed.isEmpty { Output.line("removed \(erasure.removed.listed)") }
    Output.line("kept signed submissions: \(erasure.documents), with their values until \(erasure.keptUntil)")
    if let until = erasure.briefUntil {
      Output.line("kept signed submissions that are not documents: \(erasure.brief), with their values until \(until)")
    }
    Output.line("kept permanently, under the id: the ledger's entries, accounts, masked card numbers, the audit")
    Output.line(
      "note: the ledger keeps the purpose of each payment, the name of an outside payer and the names of accounts; "
        + "they may contain names")
    if erasure.waiting > 0 {
      Output.line("note: signed and not executed yet: \(erasure.waiting); the bank's core still receives them")
    }
    if erasure.filledAccounts > 0 { Output.line("note: accounts with money: \(erasure.filledAccounts)") }
  }
}

struct UsersLink: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Sets a person's id in the bank's own systems.",
    discussion: """
      Service files use it as `user.externalId`. An id belongs to one person. Without an id, the command removes it.

      EXAMPLES
        valence users link ivan C-1001
        valence users link ivan
      """)

  @Argument(help: "The login.") var login: String
  @Argument(help: "The id, 1 to 128 characters without blanks.") var id: String?
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let services = try audited.services(for: Self.self, data)
    do {
      try services.users.link(try services.person(login).id, to: id).wait()
    } catch let error as LinkError {
      throw OperatorError(error, id ?? "")
    }
    Output.line(id.map { "\(login) is known as \($0)" } ?? "\(login) no longer has an external id")
  }
}

struct UsersLimit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limit", abstract: "Sets a person's own daily limit, which replaces the operation's.",
    discussion: """
      The limit applies immediately, to new submissions and to signatures; `none` restores the operation's limit. \
      The operation must be in the configuration, and its effect must move an amount in this currency.

      EXAMPLES
        valence users limit ivan pp.full 500000
        valence users limit ivan transfer.own 1000 --currency USD
        valence users limit ivan pp.full none
      """)

  @Argument(help: "The login.") var login: String
  @Argument(help: "The operation's id.") var operation: String
  @Argument(help: "The limit for a day of the bank, such as 500000 or 500000.50; or none.") var amount: String
  @Option(help: "The currency.") var currency = "RUB"
  @Option(help: .installed("config", "The directory with the operations."))
  var config: String?
  @OptionGroup var source: DefinitionOptions
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let services = try audited.services(for: Self.self, data)
    let person = try services.person(login)
    guard let currency = Currency(currency) else { throw OperatorError("`\(currency)` is not a currency") }
    // A limit can be removed even if the operation no longer exists.
    if amount != "none" { try requireAmount(in: "\(currency)", services) }
    if amount == "none" {
      try services.limits.set(nil, operation, currency, person: person.id).wait()
      return Output.line("\(login) has the standard limit of \(operation) in \(currency)")
    }
    guard let limit = Money(amount, currency), limit.minor >= 0 else {
      throw OperatorError("`\(amount)` is not an amount in \(currency)")
    }
    try services.limits.set(limit.minor, operation, currency, person: person.id).wait()
    Output.line("\(login) may send \(limit) a day by \(operation)")
  }

  /// Throws unless the operation exists and moves an amount in the currency. Otherwise the limit
  /// would have no effect.
  private func requireAmount(in currency: String, _ services: BankServices) throws {
    let catalog = try source.catalog(in: config, or: services.definitionSets)
    let operation = try catalog.operation(operation)
    guard let amount = catalog.limitedAmount(of: operation) else {
      throw OperatorError("`\(operation.id)` does not move an amount that can be limited")
    }
    if let only = amount.currency, only != currency {
      throw OperatorError("`\(operation.id)` always uses \(only), so a limit in \(currency) has no effect")
    }
  }
}

struct UsersLogout: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "Ends all sessions of a person; a running server rejects them within two seconds.",
    discussion: """
      EXAMPLE
        valence users logout ivan
      """)

  @Argument(help: "The login.") var login: String
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let services = try audited.services(for: Self.self, data)
    let ended = try services.auth.endAll(of: try services.person(login).id).wait()
    Output.line("ended \(ended) session\(ended == 1 ? "" : "s") of \(login)")
  }
}

struct UsersPassword: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "password", abstract: "Sets a person's password, and ends all their sessions.",
    discussion: """
      The password is the first line of standard input. It must have 12 to 128 characters, at least 5 different \
      ones, and must be neither common nor the login.

      EXAMPLE
        echo 'a long password' | valence users password ivan
      """)

  @Argument(help: "The login.") var login: String
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let database = try audited.database(for: Self.self, data)
    try database.requireDatabase()
    guard let password = readLine(strippingNewline: true), !password.isEmpty else {
      throw OperatorError("the password is missing: give it as the first line of standard input")
    }
    let services = try database.services()
    do {
      try services.auth.setPassword(password, of: try services.person(login)).wait()
    } catch PasswordRefusal.broken(let rule) {
      throw OperatorError(rule)
    }
    Output.line("\(login) has a new password")
  }
}

extension OperatorError {
  /// Creates the error for a rejected password.
  init(_ rule: PasswordRule) {
    switch rule {
    case .tooShort(let minimum): self.init("the password has fewer than \(minimum) characters")
    case .tooLong(let maximum): self.init("the password has more than \(maximum) characters")
    case .tooSimple(let minimum): self.init("the password has fewer than \(minimum) different characters")
    case .login: self.init("the password is the login")
    case .unchanged: self.init("the password is unchanged")
    case .common: self.init("the password is too common: choose another")
    }
  }
}
