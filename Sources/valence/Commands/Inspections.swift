import ArgumentParser
import SQLite
import Services

/// `valence check-ledger`
struct CheckLedger: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-ledger",
    abstract: "Adds the ledger up: each currency is zero, balances and holds follow, the audit tells every movement.",
    discussion: """
      A movement that was put in, changed or removed beside the server is named. The audit's own hashes are checked too \
      where the secret key file is there.

      EXAMPLE
        valence check-ledger --database valence.sqlite

      Exit status: 0 where the ledger is sound, 1 where it is not.
      """)

  @OptionGroup var data: DataOptions

  func run() throws {
    let database = try data.openUpToDate()
    let ledger = try Inspection(store: database).ledger()
    for sum in ledger.sums {
      Output.line("\(sum.currency): entries add up to \(sum.entries), balances to \(sum.balances)")
    }
    for fault in ledger.faults { Output.line(fault) }
    if let note = ledger.binding.note { Output.line("movements: \(note)") }
    let audit = try AuditFinding(of: database, data)
    audit.tell()
    guard ledger.isSound, audit.isSound else { throw ExitCode.failure }
    Output.line("sound: \(ledger.movements) movements, \(ledger.holds) open holds")
  }
}

/// What the audit of a database was found to be, where its secret keys are there.
struct AuditFinding {
  /// What is wrong with it, or why it was not looked at; nil where it is whole.
  let text: String?
  /// Whether nothing is wrong with it.
  let isSound: Bool

  /// Goes through the audit.
  init(of database: Database, _ data: DataOptions) throws {
    guard let audit = try data.provableAudit(of: database) else {
      (text, isSound) = ("not proved: there is no secret key file \(data.keyFile)", true)
      return
    }
    do {
      _ = try audit.verify()
      (text, isSound) = (nil, true)
    } catch let fault as AuditFault {
      (text, isSound) = ("broken at \(fault.sequence): \(fault)", false)
    }
  }

  /// Prints what was found.
  func tell() { if let text { Output.line("audit: \(text)") } }
}
