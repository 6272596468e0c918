package import Model
import Persistence
import Secrets

/// Signing by the codes in some cells of the person's security matrix.
package struct MatrixMethod: SigningMethod {
  let keys: SecretKeys
  let rules: SigningRules
  private let room = MatrixRoom()

  /// Signing with `keys`, by these rules.
  init(keys: SecretKeys, rules: SigningRules) { (self.keys, self.rules) = (keys, rules) }

  /// `matrix`.
  package var name: Challenge.Method { .matrix }

  /// The name of a cell.
  package func isInput(_ name: String) -> Bool { Cell(rawValue: name) != nil }

  /// Draws a set of cells that the matrix has not been asked.
  package func ask(
    _ asking: Asking, _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Challenge.Question {
    guard let matrix = try MatrixDAO(transaction).current(person: asking.submission.person) else {
      throw SigningError.noMatrix
    }
    let draw = MatrixDraw(matrix: matrix, rules: rules, room: room, transaction)
    guard let cells = try draw.cells() else { throw SigningError.matrixExhausted }
    try CellQuestionDAO(transaction).insert(cells, of: matrix.id, for: asking.terms.id)
    for cell in cells { try MatrixDAO(transaction).use(cell, of: matrix.id) }
    return Challenge.Question(cells.map { .init($0.rawValue, length: matrix.codeLength) })
  }

  /// The cells that were drawn; none of a matrix that is retired since.
  package func question(
    of challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Challenge.Question? {
    guard let question = try CellQuestionDAO(transaction).find(challenge, person: person), !question.isRetired else {
      return nil
    }
    return Challenge.Question(question.cells.map { .init($0.rawValue, length: question.codeLength) })
  }

  /// Whether every cell has the code that was given for it.
  package func isRight(
    _ answer: [String: String], to challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Bool {
    guard let question = try CellQuestionDAO(transaction).find(challenge, person: person) else { return false }
    var isRight = true
    for cell in question.cells {
      guard let record = try MatrixDAO(transaction).find(cell, of: question.matrix) else { return false }
      guard let key = keys[record.keyID] else { throw SigningError.keyLost(id: record.keyID) }
      let given = mac(answer[cell.rawValue] ?? "", cell, question.matrix, person, key)
      let isEqual = isEqualInConstantTime(given, record.mac)
      isRight = isEqual && isRight
    }
    return isRight
  }

  /// How many challenges the person's matrix can still give; 0 without a matrix.
  func challengesLeft(_ person: PersonID, _ transaction: Transaction) throws -> Int {
    guard let matrix = try MatrixDAO(transaction).current(person: person) else { return 0 }
    return try MatrixDraw(matrix: matrix, rules: rules, room: room, transaction).left()
  }

  /// Random codes for a new matrix.
  func randomCodes() -> [Cell: String] {
    codes { _ in (0..<rules.codeLength).map { _ in String(Randomness.number(below: 10)) }.joined() }
  }

  /// Codes for every cell of a new matrix.
  func codes(_ code: (Cell) -> String) -> [Cell: String] {
    Dictionary(uniqueKeysWithValues: rules.matrix.map { ($0, code($0)) })
  }

  /// Gives the person a matrix with these codes in the place of the old one; they themselves are not stored.
  func issue(
    _ codes: [Cell: String], to person: PersonID, at now: Instant, _ transaction: Transaction
  ) throws -> MatrixID {
    let matrix = SecurityMatrix(
      id: .new(at: now), person: person, columns: rules.columns, rows: rules.rows, codeLength: rules.codeLength,
      issued: now)
    let cells = codes.map { cell, code in
      MatrixDAO.CellRecord(cell: cell, keyID: keys.current.id, mac: mac(code, cell, matrix.id, person, keys.current))
    }
    try MatrixDAO(transaction).replace(matrix, cells: cells)
    return matrix.id
  }

  /// Whether the person's matrix has exactly these codes.
  func has(_ codes: [Cell: String], _ person: PersonID, _ transaction: Transaction) throws -> Bool {
    let table = MatrixDAO(transaction)
    guard let matrix = try table.current(person: person) else { return false }
    let cells = try table.cells(matrix.id)
    return cells.count == codes.count
      && cells.allSatisfy { record in
        guard let code = codes[record.cell], let key = keys[record.keyID] else { return false }
        return isEqualInConstantTime(mac(code, record.cell, matrix.id, person, key), record.mac)
      }
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
