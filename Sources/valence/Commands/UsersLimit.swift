import ArgumentParser
import Model
import Services

/// `valence users limit`
struct UsersLimit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limit", abstract: "Gives a person a daily limit of their own in the place of the operation's.",
    discussion: """
      The limit holds at once, for what is submitted and for what is signed; `none` gives the operation's back.

      EXAMPLES
        valence users limit ivan pp.full 500000
        valence users limit ivan transfer.own 1000 --currency USD
        valence users limit ivan pp.full none
      """)

  @Argument(help: "The login.") var login: String
  @Argument(help: "The operation's id.") var operation: String
  @Argument(help: "The most in a day of the bank, such as 500000 or 500000.50; or none.") var amount: String
  @Option(help: "The currency.") var currency = "RUB"
  @OptionGroup var data: DataOptions

  func run() throws {
    try data.requireDatabase()
    let services = try data.services()
    let person = try services.person(login)
    guard let currency = Currency(currency) else { throw CommandFailure("`\(currency)` is no currency") }
    if amount == "none" {
      try services.limits.set(nil, operation, currency, person: person.id).wait()
      return Output.line("\(login) has the limit of \(operation) itself in \(currency)")
    }
    guard let limit = Money(amount, currency), limit.minor >= 0 else {
      throw CommandFailure("`\(amount)` is no amount of \(currency)")
    }
    try services.limits.set(limit.minor, operation, currency, person: person.id).wait()
    Output.line("\(login) may send \(limit) a day by \(operation)")
  }
}
