package import Model
package import Storage

/// The challenges of submissions, each in the row of its submission, which keeps the last one.
package struct ChallengeDAO {
  private let connection: Connection

  /// Creates the table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Replaces the challenge of a submission of the person, and returns the new one's number among those of the submission,
  /// from 1.
  package func put(_ terms: Challenge.Terms, person: PersonID) throws(StoreError) -> Int {
    try connection.first(
      """
      UPDATE submission SET challenges = challenges + 1, challenge = $3, challenge_session = $4, challenge_digest = $5,
        challenge_created = $6, challenge_expires = $7
      WHERE id = $1 AND person = $2
      RETURNING challenges
      """,
      terms.submission, person, terms.id, terms.session, terms.digest, terms.created, terms.expires
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// The open challenge of a submission of the person, expired or not.
  package func open(_ submission: SubmissionID, person: PersonID) throws(StoreError) -> Challenge.Terms? {
    try connection.first(
      """
      SELECT challenge, method, challenge_session, challenge_digest, challenge_created, challenge_expires
      FROM submission
      WHERE id = $1 AND person = $2 AND status = 'awaitingSignature' AND challenge IS NOT NULL
      """, submission, person
    ) { (row) throws(StoreError) in
      Challenge.Terms(
        id: try row.get(0), submission: submission, method: try row.get(1), session: try row.get(2),
        digest: try row.get(3), created: try row.get(4), expires: try row.get(5))
    }
  }

  /// Closes the challenge of a submission of the person, unless another one has taken its place. A right answer closes it by
  /// the submission's new status.
  package func close(_ id: ChallengeID, of submission: SubmissionID, person: PersonID) throws(StoreError) {
    try connection.execute(
      "UPDATE submission SET challenge = NULL WHERE id = $1 AND person = $2 AND challenge = $3", submission, person, id)
  }
}
