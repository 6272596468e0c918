package import Model
import Persistence
import Secrets

/// Signs by the codes in some cells of the person's security matrix.
package struct MatrixMethod: SigningMethod {
  let keys: SecretKeys
  let rules: SigningRules

  /// Makes keyed digests of codes with `keys`, and draws cells by `rules`.
  init(keys: SecretKeys, rules: SigningRules) { (self.keys, self.rules) = (keys, rules) }

  /// `matrix`.
  package var name: Challenge.Method { .matrix }

  /// True for the name of a cell.
  package func isInput(_ name: String) -> Bool { Cell(rawValue: name) != nil }

  /// Moves the person's open question to this challenge, and closes the challenge that asked it before.
  ///
  /// Draws a new set of cells when there is no open question, or when it belongs to a retired matrix.
  /// - Throws `SigningError.noMatrix` when the person has no matrix.
  /// - Throws `SigningError.matrixExhausted` when the matrix has no set left.
  package func ask(
    _ asking: Asking, _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Challenge.Question {
    let person = asking.submission.person
    guard let matrix = try MatrixDAO(transaction).current(person: person) else { throw SigningError.noMatrix }
    let questions = OpenQuestionDAO(transaction)
    let open = try questions.find(person: person)
    if let open {
      try ChallengeDAO(transaction).close(open.challenge, of: open.submission, person: person)
    }
    if let open, open.matrix == matrix.id {
      try questions.move(to: asking.terms, person: person)
      return Self.question(open.cells, length: matrix.codeLength)
    }
    guard let cells = try MatrixDraw(matrix: matrix, rules: rules, transaction).cells() else {
      throw SigningError.matrixExhausted
    }
    try MatrixDAO(transaction).setUses(of: matrix.asked(cells))
    try questions.put(cells, of: matrix.id, for: asking.terms, person: person)
    return Self.question(cells, length: matrix.codeLength)
  }

  /// The cells of the person's open question; nil when another challenge asks it or its matrix is retired.
  package func question(
    of challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Challenge.Question? {
    try asked(by: challenge, person, transaction).map { Self.question($0.cells, length: $0.codeLength) }
  }

  /// Compares the answer with the code of every cell. A right one ends the question; a wrong one leaves its keyed digest.
  package func judge(
    _ answer: [String: String], to challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> AnswerVerdict {
    guard let question = try asked(by: challenge, person, transaction) else { return .wrong }
    if let refused = question.refused, isEqualInConstantTime(mac(answer, question, person), refused) {
      return .repeated
    }
    let questions = OpenQuestionDAO(transaction)
    guard try isRight(answer, to: question, person, transaction) else {
      try questions.refuse(mac(answer, question, person), person: person)
      return .wrong
    }
    try questions.delete(person: person)
    return .right
  }

  private func isRight(
    _ answer: [String: String], to question: OpenQuestionDAO.Question, _ person: PersonID, _ transaction: Transaction
  ) throws -> Bool {
    guard let codes = try MatrixDAO(transaction).codes(of: question.matrix, person: person) else { return false }
    guard let key = keys[codes.keyID] else { throw SigningError.keyLost(id: codes.keyID) }
    var isRight = true
    for cell in question.cells {
      let given = mac(answer[cell.rawValue] ?? "", cell, question.matrix, person, key)
      guard let mac = codes.mac(of: cell) else { return false }
      let isEqual = isEqualInConstantTime(given, mac)
      isRight = isEqual && isRight
    }
    return isRight
  }

  /// Questions that the person's matrix can still be asked, the open one included; 0 without a matrix.
  func questionsLeft(_ person: PersonID, _ transaction: Transaction) throws -> Int {
    guard let matrix = try MatrixDAO(transaction).current(person: person) else { return 0 }
    let isOpen = try OpenQuestionDAO(transaction).find(person: person)?.matrix == matrix.id
    return try MatrixDraw(matrix: matrix, rules: rules, transaction).left() + (isOpen ? 1 : 0)
  }

  /// Random codes for a new matrix.
  func randomCodes() -> [Cell: String] {
    codes { _ in (0..<rules.codeLength).map { _ in String(Randomness.number(below: 10)) }.joined() }
  }

  /// The codes that `code` gives for the cells of a new matrix.
  func codes(_ code: (Cell) -> String) -> [Cell: String] {
    Dictionary(uniqueKeysWithValues: rules.matrix.map { ($0, code($0)) })
  }

  /// Replaces the person's matrix with one of these codes; only their keyed digests are stored.
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
    let table = MatrixDAO(transaction)
    guard let matrix = try table.current(person: person) else { return false }
    guard let stored = try table.codes(of: matrix.id, person: person), let key = keys[stored.keyID] else {
      return false
    }
    let cells = matrix.cells
    return cells.count == codes.count
      && cells.allSatisfy { cell in
        guard let code = codes[cell], let known = stored.mac(of: cell) else { return false }
        return isEqualInConstantTime(mac(code, cell, matrix.id, person, key), known)
      }
  }

  private func asked(
    by challenge: ChallengeID, _ person: PersonID, _ transaction: Transaction
  ) throws -> OpenQuestionDAO.Question? {
    guard let open = try OpenQuestionDAO(transaction).find(person: person), open.challenge == challenge, !open.isRetired
    else { return nil }
    return open
  }

  private static func question(_ cells: [Cell], length: Int) -> Challenge.Question {
    Challenge.Question(cells.map { .init($0.rawValue, length: length) })
  }

  private func mac(_ code: String, _ cell: Cell, _ matrix: MatrixID, _ person: PersonID, _ key: SecretKey) -> [UInt8] {
    key.mac(of: "valence matrix cell 1", person.description, matrix.description, cell.rawValue, code)
  }

  /// The keyed digest of a wrong answer. It tells a repeated answer from another one; without the key it reveals
  /// nothing.
  private func mac(_ answer: [String: String], _ question: OpenQuestionDAO.Question, _ person: PersonID) -> [UInt8] {
    let codes = question.cells.flatMap { [$0.rawValue, answer[$0.rawValue] ?? ""] }
    let fields = ["valence wrong answer 1", person.description, question.matrix.description] + codes
    return keys.current.mac(ofFields: fields.map { Array($0.utf8) })
  }
}

extension SigningRules {
  /// The cells of a matrix of this size.
  package var matrix: [Cell] { Cell.all(columns: columns, rows: rows) }
}
