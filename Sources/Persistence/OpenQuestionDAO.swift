package import Model
package import Storage

/// The table of the cells that people are asked until they answer them rightly: one question for each person.
package struct OpenQuestionDAO {
  /// What a person is asked.
  package struct Question: Sendable {
    /// The matrix.
    package let matrix: MatrixID
    /// Digits of its codes.
    package let codeLength: Int
    /// Whether another matrix took its place since.
    package let isRetired: Bool
    /// The cells, in order.
    package let cells: [Cell]
    /// The challenge that asks them now.
    package let challenge: ChallengeID
    /// The keyed digest of the last wrong answer; nil before the first.
    package let refused: [UInt8]?
  }

  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// The person's open question.
  package func find(person: PersonID) throws(StoreError) -> Question? {
    try connection.first(
      """
      SELECT matrix, code_length, retired IS NOT NULL, cells, challenge, refused
      FROM open_question JOIN security_matrix ON security_matrix.id = open_question.matrix
      WHERE open_question.person = $1 AND security_matrix.person = $1
      """, person
    ) { (row) throws(StoreError) in
      Question(
        matrix: try row.get(0), codeLength: try row.get(1), isRetired: try row.get(2),
        cells: try row.get(3, as: CellSet.self).cells, challenge: try row.get(4), refused: try row.get(5))
    }
  }

  /// The submission whose open challenge asks the person's question now; nil where that can be answered no more.
  package func holder(person: PersonID, at instant: Instant) throws(StoreError) -> SubmissionID? {
    try connection.first(
      """
      SELECT submission.id FROM open_question
      JOIN security_matrix ON security_matrix.id = open_question.matrix
      JOIN challenge ON challenge.id = open_question.challenge
      JOIN submission ON submission.id = challenge.submission
      WHERE open_question.person = $1 AND submission.person = $1 AND retired IS NULL AND challenge.outcome IS NULL
        AND challenge.expires > $2 AND submission.status = 'awaitingSignature' AND submission.expires > $2
      """, person, instant
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Puts a question in the place of the person's last one. Its cells are those of a row of `challenge_cells`.
  package func put(
    _ cells: [Cell], of matrix: MatrixID, for challenge: ChallengeID, person: PersonID
  ) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO open_question (person, matrix, cells, challenge) VALUES ($1, $2, $3, $4)
      ON CONFLICT (person) DO UPDATE
      SET matrix = excluded.matrix, cells = excluded.cells, challenge = excluded.challenge, refused = NULL
      """, person, matrix, CellSet(cells), challenge)
  }

  /// Moves the person's question to another challenge.
  package func move(to challenge: ChallengeID, person: PersonID) throws(StoreError) {
    try connection.execute("UPDATE open_question SET challenge = $2 WHERE person = $1", person, challenge)
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
