package import Dates
package import Model
package import Storage

/// The table of the use of matrices: one row for each person, with the last question.
///
/// A question is open until its submission is signed, which requires a right answer.
package struct MatrixUseDAO {
  /// The matrix of a person, and its open question.
  package struct Use: Sendable {
    package let matrix: SecurityMatrix
    /// The open question; nil if no question is open.
    package let open: Question?
  }

  /// The cells that a person must answer correctly.
  package struct Question: Sendable {
    /// The cells, in order.
    package let cells: [Cell]
    /// The submission that currently uses the question.
    package let submission: SubmissionID
    /// The challenge of that submission.
    package let challenge: ChallengeID
  }

  /// The stored data for the check of an answer to a challenge.
  package struct Asked: Sendable {
    package let matrix: MatrixID
    /// The cells, in order.
    package let cells: [Cell]
    /// The number of digits of a code.
    let codeLength: Int
    /// The keyed digests of the matrix's codes.
    package let codes: MatrixDAO.Codes
    /// The keyed digest of the last wrong answer; nil before the first.
    package let refused: [UInt8]?
  }

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the use of the person's matrix; nil if the person has no matrix.
  package func find(person: PersonID) throws(StoreError) -> Use? {
    try connection.first(
      """
      SELECT security_matrix.id, columns, rows, code_length, issued, uses,
        submission.id, CASE WHEN submission.id IS NOT NULL THEN cells END, matrix_use.challenge
      FROM matrix_use JOIN security_matrix ON security_matrix.id = matrix_use.matrix
      LEFT JOIN submission ON submission.id = matrix_use.submission AND submission.signed IS NULL
      WHERE matrix_use.person = $1 AND security_matrix.person = $1
      """, person
    ) { (row) throws(StoreError) in
      let (columns, rows) = (try row.get(1, as: Int.self), try row.get(2, as: Int.self))
      let uses = try row.get(5, as: CellUses.self).counts
      guard uses.count == columns * rows else { throw row.mismatch(5, CellUses.self) }
      var open: Question?
      if let submission: SubmissionID = try row.get(6) {
        open = Question(
          cells: try row.get(7, as: CellSet.self).cells, submission: submission, challenge: try row.get(8))
      }
      return Use(
        matrix: SecurityMatrix(
          id: try row.get(0), person: person, columns: columns, rows: rows, codeLength: try row.get(3),
          issued: try row.get(4), uses: uses),
        open: open)
    }
  }

  /// Returns the cells and codes of a challenge of the person; nil if another challenge uses the
  /// question, or another matrix is in use.
  ///
  /// Does not check whether the challenge was answered. The caller checks the status of the
  /// submission.
  package func asked(by challenge: ChallengeID, person: PersonID) throws(StoreError) -> Asked? {
    try connection.first(
      """
      SELECT matrix, cells, code_length, key_id, macs, rows, refused
      FROM matrix_use JOIN security_matrix ON security_matrix.id = matrix_use.matrix
      WHERE matrix_use.person = $1 AND challenge = $2 AND security_matrix.person = $1 AND macs IS NOT NULL
      """, person, challenge
    ) { (row) throws(StoreError) in
      Asked(
        matrix: try row.get(0), cells: try row.get(1, as: CellSet.self).cells, codeLength: try row.get(2),
        codes: MatrixDAO.Codes(keyID: try row.get(3), macs: try row.get(4), rows: try row.get(5)),
        refused: try row.get(6))
    }
  }

  /// Returns the cells of a challenge of the person, the number of digits of a code, and the size
  /// of the matrix.
  ///
  /// - Returns: Nil if another challenge uses the question, or another matrix is in use.
  package func cells(
    of challenge: ChallengeID, person: PersonID
  ) throws(StoreError) -> (cells: [Cell], codeLength: Int, grid: Challenge.Grid)? {
    try connection.first(
      """
      SELECT cells, code_length, columns, rows
      FROM matrix_use JOIN security_matrix ON security_matrix.id = matrix_use.matrix
      WHERE matrix_use.person = $1 AND challenge = $2 AND security_matrix.person = $1
      """, person, challenge
    ) { (row) throws(StoreError) in
      let grid = Challenge.Grid(columns: try row.get(2), rows: try row.get(3))
      return (try row.get(0, as: CellSet.self).cells, try row.get(1), grid)
    }
  }

  /// Returns the submission whose open challenge uses the person's question; nil if it can no
  /// longer be answered.
  package func holder(person: PersonID, at instant: Instant) throws(StoreError) -> SubmissionID? {
    try connection.first(
      """
      SELECT submission.id FROM matrix_use JOIN submission ON submission.id = matrix_use.submission
      WHERE matrix_use.person = $1 AND submission.person = $1
        AND submission.challenge = matrix_use.challenge AND challenge_expires > $2
        AND status = 'awaitingSignature' AND expires > $2
      """, person, instant
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Starts the use of a new matrix, without a question.
  func begin(_ matrix: SecurityMatrix) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO matrix_use (person, matrix, uses) VALUES ($1, $2, $3)
      ON CONFLICT (person) DO UPDATE SET matrix = excluded.matrix, uses = excluded.uses, cells = NULL, submission = NULL,
        challenge = NULL, refused = NULL
      """, matrix.person, matrix.id, CellUses(matrix.uses))
  }

  /// Stores a question about cells of the matrix, whose uses already include it. The cells must be
  /// a row of `asked_cells`.
  package func ask(
    _ cells: [Cell], of matrix: SecurityMatrix, for terms: Challenge.Terms
  ) throws(StoreError) {
    try connection.execute(
      """
      UPDATE matrix_use SET uses = $3, cells = $4, submission = $5, challenge = $6, refused = NULL
      WHERE person = $1 AND matrix = $2
      """, matrix.person, matrix.id, CellUses(matrix.uses), CellSet(cells), terms.submission, terms.id)
  }

  /// Moves the person's question to another challenge.
  package func move(to terms: Challenge.Terms, person: PersonID) throws(StoreError) {
    try connection.execute(
      "UPDATE matrix_use SET submission = $2, challenge = $3 WHERE person = $1", person, terms.submission, terms.id)
  }

  /// Stores the keyed digest of a wrong answer.
  package func refuse(_ digest: [UInt8], person: PersonID) throws(StoreError) {
    try connection.execute("UPDATE matrix_use SET refused = $2 WHERE person = $1", person, digest)
  }
}

/// The number of uses of each cell, stored as one character for each: U+0030 for 0, U+0031 for 1,
/// and so on.
///
/// Counts up to 9 are therefore digits. The maximum is 50,000, below the surrogates.
private struct CellUses: Storable {
  private static let none: UInt32 = 0x30
  private static let maximum = 50_000

  let counts: [Int]

  init(_ counts: [Int]) { self.counts = counts }

  var stored: StoredValue {
    // Characters of counts below 80 have one byte.
    if counts.allSatisfy({ (0..<80).contains($0) }) {
      return .text(String(decoding: counts.map { UInt8(Self.none) + UInt8($0) }, as: UTF8.self))
    }
    var text = String.UnicodeScalarView()
    for count in counts { text.append(Unicode.Scalar(Self.none + UInt32(min(max(count, 0), Self.maximum))) ?? "0") }
    return .text(String(text))
  }

  init?(stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    var counts: [Int] = []
    counts.reserveCapacity(text.utf8.count)
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      for byte in text.utf8 {
        guard byte >= Self.none else { return nil }
        counts.append(Int(byte) - Int(Self.none))
      }
      self.counts = counts
      return
    }
    for scalar in text.unicodeScalars {
      guard scalar.value >= Self.none else { return nil }
      counts.append(Int(scalar.value - Self.none))
    }
    self.counts = counts
  }
}
