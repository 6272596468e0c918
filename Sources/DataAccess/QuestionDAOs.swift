package import Dates
package import Model
package import Storage

/// The table of the sets of cells that the challenges of a matrix have used.
package struct AskedCellsDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a set of cells; returns false if the matrix already used it.
  package func insert(_ cells: [Cell], of matrix: MatrixID) throws(StoreError) -> Bool {
    try connection.execute(
      "INSERT INTO asked_cells (matrix, cells) VALUES ($1, $2) ON CONFLICT DO NOTHING", matrix, CellSet(cells)) == 1
  }

  /// Returns the number of sets of cells that the matrix has used.
  package func count(of matrix: MatrixID) throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM asked_cells WHERE matrix = $1", matrix) {
      (row) throws(StoreError) in try row.get(0)
    } ?? 0
  }

  /// Returns all sets of cells that the matrix has used.
  package func asked(of matrix: MatrixID) throws(StoreError) -> Set<[Cell]> {
    Set(
      try connection.all("SELECT cells FROM asked_cells WHERE matrix = $1", matrix) { (row) throws(StoreError) in
        try row.get(0, as: CellSet.self).cells
      })
  }
}

/// The table of the one-time codes of challenges.
package struct CodeQuestionDAO {
  /// The stored data of a sent code.
  package struct Record: Sendable {
    /// The number of the code among the codes of its submission.
    package let number: Int
    /// The id of the key that made the digest.
    package let keyID: String
    /// The keyed digest of the code.
    package let mac: [UInt8]
    /// The recipient's telephone number with its middle digits masked.
    package let sentTo: String
    /// The time of sending.
    package let sent: Instant

    package init(number: Int, keyID: String, mac: [UInt8], sentTo: String, sent: Instant) {
      (self.number, self.keyID, self.mac, self.sentTo, self.sent) = (number, keyID, mac, sentTo, sent)
    }
  }

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Adds the code of a challenge of the person.
  package func insert(_ record: Record, for terms: Challenge.Terms, person: PersonID) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO challenge_code (challenge, submission, person, number, key_id, mac, sent_to, sent)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      terms.id, terms.submission, person, record.number, record.keyID, record.mac, record.sentTo, record.sent)
  }

  /// Returns the code of a challenge of the person; nil if the challenge has no code.
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

  /// Returns the times after `instant` at which codes were sent to the person, oldest first.
  package func sent(to person: PersonID, after instant: Instant) throws(StoreError) -> [Instant] {
    try connection.all(
      "SELECT sent FROM challenge_code WHERE person = $1 AND sent > $2 ORDER BY sent", person, instant
    ) { (row) throws(StoreError) in try row.get(0) }
  }
}
