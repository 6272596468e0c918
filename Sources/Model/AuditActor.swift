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
