package import Model
package import Storage

/// The table of the sets of cells that matrices have been asked, each beside the first challenge that asked it.
package struct CellQuestionDAO {
  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a set that a challenge is the first to ask; SQLite refuses a set of cells that the matrix has been asked before.
  package func insert(_ cells: [Cell], of matrix: MatrixID, for challenge: ChallengeID) throws(StoreError) {
    try connection.execute(
      "INSERT INTO challenge_cells (challenge, matrix, cells) VALUES ($1, $2, $3)", challenge, matrix, CellSet(cells))
  }

  /// Whether the matrix has been asked this set of cells.
  package func exists(_ cells: [Cell], of matrix: MatrixID) throws(StoreError) -> Bool {
    try connection.first(
      "SELECT 1 FROM challenge_cells WHERE matrix = $1 AND cells = $2", matrix, CellSet(cells)
    ) { (row) throws(StoreError) in try row.get(0, as: Int.self) } != nil
  }

  /// How many sets of cells the matrix has been asked.
  package func count(of matrix: MatrixID) throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM challenge_cells WHERE matrix = $1", matrix) {
      (row) throws(StoreError) in try row.get(0)
    } ?? 0
  }

  /// Every set of cells that the matrix has been asked.
  package func asked(of matrix: MatrixID) throws(StoreError) -> Set<[Cell]> {
    Set(
      try connection.all("SELECT cells FROM challenge_cells WHERE matrix = $1", matrix) { (row) throws(StoreError) in
        try row.get(0, as: CellSet.self).cells
      })
  }
}
