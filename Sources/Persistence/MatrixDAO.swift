package import Model
package import Storage

/// The tables of security matrices and their cells.
package struct MatrixDAO {
  /// The stored data of a cell.
  package struct CellRecord: Sendable {
    /// Its place.
    package let cell: Cell
    /// The id of the key that made the digest.
    package let keyID: String
    /// The keyed digest of its code.
    package let mac: [UInt8]
    /// The number of challenges that have asked it.
    package let uses: Int

    /// Creates the stored data of a cell.
    package init(cell: Cell, keyID: String, mac: [UInt8], uses: Int = 0) {
      self.cell = cell
      self.keyID = keyID
      self.mac = mac
      self.uses = uses
    }
  }

  private let connection: Connection

  /// Creates the tables on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// The matrix that the person uses now.
  package func current(person: PersonID) throws(StoreError) -> SecurityMatrix? {
    try connection.first(
      """
      SELECT id, person, columns, rows, code_length, issued FROM security_matrix
      WHERE person = $1 AND retired IS NULL
      """, person
    ) { (row) throws(StoreError) in
      SecurityMatrix(
        id: try row.get(0), person: try row.get(1), columns: try row.get(2), rows: try row.get(3),
        codeLength: try row.get(4), issued: try row.get(5))
    }
  }

  /// Replaces the person's matrix.
  package func replace(_ matrix: SecurityMatrix, cells: [CellRecord]) throws(StoreError) {
    try connection.execute(
      "UPDATE security_matrix SET retired = $2 WHERE person = $1 AND retired IS NULL", matrix.person, matrix.issued)
    try connection.execute(
      "INSERT INTO security_matrix (id, person, columns, rows, code_length, issued) VALUES ($1, $2, $3, $4, $5, $6)",
      matrix.id, matrix.person, matrix.columns, matrix.rows, matrix.codeLength, matrix.issued)
    for cell in cells {
      try connection.execute(
        "INSERT INTO matrix_cell (matrix, cell, key_id, mac) VALUES ($1, $2, $3, $4)",
        matrix.id, cell.cell, cell.keyID, cell.mac)
    }
  }

  /// Every cell of a matrix.
  package func cells(_ matrix: MatrixID) throws(StoreError) -> [CellRecord] {
    try connection.all("SELECT cell, key_id, mac, uses FROM matrix_cell WHERE matrix = $1", matrix, read: Self.read)
  }

  /// Returns the number of challenges that each cell of the matrix is still good for, greatest first, without exhausted
  /// cells.
  package func usable(_ matrix: MatrixID, limit: Int) throws(StoreError) -> [(cell: Cell, left: Int)] {
    try connection.all(
      "SELECT cell, $2 - uses FROM matrix_cell WHERE matrix = $1 AND uses < $2 ORDER BY uses", matrix, limit
    ) { (row) throws(StoreError) in (try row.get(0), try row.get(1)) }
  }

  /// Returns the sum of those numbers over all cells of the matrix.
  package func usesLeft(_ matrix: MatrixID, limit: Int) throws(StoreError) -> Int {
    try connection.first(
      "SELECT coalesce(sum(max($2 - uses, 0)), 0) FROM matrix_cell WHERE matrix = $1", matrix, limit
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Finds a cell of a matrix.
  package func find(_ cell: Cell, of matrix: MatrixID) throws(StoreError) -> CellRecord? {
    try connection.first(
      "SELECT cell, key_id, mac, uses FROM matrix_cell WHERE matrix = $1 AND cell = $2", matrix, cell, read: Self.read)
  }

  /// Notes that one more challenge asks the cell.
  package func use(_ cell: Cell, of matrix: MatrixID) throws(StoreError) {
    try connection.execute("UPDATE matrix_cell SET uses = uses + 1 WHERE matrix = $1 AND cell = $2", matrix, cell)
  }

  private static func read(_ row: Row) throws(StoreError) -> CellRecord {
    CellRecord(cell: try row.get(0), keyID: try row.get(1), mac: try row.get(2), uses: try row.get(3))
  }
}

/// Cells in order, stored as their names joined by blanks.
struct CellSet: Storable {
  let cells: [Cell]

  init(_ cells: [Cell]) { self.cells = cells.sorted() }

  var stored: StoredValue { .text(cells.map(\.rawValue).joined(separator: " ")) }

  init?(stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    var cells: [Cell] = []
    for word in text.split(separator: " ") {
      guard let cell = Cell(rawValue: String(word)) else { return nil }
      cells.append(cell)
    }
    self.cells = cells
  }
}
