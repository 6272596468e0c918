package import Model
package import Storage

/// The table of the properties that challenges of all methods have.
package struct ChallengeDAO {
  private let connection: Connection

  /// Creates the table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a challenge; the database refuses one by another method than those of its submission before.
  package func insert(_ terms: Challenge.Terms) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO challenge (id, submission, method, session, digest, created, expires)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """,
      terms.id, terms.submission, terms.method, terms.session, terms.digest, terms.created, terms.expires)
  }

  /// The open challenge of a submission of the person, expired or not.
  package func open(_ submission: SubmissionID, person: PersonID) throws(StoreError) -> Challenge.Terms? {
    try connection.first(
      """
      SELECT challenge.id, submission, method, session, digest, challenge.created, challenge.expires
      FROM challenge JOIN submission ON submission.id = challenge.submission
      WHERE challenge.submission = $1 AND submission.person = $2 AND outcome IS NULL
      """, submission, person
    ) { (row) throws(StoreError) in
      Challenge.Terms(
        id: try row.get(0), submission: try row.get(1), method: try row.get(2), session: try row.get(3),
        digest: try row.get(4), created: try row.get(5), expires: try row.get(6))
    }
  }

  /// Returns the method of signing the person's submission; nil if it needs no signature.
  package func method(_ submission: SubmissionID, person: PersonID) throws(StoreError) -> Challenge.Method? {
    try connection.first(
      """
      SELECT method FROM challenge JOIN submission ON submission.id = challenge.submission
      WHERE challenge.submission = $1 AND submission.person = $2 LIMIT 1
      """, submission, person
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Counts the challenges of the person's submission.
  package func count(_ submission: SubmissionID, person: PersonID) throws(StoreError) -> Int {
    try connection.first(
      """
      SELECT count(*) FROM challenge JOIN submission ON submission.id = challenge.submission
      WHERE challenge.submission = $1 AND submission.person = $2
      """, submission, person
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Stores the outcome of an open challenge of the person; returns false if it is no longer open.
  package func close(
    _ id: ChallengeID, person: PersonID, _ outcome: Challenge.Outcome, at instant: Instant
  ) throws(StoreError) -> Bool {
    try connection.execute(
      """
      UPDATE challenge SET outcome = $3, closed = $4
      WHERE id = $1 AND outcome IS NULL
        AND EXISTS (SELECT 1 FROM submission WHERE submission.id = challenge.submission AND person = $2)
      """, id, person, outcome, instant) == 1
  }
}
