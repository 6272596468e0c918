package import Model
package import SQLite

/// The table of challenges.
package struct ChallengeDAO {
  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a challenge; SQLite refuses a set of cells that its matrix has been asked before.
  package func insert(_ challenge: Challenge) throws(SQLiteError) {
    try connection.execute(
      """
      INSERT INTO challenge (id, submission, matrix, session, cells, digest, created, expires)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      challenge.id, challenge.submission, challenge.matrix, challenge.session, CellSet(challenge.cells),
      challenge.digest, challenge.created, challenge.expires)
  }

  /// The open challenge of a submission of the person, expired or not.
  package func open(_ submission: SubmissionID, person: PersonID) throws(SQLiteError) -> Challenge? {
    try connection.first(
      """
      SELECT challenge.id, submission, matrix, session, cells, digest, challenge.created, challenge.expires
      FROM challenge JOIN submission ON submission.id = challenge.submission
      WHERE challenge.submission = $1 AND submission.person = $2 AND outcome IS NULL
      """, submission, person
    ) { (row) throws(SQLiteError) in
      Challenge(
        id: try row.get(0), submission: try row.get(1), matrix: try row.get(2), session: try row.get(3),
        cells: try row.get(4, as: CellSet.self).cells, digest: try row.get(5), created: try row.get(6),
        expires: try row.get(7), outcome: nil)
    }
  }

  /// Whether the matrix has been asked this set of cells.
  package func exists(_ cells: [Cell], of matrix: MatrixID) throws(SQLiteError) -> Bool {
    try connection.first(
      "SELECT 1 FROM challenge WHERE matrix = $1 AND cells = $2", matrix, CellSet(cells)
    ) { (row) throws(SQLiteError) in try row.get(0, as: Int.self) } != nil
  }

  /// Every set of cells that the matrix has been asked.
  package func asked(of matrix: MatrixID) throws(SQLiteError) -> Set<[Cell]> {
    Set(
      try connection.all("SELECT cells FROM challenge WHERE matrix = $1", matrix) { (row) throws(SQLiteError) in
        try row.get(0, as: CellSet.self).cells
      })
  }

  /// Says what became of an open challenge; false when it is no longer open.
  package func close(
    _ id: ChallengeID, _ outcome: Challenge.Outcome, at instant: Instant
  ) throws(SQLiteError) -> Bool {
    try connection.execute(
      "UPDATE challenge SET outcome = $2, closed = $3 WHERE id = $1 AND outcome IS NULL", id, outcome, instant) == 1
  }
}
