package import Model
package import Storage

/// The table of security matrices. `MatrixUseDAO` has their questions.
package struct MatrixDAO {
  /// The stored codes of a matrix.
  package struct Codes: Sendable, Equatable {
    /// The number of bytes of a keyed digest.
    static let width = 32

    /// The id of the key that made the digests.
    package let keyID: String
    /// The keyed digests of the codes, concatenated in the order of the matrix's cells.
    let macs: [UInt8]
    /// The number of rows of the matrix.
    private let rows: Int

    package init(keyID: String, macs: [UInt8], rows: Int) { (self.keyID, self.macs, self.rows) = (keyID, macs, rows) }

    /// Returns the keyed digest of the code in a cell; nil if the matrix has no such cell.
    package func mac(of cell: Cell) -> [UInt8]? {
      guard let place = cell.place(amongRows: rows) else { return nil }
      let start = place * Self.width
      return start + Self.width <= macs.count ? Array(macs[start..<start + Self.width]) : nil
    }
  }

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Replaces the person's matrix, and deletes the codes of the previous one.
  package func replace(_ matrix: SecurityMatrix, codes: Codes) throws(StoreError) {
    try connection.execute(
      "UPDATE security_matrix SET retired = $2, key_id = NULL, macs = NULL WHERE person = $1 AND retired IS NULL",
      matrix.person, matrix.issued)
    try connection.execute(
      """
      INSERT INTO security_matrix (id, person, columns, rows, code_length, issued, key_id, macs)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      matrix.id, matrix.person, matrix.columns, matrix.rows, matrix.codeLength, matrix.issued, codes.keyID, codes.macs)
    try MatrixUseDAO(connection).begin(matrix)
  }

  /// Returns the codes of the person's matrix; nil if it is retired.
  package func codes(of matrix: MatrixID, person: PersonID) throws(StoreError) -> Codes? {
    try connection.first(
      "SELECT key_id, macs, rows FROM security_matrix WHERE id = $1 AND person = $2 AND macs IS NOT NULL", matrix,
      person
    ) { (row) throws(StoreError) in
      Codes(keyID: try row.get(0), macs: try row.get(1), rows: try row.get(2))
    }
  }
}

/// Cells in order, stored as their names separated by spaces.
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
