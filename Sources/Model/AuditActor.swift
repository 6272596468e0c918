/// The actor of an audited event: a person with a role, the system, or an unauthenticated client.
///
///     let actor = AuditActor(person.id, role: person.role, session: session.id)
package struct AuditActor: Sendable, Equatable {
  /// The kind of an actor. The audit stores and hashes these words.
  package enum Kind: String, Sendable {
    /// A customer of the bank.
    case person
    /// The bank's own operator, over HTTP.
    case `operator`
    /// The bank's core system.
    case core
    /// The server itself, or an administrator at its command line.
    case system
    /// An unauthenticated client.
    case nobody
  }

  /// The kind of actor.
  package let kind: Kind
  /// The person; nil for the system and for an unauthenticated client.
  package let id: PersonID?
  /// The login by which it was done, where that is known.
  package let session: SessionID?

  private init(_ kind: Kind, _ id: PersonID? = nil, _ session: SessionID? = nil) {
    (self.kind, self.id, self.session) = (kind, id, session)
  }

  /// Creates an actor for a person with that role.
  package init(_ id: PersonID, role: Person.Role, session: SessionID? = nil) {
    let kind: Kind =
      switch role {
      case .person: .person
      case .operator: .operator
      case .core: .core
      }
    self.init(kind, id, session)
  }

  /// A customer of the bank.
  package static func person(_ id: PersonID) -> AuditActor { AuditActor(.person, id) }
  /// The server itself, or an administrator at its command line.
  package static let system = AuditActor(.system)
  /// An unauthenticated client.
  package static let nobody = AuditActor(.nobody)
}

/// The subject of an audited event: a kind and an id, and no other data.
///
///     AuditSubject.submission(submission.id)
package struct AuditSubject: Sendable, Equatable {
  /// The kind of subject. The audit stores and hashes this word.
  package let kind: String
  /// The identifier within the kind.
  package let id: String

  private init(_ kind: String, _ id: String) { (self.kind, self.id) = (kind, id) }

  /// A person.
  package static func person(_ id: PersonID) -> AuditSubject { AuditSubject("person", id.description) }
  /// A session.
  package static func session(_ id: SessionID) -> AuditSubject { AuditSubject("session", id.description) }
  /// A submission.
  package static func submission(_ id: SubmissionID) -> AuditSubject { AuditSubject("submission", id.description) }
  /// A security matrix.
  package static func matrix(_ id: MatrixID) -> AuditSubject { AuditSubject("matrix", id.description) }
  /// A card.
  package static func card(_ id: CardID) -> AuditSubject { AuditSubject("card", id.description) }
  /// A template.
  package static func template(_ id: TemplateID) -> AuditSubject { AuditSubject("template", id.description) }
  /// A deal.
  package static func deal(_ id: DealID) -> AuditSubject { AuditSubject("deal", id.description) }
  /// A provider that people pay for services.
  package static func provider(_ id: String) -> AuditSubject { AuditSubject("provider", id) }
  /// An operation in all its versions.
  package static func operation(_ id: String) -> AuditSubject { AuditSubject("operation", id) }
  /// A version of an operation.
  package static func version(_ version: String, of operation: String) -> AuditSubject {
    AuditSubject("version", "\(operation)@\(version)")
  }
  /// A set of definitions.
  package static func definitions(_ hash: SetHash) -> AuditSubject { AuditSubject("definitions", hash.rawValue) }
  /// The BIC directory of the import with this number.
  package static func directory(_ number: Int64) -> AuditSubject { AuditSubject("directory", String(number)) }
  /// A secret key.
  package static func key(_ id: String) -> AuditSubject { AuditSubject("key", id) }
  /// A movement of money.
  package static func movement(_ id: Int64) -> AuditSubject { AuditSubject("movement", String(id)) }
  /// The ledger up to the movement with this id; 0 where it is empty.
  package static func ledger(through id: Int64) -> AuditSubject { AuditSubject("ledger", String(id)) }
  /// All logins together.
  package static let logins = AuditSubject("logins", "all")
}
