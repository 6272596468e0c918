package import Model
import Persistence
import Storage

extension Signing {
  /// Gives the person a new security matrix in the place of the old one. Its codes are answered here and kept
  /// nowhere.
  package func issueMatrix(_ person: PersonID) -> Deferred<[Cell: String]> {
    issueMatrix(person, matrix.randomCodes())
  }

  /// Gives the person a matrix with these codes.
  package func issueMatrix(_ person: PersonID, _ codes: [Cell: String]) -> Deferred<[Cell: String]> {
    store.deferredWrite(locking: [.person(person)]) { transaction in
      let id = try matrix.issue(codes, to: person, at: clock(), transaction)
      try audit.record(.matrixIssued, by: .system, of: .matrix(id), transaction)
      return codes
    }
  }

  /// What a submission does that renews the person's matrix: its codes are shown once, with the signature's answer.
  package func renewal() -> Effect {
    let codes = matrix.randomCodes()
    var effect = Effect(check: { _, _ in nil }) { transaction, submission in
      let id = try matrix.issue(codes, to: submission.person, at: clock(), transaction)
      try audit.record(.matrixIssued, by: .person(submission.person), of: .matrix(id), transaction)
      return .executed
    }
    effect.shows = Disclosure(matrix: codes)
    return effect.here.on { transaction, person in
      try MatrixDAO(transaction).current(person: person)?.id.description ?? "none"
    }
  }

  /// Whether the person's matrix has exactly these codes.
  package func hasMatrix(_ person: PersonID, _ codes: [Cell: String]) throws -> Bool {
    try store.read { try matrix.has(codes, person, $0) }
  }

  /// How many signatures the person's matrix can still give; 0 without a matrix.
  package func signaturesLeft(_ person: PersonID) throws -> Int {
    try store.read { connection in try connection.snapshot { try matrix.questionsLeft(person, connection) } }
  }
}
