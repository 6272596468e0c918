package import Dates

/// A table of codes that was issued to a person. The codes themselves are not stored.
package struct SecurityMatrix: Sendable, Equatable {
  package let id: MatrixID
  package let person: PersonID
  /// The number of columns, 1 to 26.
  package let columns: Int
  /// The number of rows, 1 to 99.
  package let rows: Int
  /// The number of digits of a code, 1 to 9.
  package let codeLength: Int
  package let issued: Instant
  /// The number of challenges that used each cell, in the order of `cells`.
  package private(set) var uses: [Int]

  /// Creates a matrix. Without `uses`, no challenge has used it.
  package init(
    id: MatrixID, person: PersonID, columns: Int, rows: Int, codeLength: Int, issued: Instant, uses: [Int]? = nil
  ) {
    self.id = id
    self.person = person
    self.columns = columns
    self.rows = rows
    self.codeLength = codeLength
    self.issued = issued
    self.uses = uses ?? Array(repeating: 0, count: columns * rows)
  }
}

extension SecurityMatrix {
  package var grid: Challenge.Grid { Challenge.Grid(columns: columns, rows: rows) }

  /// The cells, column by column, and in each column row by row.
  package var cells: [Cell] { Cell.all(columns: columns, rows: rows) }

  /// Returns the offset of a cell in `cells`; nil if the matrix does not contain it.
  package func place(of cell: Cell) -> Int? { cell.column < columns ? cell.place(amongRows: rows) : nil }

  /// Returns this matrix after another challenge with these cells.
  package func asked(_ cells: [Cell]) -> SecurityMatrix {
    var matrix = self
    for place in cells.compactMap(place) { matrix.uses[place] += 1 }
    return matrix
  }
}

/// A cell of a security matrix: the letter of a column and the number of a row, such as `A1`.
package struct Cell: Hashable, Sendable, Comparable, RawRepresentable, CustomStringConvertible {
  /// The column, counted from 0.
  package let column: Int
  /// The row, counted from 0.
  package let row: Int

  private static let (maxColumns, maxRows) = (26, 99)
  /// The names of all cells, column by column.
  private static let names = (0..<maxColumns).flatMap { column in
    (1...maxRows).map { row in "\(Character(UnicodeScalar(UInt8(ascii: "A") + UInt8(column))))\(row)" }
  }

  /// Creates the cell at these offsets; nil beyond 26 columns or 99 rows.
  package init?(column: Int, row: Int) {
    guard (0..<Self.maxColumns).contains(column), (0..<Self.maxRows).contains(row) else { return nil }
    self.column = column
    self.row = row
  }

  /// Creates the cell with this name; nil for any other form, including `A01`.
  package init?(rawValue: String) {
    guard let letter = rawValue.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter),
      rawValue.utf8.count <= 3, rawValue.utf8.dropFirst().first != UInt8(ascii: "0"),
      rawValue.utf8.dropFirst().allSatisfy({ $0 &- 0x30 < 10 }), let row = Int(rawValue.dropFirst())
    else { return nil }
    self.init(column: Int(letter - UInt8(ascii: "A")), row: row - 1)
  }

  /// Returns all cells of a matrix, column by column, and in each column row by row.
  package static func all(columns: Int, rows: Int) -> [Cell] {
    (0..<columns).flatMap { column in (0..<rows).compactMap { row in Cell(column: column, row: row) } }
  }

  /// Returns the offset among all cells of a matrix with that many rows; nil beyond the last
  /// row.
  package func place(amongRows rows: Int) -> Int? { row < rows ? column * rows + row : nil }

  package var rawValue: String { Self.names[column * Self.maxRows + row] }
  package var description: String { rawValue }
  // The default implementations of `RawRepresentable` compare and hash the name.
  package static func == (left: Self, right: Self) -> Bool { left.column == right.column && left.row == right.row }
  package func hash(into hasher: inout Hasher) { hasher.combine(column * Self.maxRows + row) }
  package static func < (left: Self, right: Self) -> Bool {
    (left.column, left.row) < (right.column, right.row)
  }
}
