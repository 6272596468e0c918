package import Model
package import Storage

/// The table of security matrices.
package struct MatrixDAO {
  /// The stored codes of a matrix.
  package struct Codes: Sendable, Equatable {
    /// The number of bytes of a keyed digest.
    package static let width = 32

    /// The id of the key that made the digests.
    package let keyID: String
    /// The keyed digests of the codes, one behind the other in the order of the matrix's cells.
    package let macs: [UInt8]
    /// The number of the matrix's rows.
    private let rows: Int

    /// Creates the stored codes of a matrix with that many rows.
    package init(keyID: String, macs: [UInt8], rows: Int) { (self.keyID, self.macs, self.rows) = (keyID, macs, rows) }

    /// Returns the keyed digest of the code in a cell; nil if the matrix has no such cell.
    package func mac(of cell: Cell) -> [UInt8]? {
      guard let place = cell.place(amongRows: rows) else { return nil }
      let start = place * Self.width
      return start + Self.width <= macs.count ? Array(macs[start..<start + Self.width]) : nil
    }
  }

  private let connection: Connection

  /// Creates the table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// The matrix that the person uses now.
  package func current(person: PersonID) throws(StoreError) -> SecurityMatrix? {
    try connection.first(
      """
      SELECT id, person, columns, rows, code_length, issued, uses FROM security_matrix
      WHERE person = $1 AND retired IS NULL
      """, person
    ) { (row) throws(StoreError) in
      SecurityMatrix(
        id: try row.get(0), person: try row.get(1), columns: try row.get(2), rows: try row.get(3),
        codeLength: try row.get(4), issued: try row.get(5), uses: try row.get(6, as: CellUses.self).counts)
    }
  }

  /// Replaces the person's matrix; of the one before no codes are kept.
  package func replace(_ matrix: SecurityMatrix, codes: Codes) throws(StoreError) {
    try connection.execute(
      "UPDATE security_matrix SET retired = $2, key_id = NULL, macs = NULL WHERE person = $1 AND retired IS NULL",
      matrix.person, matrix.issued)
    try connection.execute(
      """
      INSERT INTO security_matrix (id, person, columns, rows, code_length, issued, uses, key_id, macs)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """,
      matrix.id, matrix.person, matrix.columns, matrix.rows, matrix.codeLength, matrix.issued, CellUses(matrix.uses),
      codes.keyID, codes.macs)
  }

  /// Returns the codes of the person's matrix; nil once it is retired.
  package func codes(of matrix: MatrixID, person: PersonID) throws(StoreError) -> Codes? {
    try connection.first(
      "SELECT key_id, macs, rows FROM security_matrix WHERE id = $1 AND person = $2 AND macs IS NOT NULL", matrix,
      person
    ) { (row) throws(StoreError) in
      Codes(keyID: try row.get(0), macs: try row.get(1), rows: try row.get(2))
    }
  }

  /// Stores how often each cell was asked.
  package func setUses(of matrix: SecurityMatrix) throws(StoreError) {
    try connection.execute(
      "UPDATE security_matrix SET uses = $3 WHERE id = $1 AND person = $2", matrix.id, matrix.person,
      CellUses(matrix.uses))
  }
}

/// Counts of uses up to 65,535, stored in four hexadecimal digits each.
private struct CellUses: Storable {
  let counts: [Int]

  init(_ counts: [Int]) { self.counts = counts }

  var stored: StoredValue {
    var digits: [UInt8] = []
    digits.reserveCapacity(4 * counts.count)
    for count in counts {
      let count = min(max(count, 0), 0xffff)
      for shift in [12, 8, 4, 0] {
        let digit = UInt8(count >> shift & 15)
        digits.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
      }
    }
    return .text(String(decoding: digits, as: UTF8.self))
  }

  init?(stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    var counts: [Int] = []
    counts.reserveCapacity(text.utf8.count / 4)
    var (count, digits) = (0, 0)
    for digit in text.utf8 {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): count = 16 * count + Int(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): count = 16 * count + Int(digit - UInt8(ascii: "a")) + 10
      default: return nil
      }
      digits += 1
      if digits % 4 == 0 {
        counts.append(count)
        count = 0
      }
    }
    self.counts = counts
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
