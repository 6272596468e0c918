import Hosting
import ArgumentParser
import PostgreSQLStorage
import SQLiteStorage
import Services
import Storage

struct CheckDatabase: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-database",
    abstract: "Checks the database: its file, its references, its migrations, its ledger and its audit.",
    discussion: """
      A server may have the database open. Nothing is changed, so backups and databases restored with PostgreSQL's \
      tools can be checked too. The audit is verified if the secret key file is available.

      EXAMPLE
        valence check-database --database valence.sqlite

      Exit status: 0 if no fault was found, 1 otherwise.
      """)

  @OptionGroup var data: DataOptions

  func run() throws {
    try data.database.requireDatabase()
    let migrator = try data.database.migrator()
    var isSound = true
    func report(_ part: String, _ check: () throws -> (faults: [String], sound: String)) {
      do {
        let found = try check()
        for fault in found.faults { Output.line("\(part): \(fault)") }
        if found.faults.isEmpty { Output.line("\(part): sound, \(found.sound)") } else { isSound = false }
      } catch {
        isSound = false
        Output.line("\(part): \((error as? StoreError)?.message ?? "\(error)")")
      }
    }
    let database: any Store
    if data.database.isOnServer {
      database = try data.database.open(migrating: false)
    } else {
      do { database = try Database(inspecting: data.database.location) } catch {
        throw OperatorError(error, of: data.database.location) ?? OperatorError("\(error)")
      }
    }
    let inspection = Inspection(store: database)
    if let server = database as? PostgreSQLStore, try !server.checksContent {
      Output.line("content: not checked, because the server's extension amcheck is missing (CREATE EXTENSION amcheck)")
    } else {
      report(data.database.isOnServer ? "content" : "file") {
        (try inspection.damage(), "\(counted(try database.figures().pages, "page"))")
      }
    }
    report("references") { (try inspection.brokenReferences(), "none is broken") }
    report("migrations") {
      let status = try database.read { try migrator.status(of: $0) }
      let missing = status.filter { !$0.isApplied }.map {
        "\($0.number) (\($0.name)) is missing: run `valence migrate`"
      }
      return (missing, "\(status.count) of release \(status.last?.release ?? 1)")
    }
    report("ledger") {
      let ledger = try inspection.ledger()
      let note = ledger.binding.note.map { ", \($0)" } ?? ""
      return (ledger.faults, "\(counted(ledger.movements, "movement")), \(counted(ledger.holds, "open hold"))\(note)")
    }
    do {
      let audit = try AuditFinding(of: database, data)
      if !audit.isSound { isSound = false }
      Output.line("audit: \(audit.text ?? "sound, every record follows the previous one")")
    } catch {
      isSound = false
      Output.line("audit: \((error as? StoreError)?.message ?? "\(error)")")
    }
    guard isSound else { throw ExitCode.failure }
    Output.line("sound")
  }
}

struct CheckLedger: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-ledger",
    abstract:
      "Verifies the ledger: each currency sums to zero, balances and holds agree, and the audit has every movement.",
    discussion: """
      Movements that were inserted, changed or removed without the server are listed. The hashes of the audit are \
      verified too if the secret key file is available.

      EXAMPLE
        valence check-ledger --database valence.sqlite

      Exit status: 0 if the ledger is sound, 1 otherwise.
      """)

  @OptionGroup var data: DataOptions

  func run() throws {
    let database = try data.database.openUpToDate()
    let ledger = try Inspection(store: database).ledger()
    for sum in ledger.sums {
      Output.line("\(sum.currency): entries add up to \(sum.entries), balances to \(sum.balances)")
    }
    for fault in ledger.faults { Output.line(fault) }
    if let note = ledger.binding.note { Output.line("movements: \(note)") }
    let audit = try AuditFinding(of: database, data)
    audit.report()
    guard ledger.isSound, audit.isSound else { throw ExitCode.failure }
    Output.line("sound: \(ledger.movements) movements, \(ledger.holds) open holds")
  }
}

/// The result of verifying the audit of a database.
struct AuditFinding {
  /// The fault, or the reason why the audit was not verified; nil if it is sound.
  let text: String?
  /// True if no fault was found. Also true if the audit was not verified.
  let isSound: Bool

  init(of database: any Store, _ data: DataOptions) throws {
    guard let audit = try data.database.provableAudit(of: database) else {
      (text, isSound) = ("not verified: there is no secret key file \(data.database.keyFile)", true)
      return
    }
    do {
      _ = try audit.verify()
      (text, isSound) = (nil, true)
    } catch let fault as AuditFault {
      (text, isSound) = ("broken at \(fault.sequence): \(fault)", false)
    }
  }

  /// Prints the result unless the audit is sound.
  func report() { if let text { Output.line("audit: \(text)") } }
}
