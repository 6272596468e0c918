import ArgumentParser
import Services

/// `valence check-ledger`
struct CheckLedger: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-ledger", abstract: "Adds the ledger up: each currency is zero, balances and holds follow.",
    discussion: """
      EXAMPLE
        valence check-ledger --database valence.sqlite

      Exit status: 0 where the ledger is sound, 1 where it is not.
      """)

  @OptionGroup var data: DataOptions

  func run() throws {
    let ledger = try data.inspection().ledger()
    for sum in ledger.sums {
      Output.line("\(sum.currency): entries add up to \(sum.entries), balances to \(sum.balances)")
    }
    for account in ledger.wrongBalances { Output.line("\(account): the balance is not the sum of its entries") }
    for account in ledger.wrongHolds { Output.line("\(account): its holds do not add up, or exceed the balance") }
    for submission in ledger.strayHolds { Output.line("\(submission): holds money and is not signed") }
    guard ledger.isSound else { throw ExitCode.failure }
    Output.line("sound: \(ledger.movements) movements, \(ledger.holds) open holds")
  }
}

/// `valence check-database`
struct CheckDatabase: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-database", abstract: "Checks the database file and its references.",
    discussion: """
      EXAMPLE
        valence check-database --database valence.sqlite

      Exit status: 0 where nothing is wrong, 1 where something is.
      """)

  @OptionGroup var data: DataOptions

  func run() throws {
    let faults = try data.inspection().faults()
    for fault in faults { Output.line(fault) }
    guard faults.isEmpty else { throw ExitCode.failure }
    Output.line("sound")
  }
}
