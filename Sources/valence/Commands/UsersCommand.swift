import ArgumentParser
import Model
import Services

/// `valence users`
struct UsersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "users",
    abstract: "Adds people, gives them passwords and security matrices, unlocks, logs out and erases them.",
    discussion: """
      EXAMPLES
        echo 'a long password' | valence users add ivan --name 'Иван Петров'
        valence users unlock ivan
      """,
    subcommands: [
      Add.self, UsersPassword.self, UsersLogout.self, Matrix.self, Unlock.self, UsersLimit.self, UsersErase.self,
    ])

  /// `valence users add`
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Adds a person and prints a new security matrix, once; or an operator, or the bank's core.",
      discussion: """
        The password is the first line of standard input.

        EXAMPLE
          echo 'a long password' | valence users add ivan --name 'Иван Петров'
          echo 'another long one' | valence users add abs --name 'АБС' --role core
        """)

    @Argument(help: "The login.") var login: String
    @Option(help: "The name to show.") var name: String
    @Option(help: "The telephone number.") var phone: String?
    @Option(help: "What the person may do: person, operator or core.") var role: Person.Role = .person
    @OptionGroup var matrix: MatrixOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let rules = matrix.rules
      guard let password = readLine(strippingNewline: true), !password.isEmpty else {
        throw CommandFailure("the password is missing: give it as the first line of standard input")
      }
      let services = try data.services(over: try data.open()) { $0.signing = rules }
      do {
        let person = try services.users.add(
          login: login, name: name, password: password, phone: phone, role: role
        ).wait()
        let added = "added \(person.login), id \(person.id)"
        // The core and operators sign nothing.
        guard role == .person else { return Output.line("\(added), role \(role.rawValue)") }
        let codes = try services.signing.issueMatrix(person.id).wait()
        Output.line("\(added)\n\(MatrixTable(codes))")
      } catch let error as UserError {
        throw CommandFailure(error, login: login)
      }
    }
  }

  /// `valence users matrix`
  struct Matrix: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Gives a person a new security matrix in the place of the old one and prints it, once.",
      discussion: """
        EXAMPLE
          valence users matrix ivan
          valence users matrix ivan --matrix-columns 8 --matrix-rows 5 --matrix-code-length 6
        """)

    @Argument(help: "The login.") var login: String
    @OptionGroup var matrix: MatrixOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let rules = matrix.rules
      try data.requireDatabase()
      let services = try data.services(over: try data.open()) { $0.signing = rules }
      let person = try services.person(login)
      Output.line("\(MatrixTable(try services.signing.issueMatrix(person.id).wait()))")
    }
  }

  /// `valence users unlock`
  struct Unlock: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lets a person sign again after five wrong answers, and log in where others guessed the password.",
      discussion: """
        EXAMPLE
          valence users unlock ivan
        """)

    @Argument(help: "The login.") var login: String
    @OptionGroup var data: DataOptions

    func run() throws {
      try data.requireDatabase()
      let services = try data.services()
      let person = try services.person(login)
      try services.signing.unlock(person.id).wait()
      try services.auth.forgetFailures(of: person).wait()
      Output.line("unlocked \(login)")
    }
  }
}

extension CommandFailure {
  /// Why a person of that login cannot be added.
  fileprivate init(_ error: UserError, login: String) {
    switch error {
    case .badLogin:
      self.init("`\(login)` is no login: it takes 1 to 64 of the letters a-z, digits, `.`, `_`, `@`, `+` and `-`")
    case .loginTaken: self.init("there is a login `\(login)` already")
    case .noName: self.init("--name is empty")
    case .password(let rule): self.init(rule)
    }
  }
}

extension Person.Role: ExpressibleByArgument {}

extension BankServices {
  /// The person of that login.
  func person(_ login: String) throws -> Person {
    guard let person = try users.find(login: login) else { throw CommandFailure("there is no login `\(login)`") }
    return person
  }
}
