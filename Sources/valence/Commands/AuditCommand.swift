import Hosting
import ArgumentParser
import Model
import Services

struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "The audit: event, actor and subject of every login, change and signature.",
    discussion: """
      EXAMPLES
        valence audit verify
        valence audit head
        valence audit list --person ivan
      """,
    subcommands: [Verify.self, PrintHead.self, AuditList.self])

  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Verifies the audit and reports the first record that was altered, moved, inserted or removed.",
      discussion: """
        Each record contains its number, the hash of the previous record and its own hash, which requires the secret \
        key. The ledger is verified together with the records. Movements that were inserted, changed or removed are \
        listed.

        The audit cannot detect that its newest records were removed. Keep the output of `audit head` elsewhere, and \
        pass it with --expect. A server may run at the same time; new records are left for the next verification.

        EXAMPLES
          valence audit verify
          valence audit verify --expect 1042:9f2c...
          valence audit verify --since 1042:9f2c...

        Exit status: 0 if the audit is whole, 1 otherwise.
        """)

    @Option(
      help: ArgumentHelp(
        "A recorded head: this record must exist with this hash. May be repeated.", valueName: "head"))
    var expect: [AuditRecord.Head] = []
    @Option(
      help: ArgumentHelp(
        "The head of an earlier verification: only this record and later records are verified.",
        valueName: "head"))
    var since: AuditRecord.Head = .none
    @OptionGroup var data: DataOptions

    func run() throws {
      if let earlier = expect.first(where: { $0.sequence < since.sequence }) {
        throw OperatorError("--expect \(earlier.sequence) precedes --since \(since.sequence)")
      }
      let progress = ProgressLine(of: "records")
      do {
        let audit = try data.database.existingAudit()
        let ledger = try audit.ledger(since: since)
        let head = try audit.verify(since: since, expecting: expect, following: ledger) { head, end in
          progress.report(head.sequence, of: end)
        }
        progress.end()
        let found = try ledger.findings()
        for line in found.lines { Output.line("ledger: \(line)") }
        guard found.count == 0 else { throw ExitCode.failure }
        if let note = found.note { Output.line("ledger: \(note)") }
        let count = head.sequence - since.sequence
        Output.line("whole: \(count) records\(since.sequence > 0 ? " since \(since.sequence)" : ""), head \(head)")
      } catch let fault as AuditFault {
        progress.end()
        Output.line("broken at \(fault.sequence): \(fault)")
        throw ExitCode.failure
      }
    }
  }

  struct PrintHead: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "head",
      abstract:
        "Prints the number and hash of the newest record. Store them out of reach of users who can write the database.",
      discussion: """
        EXAMPLE
          valence audit head >> /mnt/elsewhere/valence-heads
        """)

    @OptionGroup var data: DataOptions

    func run() throws { Output.line("\(try data.database.existingAudit().head())") }
  }
}

extension AuditRecord.Head: ExpressibleByArgument {
  /// Parses a head as it is printed: the number, a colon and 64 hexadecimal digits.
  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let sequence = Int64(parts[0]), sequence > 0, parts[1].utf8.count == 64 else { return nil }
    var bytes: [UInt8] = []
    var digits = parts[1]
    while !digits.isEmpty {
      guard digits.prefix(2).allSatisfy(\.isHexDigit), let byte = UInt8(digits.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      digits = digits.dropFirst(2)
    }
    self.init(sequence: sequence, hash: bytes)
  }
}
