/// Who did something.
package struct AuditActor: Sendable, Equatable {
  /// What kind of actor it is; the words are stored and hashed.
  package enum Kind: String, Sendable {
    /// A customer of the bank.
    case person
    /// The bank's own operator, over HTTP.
    case `operator`
    /// The bank's core system.
    case core
    /// The server itself, or whoever runs its commands.
    case system
    /// Somebody who is not logged in.
    case nobody
  }

  /// What kind of actor it is.
  package let kind: Kind
  /// Who it is; nil for the system and for nobody.
  package let id: PersonID?
  /// The login by which it was done, where that is known.
  package let session: SessionID?

  private init(_ kind: Kind, _ id: PersonID? = nil, _ session: SessionID? = nil) {
    (self.kind, self.id, self.session) = (kind, id, session)
  }

  /// Somebody with this role.
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
  /// The server itself, or whoever runs its commands.
  package static let system = AuditActor(.system)
  /// Somebody who is not logged in.
  package static let nobody = AuditActor(.nobody)
}

/// What something was done to: its kind and its id, and nothing else of it.
package struct AuditSubject: Sendable, Equatable {
  /// What kind of thing it is; the words are stored and hashed.
  package let kind: String
  /// Which one it is.
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
  /// Whom people pay for services.
  package static func provider(_ id: String) -> AuditSubject { AuditSubject("provider", id) }
  /// An operation, whatever its version.
  package static func operation(_ id: String) -> AuditSubject { AuditSubject("operation", id) }
  /// One version of an operation.
  package static func version(_ version: String, of operation: String) -> AuditSubject {
    AuditSubject("version", "\(operation)@\(version)")
  }
  /// The BIC directory of the import with this number.
  package static func directory(_ number: Int64) -> AuditSubject { AuditSubject("directory", String(number)) }
  /// A movement of money.
  package static func movement(_ id: Int64) -> AuditSubject { AuditSubject("movement", String(id)) }
  /// The ledger up to the movement with this id; 0 where it is empty.
  package static func ledger(through id: Int64) -> AuditSubject { AuditSubject("ledger", String(id)) }
  /// All logins together.
  package static let logins = AuditSubject("logins", "all")
}
