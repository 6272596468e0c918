import Model
import Persistence
import Secrets

extension Signing {
  /// The challenge that the caller's session may answer now, if one is open.
  func openChallenge(
    _ id: SubmissionID, caller: Caller, at now: Instant, _ transaction: Transaction
  ) throws -> Challenge? {
    guard let open = try ChallengeDAO(transaction).open(id, person: caller.person), open.session == caller.session,
      open.expires > now
    else { return nil }
    return open
  }

  /// The caller's submission, which waits for its signature.
  func awaited(
    _ id: SubmissionID, caller: Caller, at now: Instant, _ transaction: Transaction
  ) throws -> Submission {
    guard let submission = try SubmissionDAO(transaction).find(id, person: caller.person)?.seen(at: now) else {
      throw SubmissionError.notFound
    }
    guard submission.status == .awaitingSignature else { throw SigningError.notAwaited }
    return submission
  }

  /// Whether the person may not sign.
  func isLocked(_ person: PersonID, _ transaction: Transaction) throws -> Bool {
    try PersonDAO(transaction).signingState(person)?.locked != nil
  }

  /// The open challenge of a submission that waits for its signature, or a new one; throws a `SigningError`.
  func challenge(
    for submission: Submission, caller: Caller, at now: Instant, _ transaction: Transaction
  ) throws -> Challenge {
    if try isLocked(caller.person, transaction) { throw SigningError.locked }
    if let open = try openChallenge(submission.id, caller: caller, at: now, transaction) { return open }
    guard let matrix = try MatrixDAO(transaction).current(person: caller.person) else { throw SigningError.noMatrix }
    let challenges = ChallengeDAO(transaction)
    if let old = try challenges.open(submission.id, person: caller.person) {
      _ = try challenges.close(old.id, .superseded, at: now)
    }
    let challenge = Challenge(
      id: .new(at: now), submission: submission.id, matrix: matrix.id, session: caller.session,
      cells: try draw(matrix, transaction), digest: submission.signedDigest.bytes, created: now,
      expires: now + rules.challengeLifetime, outcome: nil)
    try challenges.insert(challenge)
    for cell in challenge.cells { try MatrixDAO(transaction).use(cell, of: matrix.id) }
    return challenge
  }

  /// A set of cells that the matrix has not been asked, each as likely as the others.
  private func draw(_ matrix: SecurityMatrix, _ transaction: Transaction) throws -> [Cell] {
    let table = MatrixDAO(transaction)
    let challenges = ChallengeDAO(transaction)
    // Guessing finds a free set at once while most are free; what is left of a worn matrix is counted out.
    for _ in 0..<16 {
      let drawn = sample(matrix)
      let isUsable =
        try drawn.count == rules.cells
        && drawn.allSatisfy { try (table.find($0, of: matrix.id)?.uses ?? .max) < rules.usesPerCell }
      if try isUsable && !challenges.exists(drawn, of: matrix.id) { return drawn }
    }
    let cells = try table.usableCells(matrix.id, limit: rules.usesPerCell)
    let asked = try challenges.asked(of: matrix.id)
    var chosen: [Cell]?
    var free = 0
    forEachSet(of: cells.sorted(), size: rules.cells) { set in
      if asked.contains(set) { return }
      free += 1
      if Randomness.number(below: free) == 0 { chosen = set }
    }
    guard let chosen else { throw SigningError.matrixExhausted }
    return chosen
  }

  /// As many random cells as are asked, in order; fewer where one came twice.
  private func sample(_ matrix: SecurityMatrix) -> [Cell] {
    let cells = (0..<rules.cells).compactMap { _ in
      Cell(column: Randomness.number(below: matrix.columns), row: Randomness.number(below: matrix.rows))
    }
    return Set(cells).sorted()
  }

  private func forEachSet(of cells: [Cell], size: Int, _ body: ([Cell]) -> Void) {
    func extend(_ set: [Cell], from start: Int) {
      if set.count == size { return body(set) }
      for place in start..<cells.count { extend(set + [cells[place]], from: place + 1) }
    }
    extend([], from: 0)
  }
}
