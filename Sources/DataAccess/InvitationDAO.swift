package import Model
package import Storage

/// The table of invitations that can still be used.
package struct InvitationDAO {
  private static let columns: SQLFragment = "id, person, login, wrong, begun, created, expires"
  private static let byMac = Query("SELECT \(columns) FROM invitation WHERE mac = $1")
  private static let byPerson = Query("SELECT \(columns) FROM invitation WHERE person = $1")
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Adds an invitation, which is found by the keyed digest of its code.
  package func insert(_ invitation: Invitation, keyID: String, mac: [UInt8]) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO invitation (id, person, login, created, expires, key_id, mac)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """, invitation.id, invitation.person, invitation.login, invitation.created, invitation.expires, keyID, mac)
  }

  /// Returns the invitation with this digest of its code, expired or not; nil if the digest is
  /// unknown.
  package func find(mac: [UInt8]) throws(StoreError) -> Invitation? {
    try connection.first(Self.byMac, mac, read: Self.read)
  }

  /// Returns the person's invitation, expired or not; nil if the person has none.
  package func find(person: PersonID) throws(StoreError) -> Invitation? {
    try connection.first(Self.byPerson, person, read: Self.read)
  }

  /// Counts an enrolment of the person's invitation.
  package func countEnrolment(person: PersonID) throws(StoreError) {
    try connection.execute("UPDATE invitation SET begun = begun + 1 WHERE person = $1", person)
  }

  /// Counts a wrong one-time code of the person's invitation; returns the number of wrong codes.
  package func countWrongCode(person: PersonID) throws(StoreError) -> Int {
    try connection.first(
      "UPDATE invitation SET wrong = wrong + 1 WHERE person = $1 RETURNING wrong", person
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Deletes the person's invitation with its enrolment; returns false if the person has none.
  @discardableResult
  package func delete(person: PersonID) throws(StoreError) -> Bool {
    try connection.execute("DELETE FROM invitation WHERE person = $1", person) == 1
  }

  private static func read(_ row: Row) throws(StoreError) -> Invitation {
    Invitation(
      id: try row.get(0), person: try row.get(1), login: try row.get(2), wrong: try row.get(3),
      begun: try row.get(4), created: try row.get(5), expires: try row.get(6))
  }
}
