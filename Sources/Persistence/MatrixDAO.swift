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

    /// Creates the stored codes of a matrix.
    package init(keyID: String, macs: [UInt8]) { (self.keyID, self.macs) = (keyID, macs) }

    /// Returns the keyed digest of the code at an offset; nil beyond the last.
    package func mac(_ place: Int) -> [UInt8]? {
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
      "SELECT key_id, macs FROM security_matrix WHERE id = $1 AND person = $2 AND macs IS NOT NULL", matrix, person
    ) { (row) throws(StoreError) in Codes(keyID: try row.get(0), macs: try row.get(1)) }
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
    let digits = Array("0123456789abcdef".utf8)
    return .text(
      String(unsafeUninitializedCapacity: 4 * counts.count) { text in
        for (place, count) in counts.enumerated() {
          let count = min(max(count, 0), 0xffff)
          for digit in 0..<4 { text[4 * place + digit] = digits[count >> (12 - 4 * digit) & 15] }
        }
        return 4 * counts.count
      })
  }

  init?(stored: StoredValue) {
    guard case .text(var text) = stored else { return nil }
    var isHexadecimal = true
    counts = text.withUTF8 { text in
      [Int](unsafeUninitializedCapacity: text.count / 4) { counts, filled in
        filled = text.count / 4
        for place in 0..<filled {
          var count = 0
          for digit in text[4 * place..<4 * place + 4] {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): count = 16 * count + Int(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): count = 16 * count + Int(digit - UInt8(ascii: "a")) + 10
            default: isHexadecimal = false
            }
          }
          counts.initializeElement(at: place, to: count)
        }
      }
    }
    guard isHexadecimal else { return nil }
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
