package import Model
import Persistence
import SQLite
import Secrets

extension Signing {
  /// Gives the person a new security matrix in the place of the old one. Its codes are answered here and kept
  /// nowhere.
  package func issueMatrix(_ person: PersonID) -> Deferred<[Cell: String]> {
    issueMatrix(person) { _ in randomCode() }
  }

  /// Gives the person a matrix with these codes.
  func issueMatrix(
    _ person: PersonID, code: @escaping @Sendable (Cell) -> String
  ) -> Deferred<[Cell: String]> {
    database.deferredWrite { transaction in
      let now = clock()
      let matrix = SecurityMatrix(
        id: .new(at: now), person: person, columns: rules.columns, rows: rules.rows, issued: now)
      let codes = Dictionary(uniqueKeysWithValues: rules.matrix.map { ($0, code($0)) })
      let cells = codes.map { cell, code in
        MatrixDAO.CellRecord(cell: cell, keyID: keys.current.id, mac: mac(code, cell, matrix.id, person, keys.current))
      }
      try MatrixDAO(transaction).replace(matrix, cells: cells)
      return codes
    }
  }

  /// Whether the person's matrix has exactly these codes.
  func hasMatrix(_ person: PersonID, _ codes: [Cell: String]) throws -> Bool {
    try database.read { connection in
      let table = MatrixDAO(connection)
      guard let matrix = try table.current(person: person) else { return false }
      let cells = try table.cells(matrix.id)
      return cells.count == codes.count
        && cells.allSatisfy { record in
          guard let code = codes[record.cell], let key = keys[record.keyID] else { return false }
          return isEqualInConstantTime(mac(code, record.cell, matrix.id, person, key), record.mac)
        }
    }
  }

  /// Whether every cell of the challenge has the code that was given for it. All are compared, each in constant
  /// time, so that nothing tells which was wrong.
  func matches(
    _ codes: [Cell: String], _ challenge: Challenge, person: PersonID, _ transaction: Transaction
  ) throws -> Bool {
    var isRight = true
    for cell in challenge.cells {
      guard let record = try MatrixDAO(transaction).find(cell, of: challenge.matrix) else { return false }
      guard let key = keys[record.keyID] else { throw SigningError.keyLost(id: record.keyID) }
      let given = mac(codes[cell] ?? "", cell, challenge.matrix, person, key)
      let isEqual = isEqualInConstantTime(given, record.mac)
      isRight = isEqual && isRight
    }
    return isRight
  }

  private func randomCode() -> String {
    (0..<rules.codeLength).map { _ in String(Randomness.number(below: 10)) }.joined()
  }

  private func mac(_ code: String, _ cell: Cell, _ matrix: MatrixID, _ person: PersonID, _ key: SecretKey) -> [UInt8] {
    key.mac(of: "valence matrix cell 1", person.description, matrix.description, cell.rawValue, code)
  }
}

extension SigningRules {
  /// The places of a matrix of this size.
  package var matrix: [Cell] {
    (0..<columns).flatMap { column in (0..<rows).compactMap { row in Cell(column: column, row: row) } }
  }
}
