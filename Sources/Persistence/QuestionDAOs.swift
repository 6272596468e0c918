package import Model
package import Storage

/// The table of the cells that people are asked until they answer them rightly: one question for each person.
package struct OpenQuestionDAO {
  /// The question that is open for a person.
  package struct Question: Sendable {
    /// The matrix.
    package let matrix: MatrixID
    /// Digits of its codes.
    package let codeLength: Int
    /// True if another matrix has replaced it since.
    package let isRetired: Bool
    /// The cells, in order.
    package let cells: [Cell]
    /// The submission that asks them now.
    package let submission: SubmissionID
    /// Its challenge.
    package let challenge: ChallengeID
    /// The keyed digest of the last wrong answer; nil before the first.
    package let refused: [UInt8]?
  }

  private let connection: Connection

  /// Creates the table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// The person's open question.
  package func find(person: PersonID) throws(StoreError) -> Question? {
    try connection.first(
      """
      SELECT matrix, code_length, retired IS NOT NULL, cells, submission, challenge, refused
      FROM open_question JOIN security_matrix ON security_matrix.id = open_question.matrix
      WHERE open_question.person = $1 AND security_matrix.person = $1
      """, person
    ) { (row) throws(StoreError) in
      Question(
        matrix: try row.get(0), codeLength: try row.get(1), isRetired: try row.get(2),
        cells: try row.get(3, as: CellSet.self).cells, submission: try row.get(4), challenge: try row.get(5),
        refused: try row.get(6))
    }
  }

  /// The submission whose open challenge asks the person's question now; nil if that can be answered no more.
  package func holder(person: PersonID, at instant: Instant) throws(StoreError) -> SubmissionID? {
    try connection.first(
      """
      SELECT submission.id FROM open_question
      JOIN security_matrix ON security_matrix.id = open_question.matrix
      JOIN submission ON submission.id = open_question.submission
      WHERE open_question.person = $1 AND submission.person = $1 AND retired IS NULL
        AND submission.challenge = open_question.challenge AND challenge_expires > $2
        AND status = 'awaitingSignature' AND expires > $2
      """, person, instant
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Replaces the person's last question. Its cells are those of a row of `asked_cells`.
  package func put(
    _ cells: [Cell], of matrix: MatrixID, for terms: Challenge.Terms, person: PersonID
  ) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO open_question (person, matrix, cells, submission, challenge) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (person) DO UPDATE
      SET matrix = excluded.matrix, cells = excluded.cells, submission = excluded.submission,
        challenge = excluded.challenge, refused = NULL
      """, person, matrix, CellSet(cells), terms.submission, terms.id)
  }

  /// Moves the person's question to another challenge.
  package func move(to terms: Challenge.Terms, person: PersonID) throws(StoreError) {
    try connection.execute(
      "UPDATE open_question SET submission = $2, challenge = $3 WHERE person = $1", person, terms.submission, terms.id)
  }

  /// Keeps the keyed digest of a wrong answer.
  package func refuse(_ digest: [UInt8], person: PersonID) throws(StoreError) {
    try connection.execute("UPDATE open_question SET refused = $2 WHERE person = $1", person, digest)
  }

  /// Forgets the person's question, which was answered rightly.
  package func delete(person: PersonID) throws(StoreError) {
    try connection.execute("DELETE FROM open_question WHERE person = $1", person)
  }
}

/// The table of the sets of cells that matrices have been asked.
package struct AskedCellsDAO {
  private let connection: Connection

  /// Creates the table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a set of cells; returns false if the matrix has been asked it before.
  package func insert(_ cells: [Cell], of matrix: MatrixID) throws(StoreError) -> Bool {
    try connection.execute(
      "INSERT INTO asked_cells (matrix, cells) VALUES ($1, $2) ON CONFLICT DO NOTHING", matrix, CellSet(cells)) == 1
  }

  /// Counts the sets of cells that the matrix has been asked.
  package func count(of matrix: MatrixID) throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM asked_cells WHERE matrix = $1", matrix) {
      (row) throws(StoreError) in try row.get(0)
    } ?? 0
  }

  /// Every set of cells that the matrix has been asked.
  package func asked(of matrix: MatrixID) throws(StoreError) -> Set<[Cell]> {
    Set(
      try connection.all("SELECT cells FROM asked_cells WHERE matrix = $1", matrix) { (row) throws(StoreError) in
        try row.get(0, as: CellSet.self).cells
      })
  }
}

/// The table of the one-time codes that challenges by code ask.
package struct CodeQuestionDAO {
  /// The stored data of a sent code.
  package struct Record: Sendable {
    /// The how-manieth code of its submission it is.
    package let number: Int
    /// The id of the key that made the digest.
    package let keyID: String
    /// The keyed digest of the code.
    package let mac: [UInt8]
    /// The telephone number that it went to, but for its middle digits.
    package let sentTo: String
    /// The time of sending.
    package let sent: Instant

    /// Creates the stored data of a code.
    package init(number: Int, keyID: String, mac: [UInt8], sentTo: String, sent: Instant) {
      (self.number, self.keyID, self.mac, self.sentTo, self.sent) = (number, keyID, mac, sentTo, sent)
    }
  }

  private let connection: Connection

  /// Creates the table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Adds the code that a challenge of the person asks.
  package func insert(_ record: Record, for terms: Challenge.Terms, person: PersonID) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO challenge_code (challenge, submission, person, number, key_id, mac, sent_to, sent)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      terms.id, terms.submission, person, record.number, record.keyID, record.mac, record.sentTo, record.sent)
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

  /// Returns the times after `instant` at which codes were sent to the person, oldest first.
  package func sent(to person: PersonID, after instant: Instant) throws(StoreError) -> [Instant] {
    try connection.all(
      "SELECT sent FROM challenge_code WHERE person = $1 AND sent > $2 ORDER BY sent", person, instant
    ) { (row) throws(StoreError) in try row.get(0) }
  }
}
