package import Model
package import SQLite

/// The table of the cells that challenges by security matrix ask.
package struct CellQuestionDAO {
  /// What is asked of which matrix.
  package struct Question: Sendable {
    /// The matrix.
    package let matrix: MatrixID
    /// How many digits its codes have.
    package let codeLength: Int
    /// Whether another took its place since.
    package let isRetired: Bool
    /// The cells, in order.
    package let cells: [Cell]
  }

  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Adds what a challenge asks; SQLite refuses a set of cells that the matrix has been asked before.
  package func insert(_ cells: [Cell], of matrix: MatrixID, for challenge: ChallengeID) throws(SQLiteError) {
    try connection.execute(
      "INSERT INTO challenge_cells (challenge, matrix, cells) VALUES ($1, $2, $3)", challenge, matrix, CellSet(cells))
  }

  /// What the challenge asks of a matrix of the person's.
  package func find(_ challenge: ChallengeID, person: PersonID) throws(SQLiteError) -> Question? {
    try connection.first(
      """
      SELECT matrix, code_length, retired IS NOT NULL, cells
      FROM challenge_cells JOIN security_matrix ON security_matrix.id = challenge_cells.matrix
      WHERE challenge = $1 AND person = $2
      """, challenge, person
    ) { (row) throws(SQLiteError) in
      Question(
        matrix: try row.get(0), codeLength: try row.get(1), isRetired: try row.get(2),
        cells: try row.get(3, as: CellSet.self).cells)
    }
  }

  /// Whether the matrix has been asked this set of cells.
  package func exists(_ cells: [Cell], of matrix: MatrixID) throws(SQLiteError) -> Bool {
    try connection.first(
      "SELECT 1 FROM challenge_cells WHERE matrix = $1 AND cells = $2", matrix, CellSet(cells)
    ) { (row) throws(SQLiteError) in try row.get(0, as: Int.self) } != nil
  }

  /// How many sets of cells the matrix has been asked.
  package func count(of matrix: MatrixID) throws(SQLiteError) -> Int {
    try connection.first("SELECT count(*) FROM challenge_cells WHERE matrix = $1", matrix) {
      (row) throws(SQLiteError) in try row.get(0)
    } ?? 0
  }

  /// Every set of cells that the matrix has been asked.
  package func asked(of matrix: MatrixID) throws(SQLiteError) -> Set<[Cell]> {
    Set(
      try connection.all("SELECT cells FROM challenge_cells WHERE matrix = $1", matrix) { (row) throws(SQLiteError) in
        try row.get(0, as: CellSet.self).cells
      })
  }
}
