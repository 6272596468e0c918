package import Model
package import Storage

/// The table of the one-time codes that challenges by code ask.
package struct CodeQuestionDAO {
  /// What is kept of a code that was sent.
  package struct Record: Sendable {
    /// The how-manieth code of its submission it is.
    package let number: Int
    /// The id of the key that made the digest.
    package let keyID: String
    /// The keyed digest of the code.
    package let mac: [UInt8]
    /// The telephone number that it went to, but for its middle digits.
    package let sentTo: String
    /// When it was sent.
    package let sent: Instant

    /// What is kept of a code.
    package init(number: Int, keyID: String, mac: [UInt8], sentTo: String, sent: Instant) {
      (self.number, self.keyID, self.mac, self.sentTo, self.sent) = (number, keyID, mac, sentTo, sent)
    }
  }

  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Adds the code that a challenge of the person asks.
  package func insert(_ record: Record, for challenge: ChallengeID, person: PersonID) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO challenge_code (challenge, person, number, key_id, mac, sent_to, sent)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """,
      challenge, person, record.number, record.keyID, record.mac, record.sentTo, record.sent)
  }

  /// The code that a challenge of the person asks.
  package func find(_ challenge: ChallengeID, person: PersonID) throws(StoreError) -> Record? {
    try connection.first(
      "SELECT number, key_id, mac, sent_to, sent FROM challenge_code WHERE challenge = $1 AND person = $2", challenge,
      person
    ) { (row) throws(StoreError) in
      Record(
        number: try row.get(0), keyID: try row.get(1), mac: try row.get(2), sentTo: try row.get(3),
        sent: try row.get(4))
    }
  }

  /// When codes were sent to the person after `instant`, oldest first.
  package func sent(to person: PersonID, after instant: Instant) throws(StoreError) -> [Instant] {
    try connection.all(
      "SELECT sent FROM challenge_code WHERE person = $1 AND sent > $2 ORDER BY sent", person, instant
    ) { (row) throws(StoreError) in try row.get(0) }
  }
}
