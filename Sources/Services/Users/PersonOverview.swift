package import Dates
package import Model
import DataAccess
import Storage

/// All that support staff see about one person, read at one moment.
package struct PersonOverview: Sendable {
  /// A limit that the bank set for this person, for a day and an operation.
  package struct Limit: Sendable, Equatable {
    package let operation: String
    package let limit: Money
  }

  /// The person's ability to sign.
  package struct Signing: Sendable, Equatable {
    /// The number of consecutive wrong answers.
    package let wrongAnswers: Int
    /// The time since which the person cannot sign; nil if the person can sign.
    package let locked: Instant?
    /// The time at which the person's security matrix was issued; nil if the person has none.
    package let matrix: Instant?
  }

  package let person: Person
  /// The id of the person in the bank's own systems; nil if none is stored.
  package let externalID: String?
  /// The telephone number for one-time codes; nil without one.
  package let codePhone: String?
  package let access: PersonAccess
  /// The time from which the code of the invitation is rejected; nil without an invitation.
  package let invited: Instant?
  package let signing: Signing
  /// The sessions that have not expired, newest first.
  package let sessions: [SessionRecord]
  package let limits: [Limit]
  package let accounts: [Account]
  package let cards: [Card]
}

extension Users {
  /// Returns the overview of a person; nil if the id is unknown.
  package func overview(_ id: PersonID) throws -> PersonOverview? {
    let now = clock()
    return try store.read { connection in
      try connection.snapshot {
        let people = PersonDAO(connection)
        guard let person = try people.find(id), let access = try people.access(id) else { return nil }
        let signing = try people.signingState(id)
        return PersonOverview(
          person: person, externalID: try people.externalID(id), codePhone: try people.codePhone(id),
          access: PersonAccess(access),
          invited: try InvitationDAO(connection).find(person: id).flatMap { $0.expires > now ? $0.expires : nil },
          signing: PersonOverview.Signing(
            wrongAnswers: signing?.wrongAnswers ?? 0, locked: signing?.locked,
            matrix: try MatrixUseDAO(connection).find(person: id)?.matrix.issued),
          sessions: try SessionDAO(connection).all(person: id).filter { $0.expires > now },
          limits: try LimitDAO(connection).all(person: id).map { .init(operation: $0.operation, limit: $0.limit) },
          accounts: try AccountDAO(connection).all(person: id).filter { $0.until.map { now < $0 } ?? true }.map(
            \.account),
          cards: try CardDAO(connection).all(person: id))
      }
    }
  }
}
