/// The actor of an audited event: a person with a role, the system, or an unauthenticated client.
package struct AuditActor: Sendable, Equatable {
  /// The kind of an actor. The audit stores and hashes the raw values.
  package enum Kind: String, Sendable {
    /// A customer of the bank.
    case person
    /// The bank's own operator, over HTTP with a session or by a run of a command without one.
    case `operator`
    /// The bank's core system.
    case core
    /// The server itself.
    case system
    /// An unauthenticated client.
    case nobody
  }

  package let kind: Kind
  /// The person, or the run of a command for an operator without a session; nil for the system and
  /// for an unauthenticated client.
  package let id: PersonID?
  /// The session of the action, if it is known.
  package let session: SessionID?

  private init(_ kind: Kind, _ id: PersonID? = nil, _ session: SessionID? = nil) {
    (self.kind, self.id, self.session) = (kind, id, session)
  }

  package init(_ id: PersonID, role: Person.Role, session: SessionID? = nil) {
    let kind: Kind =
      switch role {
      case .person: .person
      case .operator: .operator
      case .core: .core
      }
    self.init(kind, id, session)
  }

  package static func person(_ id: PersonID) -> AuditActor { AuditActor(.person, id) }
  /// An administrator at the command line. `CommandRun` has the user and the reason.
  package static func run(_ id: CommandRunID) -> AuditActor { AuditActor(.operator, PersonID(sameAs: id)) }
  package static let system = AuditActor(.system)
  package static let nobody = AuditActor(.nobody)
}

/// The subject of an audited event: a kind and an id, and no other data.
package struct AuditSubject: Sendable, Equatable {
  /// The kind of the subject. The audit stores and hashes it.
  package let kind: String
  /// The identifier, which is unique within the kind.
  package let id: String

  private init(_ kind: String, _ id: String) { (self.kind, self.id) = (kind, id) }

  package static func person(_ id: PersonID) -> AuditSubject { AuditSubject("person", id.description) }
  package static func session(_ id: SessionID) -> AuditSubject { AuditSubject("session", id.description) }
  package static func submission(_ id: SubmissionID) -> AuditSubject { AuditSubject("submission", id.description) }
  package static func matrix(_ id: MatrixID) -> AuditSubject { AuditSubject("matrix", id.description) }
  /// A row of an entity's table. Its kind is the name of the table.
  package static func row<Record: Entity>(_ id: Identifier<Record>) -> AuditSubject {
    AuditSubject(Record.entity.name.description, id.description)
  }
  /// An account, by a digest of its number. The audit contains no number.
  package static func account(digest: String) -> AuditSubject { AuditSubject("account", digest) }
  /// Money from another bank, with its id in the system that reported it.
  package static func incoming(_ id: String) -> AuditSubject { AuditSubject("incoming", id) }
  /// A provider of services that people pay for.
  package static func provider(_ id: String) -> AuditSubject { AuditSubject("provider", id) }
  /// An operation with all its versions.
  package static func operation(_ id: String) -> AuditSubject { AuditSubject("operation", id) }
  /// A version of an operation, with the id `operation@version`.
  package static func version(_ version: String, of operation: String) -> AuditSubject {
    AuditSubject("version", "\(operation)@\(version)")
  }
  package static func definitions(_ hash: SetHash) -> AuditSubject { AuditSubject("definitions", hash.rawValue) }
  /// The BIC directory of the import with this number.
  package static func directory(_ number: Int64) -> AuditSubject { AuditSubject("directory", String(number)) }
  package static func run(_ id: CommandRunID) -> AuditSubject { AuditSubject("run", id.description) }
  package static func key(_ id: String) -> AuditSubject { AuditSubject("key", id) }
  package static func movement(_ id: Int64) -> AuditSubject { AuditSubject("movement", String(id)) }
  /// The ledger up to the movement with this id; 0 for an empty ledger.
  package static func ledger(through id: Int64) -> AuditSubject { AuditSubject("ledger", String(id)) }
  /// All logins.
  package static let logins = AuditSubject("logins", "all")
}
