package import Model
package import Storage

/// The table of enrolments in progress.
package struct EnrolmentDAO {
  private static let columns: SQLFragment = "id, invitation, person, key_id, mac, sent_to, created, expires"
  private static let byToken = Query("SELECT \(columns) FROM enrolment WHERE token_digest = $1")
  private static let byPerson = Query("SELECT \(columns) FROM enrolment WHERE person = $1")
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Adds an enrolment, which is found by the digest of its secret id.
  package func insert(_ enrolment: Enrolment, tokenDigest: [UInt8]) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO enrolment (id, invitation, person, token_digest, key_id, mac, sent_to, created, expires)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """, enrolment.id, enrolment.invitation, enrolment.person, tokenDigest, enrolment.code?.keyID,
      enrolment.code?.mac, enrolment.code?.sentTo, enrolment.created, enrolment.expires)
  }

  /// Returns the enrolment with this digest of its secret id, expired or not; nil if the digest is
  /// unknown.
  package func find(tokenDigest: [UInt8]) throws(StoreError) -> Enrolment? {
    try connection.first(Self.byToken, tokenDigest, read: Self.read)
  }

  /// Returns the person's enrolment, expired or not; nil if the person has none.
  package func find(person: PersonID) throws(StoreError) -> Enrolment? {
    try connection.first(Self.byPerson, person, read: Self.read)
  }

  /// Replaces the secret id of the person's enrolment.
  package func setToken(_ digest: [UInt8], person: PersonID) throws(StoreError) {
    try connection.execute("UPDATE enrolment SET token_digest = $2 WHERE person = $1", person, digest)
  }

  /// Deletes the person's enrolment.
  package func delete(person: PersonID) throws(StoreError) {
    try connection.execute("DELETE FROM enrolment WHERE person = $1", person)
  }

  private static func read(_ row: Row) throws(StoreError) -> Enrolment {
    let keyID: String? = try row.get(3)
    let code = try keyID.map { (id) throws(StoreError) in
      Enrolment.SentCode(keyID: id, mac: try row.get(4), sentTo: try row.get(5))
    }
    return Enrolment(
      id: try row.get(0), invitation: try row.get(1), person: try row.get(2), code: code, created: try row.get(6),
      expires: try row.get(7))
  }
}
