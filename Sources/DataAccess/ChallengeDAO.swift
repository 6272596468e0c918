package import Model
package import Storage

/// The challenges of submissions. The row of a submission contains its last challenge.
package struct ChallengeDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Replaces the challenge of the person's submission.
  ///
  /// - Returns: The number of challenges of the submission so far, including the new one.
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

  /// Returns the open challenge of the person's submission, expired or not; nil if no challenge is
  /// open.
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

  /// Closes a challenge of the person's submission, unless another challenge has replaced it.
  ///
  /// A right answer closes the challenge through the new status of the submission.
  package func close(_ id: ChallengeID, of submission: SubmissionID, person: PersonID) throws(StoreError) {
    try connection.execute(
      "UPDATE submission SET challenge = NULL WHERE id = $1 AND person = $2 AND challenge = $3", submission, person, id)
  }
}
