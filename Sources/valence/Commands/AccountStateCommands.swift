import Hosting
import ArgumentParser
import Model
import Services

struct AccountsAssign: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assign", abstract: "Names the holder of an account that was opened without one.",
    discussion: """
      Accounts of a release before 1.0.0 have no holder. Money moves between own accounts only if both have the same \
      holder. A holder cannot be changed.

      EXAMPLE
        valence accounts assign 40817810500000000001 --customer C-1001
      """)

  @Argument(help: "The number.") var number: String
  @Option(help: "The id of the customer who holds the account.") var customer: String
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let services = try audited.services(for: Self.self, data)
    let number = try AccountsCommand.number(number)
    let holder = try services.customer(customer)
    try AccountsCommand.reporting { try services.accountRegister.assign(number, to: holder.id).wait() }
    Output.line("assigned \(number) to \(customer) \(holder.name)")
  }
}

struct AccountsDisable: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable", abstract: "Closes an account to payments until it is enabled.",
    discussion: """
      People see the account, and cannot pay from it or to it. Signed payments are executed. `accounts show` prints \
      the reason.

      EXAMPLE
        valence accounts disable 40817810500000000001 --reason 'Постановление 18/2026'
      """)

  @Argument(help: "The number.") var number: String
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let services = try audited.services(for: Self.self, data)
    let number = try AccountsCommand.number(number)
    try AccountsCommand.reporting {
      try services.accountRegister.setDisabled(true, number, reason: audited.reason).wait()
    }
    Output.line("disabled \(number)")
  }
}

struct AccountsEnable: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Opens a disabled account to payments again.",
    discussion: """
      EXAMPLE
        valence accounts enable 40817810500000000001
      """)

  @Argument(help: "The number.") var number: String
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let services = try audited.services(for: Self.self, data)
    let number = try AccountsCommand.number(number)
    try AccountsCommand.reporting { try services.accountRegister.setDisabled(false, number).wait() }
    Output.line("enabled \(number)")
  }
}

struct AccountsClose: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close", abstract: "Closes an account permanently. It must have no money and no holds.",
    discussion: """
      People keep their access to its history. `accounts show` prints the reason.

      EXAMPLE
        valence accounts close 40817810500000000001 --reason 'Заявление клиента'
      """)

  @Argument(help: "The number.") var number: String
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let services = try audited.services(for: Self.self, data)
    let number = try AccountsCommand.number(number)
    try AccountsCommand.reporting { try services.accountRegister.close(number, reason: audited.reason).wait() }
    Output.line("closed \(number)")
  }
}
