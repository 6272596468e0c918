import ArgumentParser
import Services

/// `valence users password`
struct UsersPassword: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "password", abstract: "Gives somebody another password, and ends all sessions of theirs.",
    discussion: """
      The password is the first line of standard input. It has 12 to 128 characters, at least 5 different ones, and is not \
      the login.

      EXAMPLE
        echo 'a long password' | valence users password ivan
      """)

  @Argument(help: "The login.") var login: String
  @OptionGroup var data: DataOptions

  func run() throws {
    try data.requireDatabase()
    guard let password = readLine(strippingNewline: true), !password.isEmpty else {
      throw CommandFailure("the password is missing: give it as the first line of standard input")
    }
    let services = try data.services()
    do {
      try services.auth.setPassword(password, of: try services.person(login)).wait()
    } catch PasswordRefusal.broken(let rule) {
      throw CommandFailure(rule)
    }
    Output.line("\(login) has another password")
  }
}

extension CommandFailure {
  /// Why a password cannot be had.
  init(_ rule: PasswordRule) {
    switch rule {
    case .tooShort(let minimum): self.init("the password has fewer than \(minimum) characters")
    case .tooLong(let maximum): self.init("the password has more than \(maximum) characters")
    case .tooSimple(let minimum): self.init("the password has fewer than \(minimum) different characters")
    case .login: self.init("the password is the login")
    case .unchanged: self.init("the password is the present one")
    }
  }
}
