import Dates
package import Model
import DataAccess
import Secrets

/// Signs by the codes in some cells of the person's security matrix.
struct MatrixMethod: SigningMethod {
  let keys: SecretKeys
  let rules: SigningRules

  /// Creates the method. `keys` makes the keyed digests of codes, and `rules` limits the cells of a
  /// challenge.
  init(keys: SecretKeys, rules: SigningRules) { (self.keys, self.rules) = (keys, rules) }

  var name: Challenge.Method { .matrix }

  /// True for the name of a cell.
  func isInput(_ name: String) -> Bool { Cell(rawValue: name) != nil }

  /// Moves the person's open question to this challenge, and closes the challenge that had it
  /// before.
  ///
  /// Without an open question, draws a new set of cells.
  /// - Throws:
  ///   - `SigningError.noMatrix` if the person has no matrix
  ///   - `SigningError.matrixExhausted` if the matrix has no unused set of cells
  func ask(
    _ asking: Asking, _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Challenge.Question {
    let person = asking.submission.person
    let uses = MatrixUseDAO(transaction)
    guard let use = try uses.find(person: person) else { throw SigningError.noMatrix }
    let matrix = use.matrix
    if let open = use.open {
      try ChallengeDAO(transaction).close(open.challenge, of: open.submission, person: person)
      try uses.move(to: asking.terms, person: person)
      return Self.question(open.cells, length: matrix.codeLength, in: matrix.grid)
    }
    guard let cells = try MatrixDraw(matrix: matrix, rules: rules, transaction).cells() else {
      throw SigningError.matrixExhausted
    }
    try uses.ask(cells, of: matrix.asked(cells), for: asking.terms)
    return Self.question(cells, length: matrix.codeLength, in: matrix.grid)
  }

  /// Returns the cells of the person's open question; nil if the question belongs to another
  /// challenge or a retired matrix.
  func question(
    of challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Challenge.Question? {
    try MatrixUseDAO(transaction).cells(of: challenge, person: person).map {
      Self.question($0.cells, length: $0.codeLength, in: $0.grid)
    }
  }

  /// Compares the answer with the code of every cell. The signature that follows a correct answer
  /// closes the question. If the answer is wrong, stores its keyed digest.
  func judge(
    _ answer: [String: String], to challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> AnswerVerdict {
    let uses = MatrixUseDAO(transaction)
    guard let asked = try uses.asked(by: challenge, person: person), answer.count == asked.cells.count,
      asked.cells.allSatisfy({ answer[$0.rawValue] != nil })
    else { return .notAsked }
    if let refused = asked.refused, isEqualInConstantTime(mac(answer, asked, person), refused) { return .repeated }
    guard try isRight(answer, to: asked, person) else {
      try uses.refuse(mac(answer, asked, person), person: person)
      return .wrong
    }
    return .right(.cells(asked.cells, of: asked.matrix))
  }

  private func isRight(_ answer: [String: String], to asked: MatrixUseDAO.Asked, _ person: PersonID) throws -> Bool {
    guard let key = keys[asked.codes.keyID] else { throw SigningError.keyLost(id: asked.codes.keyID) }
    var isRight = true
    for cell in asked.cells {
      let given = mac(answer[cell.rawValue] ?? "", cell, asked.matrix, person, key)
      guard let mac = asked.codes.mac(of: cell) else { return false }
      let isEqual = isEqualInConstantTime(given, mac)
      isRight = isEqual && isRight
    }
    return isRight
  }

  /// Returns the number of questions that the person's matrix still allows, including the open one;
  /// 0 without a matrix.
  func questionsLeft(_ person: PersonID, _ transaction: Transaction) throws -> Int {
    guard let use = try MatrixUseDAO(transaction).find(person: person) else { return 0 }
    return try MatrixDraw(matrix: use.matrix, rules: rules, transaction).left() + (use.open == nil ? 0 : 1)
  }

  /// Returns random codes for a new matrix.
  func randomCodes() -> [Cell: String] {
    codes { _ in (0..<rules.codeLength).map { _ in String(Randomness.number(below: 10)) }.joined() }
  }

  /// Returns a code for each cell of a new matrix. `code` supplies the codes.
  func codes(_ code: (Cell) -> String) -> [Cell: String] {
    Dictionary(uniqueKeysWithValues: rules.matrix.map { ($0, code($0)) })
  }

  /// Replaces the person's matrix with a new one that has these codes. Only the keyed digests of
  /// the codes are stored.
  func issue(
    _ codes: [Cell: String], to person: PersonID, at now: Instant, _ transaction: Transaction
  ) throws -> MatrixID {
    let matrix = SecurityMatrix(
      id: .new(at: now), person: person, columns: rules.columns, rows: rules.rows, codeLength: rules.codeLength,
      issued: now)
    let macs = matrix.cells.flatMap { mac(codes[$0] ?? "", $0, matrix.id, person, keys.current) }
    try MatrixDAO(transaction).replace(matrix, codes: .init(keyID: keys.current.id, macs: macs, rows: matrix.rows))
    return matrix.id
  }

  /// True if the person's matrix has exactly these codes.
  func has(_ codes: [Cell: String], _ person: PersonID, _ transaction: Transaction) throws -> Bool {
    guard let matrix = try MatrixUseDAO(transaction).find(person: person)?.matrix else { return false }
    guard let stored = try MatrixDAO(transaction).codes(of: matrix.id, person: person),
      let key = keys[stored.keyID]
    else { return false }
    let cells = matrix.cells
    return cells.count == codes.count
      && cells.allSatisfy { cell in
        guard let code = codes[cell], let known = stored.mac(of: cell) else { return false }
        return isEqualInConstantTime(mac(code, cell, matrix.id, person, key), known)
      }
  }

  private static func question(_ cells: [Cell], length: Int, in grid: Challenge.Grid) -> Challenge.Question {
    Challenge.Question(cells.map { .init($0.rawValue, length: length) }, in: grid)
  }

  private func mac(_ code: String, _ cell: Cell, _ matrix: MatrixID, _ person: PersonID, _ key: SecretKey) -> [UInt8] {
    key.mac(of: "valence matrix cell 1", person.description, matrix.description, cell.rawValue, code)
  }

  /// Returns the keyed digest of a wrong answer, for recognizing a repetition. Without the key it
  /// discloses nothing.
  private func mac(_ answer: [String: String], _ asked: MatrixUseDAO.Asked, _ person: PersonID) -> [UInt8] {
    let codes = asked.cells.flatMap { [$0.rawValue, answer[$0.rawValue] ?? ""] }
    let fields = ["valence wrong answer 1", person.description, asked.matrix.description] + codes
    return keys.current.mac(ofFields: fields.map { Array($0.utf8) })
  }
}

extension SigningRules {
  /// The cells of a new matrix.
  package var matrix: [Cell] { Cell.all(columns: columns, rows: rows) }
}
