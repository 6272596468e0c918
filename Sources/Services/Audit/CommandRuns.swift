package import Model
import DataAccess
import Dates
import Secrets
import Storage

/// A run of a command before it is stored: its identity, as the operating system and the caller
/// report it.
package struct CommandRunDraft: Sendable {
  package let login: String?
  package let effectiveUser: String
  package let host: String
  package let command: String
  /// The login of the operator whom the caller named; nil if none was named.
  package let operatorLogin: String?
  package let reason: String?

  package init(
    login: String?, effectiveUser: String, host: String, command: String, operatorLogin: String?, reason: String?
  ) {
    self.login = login
    self.effectiveUser = effectiveUser
    self.host = host
    self.command = command
    self.operatorLogin = operatorLogin
    self.reason = reason
  }
}

/// Reasons why a run is not stored.
package enum CommandRunError: Error, Equatable {
  /// No person with the role `operator` has this login.
  case unknownOperator(String)
}

extension Audit {
  /// Stores the run of a command with its audit record, and returns the audit of this run: it
  /// records the run instead of the system as the actor.
  ///
  /// Throws a `CommandRunError`. Then nothing is stored.
  package func began(_ draft: CommandRunDraft) throws -> Audit {
    let id = CommandRunID.new(at: clock())
    try store.deferredWrite(locking: []) { [self] transaction in
      let run = CommandRun(
        id: id, at: clock(), login: draft.login, effectiveUser: draft.effectiveUser, host: draft.host,
        command: draft.command, operator: try Self.operator(draft.operatorLogin, transaction), reason: draft.reason)
      try CommandRunDAO(transaction).insert(run)
      try record(.commandRun, by: .run(id), of: .run(id), digest: run.digest, transaction)
    }.wait()
    return with(run: id)
  }

  private static func `operator`(_ login: String?, _ transaction: Transaction) throws -> PersonID? {
    guard let login else { return nil }
    let person = try Login(login).flatMap { try PersonDAO(transaction).find($0) }
    guard let person, person.role == .operator else { throw CommandRunError.unknownOperator(login) }
    return person.id
  }

  /// Returns the stored run of a record; nil if no run wrote it.
  package func run(of record: AuditRecord) throws -> CommandRun? {
    try record.run.flatMap { id in try store.read { try CommandRunDAO($0).find(id) } }
  }

  /// Throws `AuditFault.runAltered` if the record belongs to a run that is missing or differs from
  /// the digest in the record.
  func checkRun(of record: AuditRecord) throws {
    guard record.event == AuditEvent.commandRun.rawValue else { return }
    let run = try CommandRunID(record.subjectID).flatMap { id in try store.read { try CommandRunDAO($0).find(id) } }
    guard run?.digest == record.digest else { throw AuditFault.runAltered(record.sequence, id: record.subjectID) }
  }
}

extension CommandRun {
  /// The digest for the audit record of the run.
  var digest: [UInt8] { Digest(of: canonical).bytes }
}
