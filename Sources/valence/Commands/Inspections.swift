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
    for fault in ledger.faults { Output.line(fault) }
    guard ledger.isSound else { throw ExitCode.failure }
    Output.line("sound: \(ledger.movements) movements, \(ledger.holds) open holds")
  }
}
