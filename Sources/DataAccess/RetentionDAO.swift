package import Model
package import Dates
package import Storage

/// The deletions of expired rows in all tables. Rows are found by time and not through their owner.
///
/// Each call deletes at most `limit` rows, so that it holds the writer for a short time. A search
/// that reads many rows runs on a connection without the writer. The rows found are then deleted
/// one at a time.
package struct RetentionDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Deletes sessions that expired by `instant`.
  package func deleteSessions(expiredBy instant: Instant, limit: Int) throws(StoreError) -> Int {
    try connection.execute(
      "DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires <= $1 LIMIT $2)", instant, limit)
  }

  /// Deletes enrolments that ended by `instant`.
  package func deleteEnrolments(expiredBy instant: Instant, limit: Int) throws(StoreError) -> Int {
    try connection.execute(
      "DELETE FROM enrolment WHERE id IN (SELECT id FROM enrolment WHERE expires <= $1 LIMIT $2)", instant, limit)
  }

  /// Deletes invitations that expired by `instant`.
  package func deleteInvitations(expiredBy instant: Instant, limit: Int) throws(StoreError) -> Int {
    try connection.execute(
      "DELETE FROM invitation WHERE id IN (SELECT id FROM invitation WHERE expires <= $1 LIMIT $2)", instant, limit)
  }

  /// Deletes messages of a kind that expired by `instant`, because a server without their sender
  /// does not process them.
  ///
  /// A message is due at its expiry at the latest, so the expired messages are found by `due`.
  package func deleteMessages(_ kind: Message.Kind, expiredBy instant: Instant, limit: Int) throws(StoreError) -> Int {
    try connection.execute(
      """
      DELETE FROM message WHERE id IN
        (SELECT id FROM message WHERE kind = $1 AND due <= $2 AND expires <= $2 LIMIT $3)
      """, kind, instant, limit)
  }

  /// Deletes at most `limit` drafts that were last stored by `instant`, oldest first; returns their
  /// number.
  package func deleteDrafts(keptBy instant: Instant, limit: Int) throws(StoreError) -> Int {
    try connection.execute(
      """
      DELETE FROM draft WHERE (person, operation) IN
        (SELECT person, operation FROM draft WHERE changed <= $1 ORDER BY changed LIMIT $2)
      """, instant, limit)
  }

  /// Deletes at most `limit` copies of drafts that were made by `instant`, oldest first; returns
  /// their number.
  package func deleteDraftCopies(keptBy instant: Instant, limit: Int) throws(StoreError) -> Int {
    try connection.execute(
      """
      DELETE FROM draft_copy WHERE (person, operation, number) IN
        (SELECT person, operation, number FROM draft_copy WHERE kept <= $1 ORDER BY kept LIMIT $2)
      """, instant, limit)
  }

  /// Marks unsigned submissions as expired if their expiry is `instant` or earlier; returns their
  /// ids.
  package func expire(by instant: Instant, limit: Int) throws(StoreError) -> [SubmissionID] {
    try connection.all(
      """
      UPDATE submission SET status = 'expired', changed = CASE WHEN changed > expires THEN changed ELSE expires END
      WHERE id IN (SELECT id FROM submission WHERE status = 'awaitingSignature' AND expires <= $1 LIMIT $2)
      RETURNING id
      """, instant, limit
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Returns submissions with values that were never signed and ended by `instant`.
  ///
  /// Also reads the values, so that their pages are in memory when they are deleted under the
  /// writer.
  package func unsigned(endedBy instant: Instant, limit: Int) throws(StoreError) -> [SubmissionID] {
    try connection.all(
      """
      SELECT id, length("values") FROM submission
      WHERE signed IS NULL AND status <> 'awaitingSignature' AND "values" <> '{}' AND changed <= $1 LIMIT $2
      """, instant, limit
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Deletes the marks of people on deals whose last day is `day` or earlier.
  package func deleteMarks(of day: CivilDate, limit: Int) throws(StoreError) -> Int {
    try connection.execute(
      """
      DELETE FROM deal_mark WHERE (person, deal) IN
        (SELECT mark.person, mark.deal FROM deal JOIN deal_mark AS mark ON mark.deal = deal.id
         WHERE deal.end_date <= $1 LIMIT $2)
      """, day, limit)
  }

  /// A period in which a person requested notifications.
  package struct PushPeriod: Sendable {
    let person: PersonID
    let begun: Instant
  }

  /// Returns periods that ended by `instant`, if the last day of each deal announced in them is
  /// before `day`.
  package func pushPeriods(endedBy instant: Instant, on day: CivilDate, limit: Int) throws(StoreError) -> [PushPeriod] {
    try connection.all(
      """
      SELECT person, begun FROM push_period AS period WHERE ended <= $1
        AND NOT EXISTS (SELECT 1 FROM deal
          WHERE announced >= period.begun AND announced < period.ended AND end_date >= $2)
      LIMIT $3
      """, instant, day, limit
    ) { (row) throws(StoreError) in PushPeriod(person: try row.get(0), begun: try row.get(1)) }
  }

  /// Deletes a period if it ended by `instant`; returns the number of rows.
  package func delete(_ period: PushPeriod, endedBy instant: Instant) throws(StoreError) -> Int {
    try connection.execute(
      "DELETE FROM push_period WHERE person = $1 AND begun = $2 AND ended <= $3", period.person, period.begun, instant)
  }

  /// Returns ended submissions with values of persons who were erased before `instant`, if their
  /// retention ended before `year`.
  ///
  /// The retention is `years` calendar years after the erasure, or the submission's own retention
  /// if that is longer.
  package func documents(
    erasedBefore instant: Instant, years: Int, in year: Int, limit: Int
  ) throws(StoreError) -> [SubmissionID] {
    try connection.all(
      """
      SELECT kept.id FROM person JOIN (
        SELECT id, person, $3 - CASE WHEN keep_years > $2 THEN keep_years ELSE $2 END AS year FROM submission
        WHERE "values" <> '{}' AND status NOT IN ('awaitingSignature', 'signed')) AS kept ON kept.person = person.id
      WHERE person.erased IS NOT NULL AND person.forgotten IS NULL AND person.erased < $1
        AND person.erased < 86400000000
          * (365 * (year - 1970) + (year - 1969) / 4 - (year - 1901) / 100 + (year - 1601) / 400)
      LIMIT $4
      """, instant, years, year, limit
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Deletes the values of a submission that has ended; returns the number of rows.
  package func forget(_ submission: SubmissionID) throws(StoreError) -> Int {
    try connection.execute(
      """
      UPDATE submission SET "values" = '{}'
      WHERE id = $1 AND "values" <> '{}' AND status NOT IN ('awaitingSignature', 'signed')
      """, submission)
  }

  /// Returns ended submissions with values of all persons, if their retention in days ended by
  /// `instant`.
  ///
  /// Also reads the values, as `unsigned` does.
  package func keptForDays(by instant: Instant, limit: Int) throws(StoreError) -> [SubmissionID] {
    try connection.all(
      """
      SELECT id, length("values") FROM submission
      WHERE keep_days IS NOT NULL AND "values" <> '{}' AND changed + keep_days * 86400000000 <= $1
        AND status NOT IN ('awaitingSignature', 'signed')
      LIMIT $2
      """, instant, limit
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Sets the retention of submissions of an operation that were stored without one; returns their
  /// number.
  package func keep(_ span: RetentionPeriod, of operation: String, limit: Int) throws(StoreError) -> Int {
    try connection.execute(
      """
      UPDATE submission SET keep_years = $2, keep_days = $3 WHERE id IN
        (SELECT id FROM submission
         WHERE operation = $1 AND keep_years IS NULL AND keep_days IS NULL AND "values" <> '{}' LIMIT $4)
      """, operation, span.years, span.days, limit)
  }

  /// Returns erased people whose submissions have no values left.
  package func forgotten(erasedBefore instant: Instant, limit: Int) throws(StoreError) -> [PersonID] {
    try connection.all(
      """
      SELECT id FROM person WHERE erased IS NOT NULL AND forgotten IS NULL AND erased < $1
        AND NOT EXISTS (SELECT 1 FROM submission WHERE person = person.id AND "values" <> '{}')
      LIMIT $2
      """, instant, limit
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Marks an erased person whose submissions have no values left, so that the person is not
  /// searched again.
  package func noteForgotten(_ person: PersonID, at now: Instant) throws(StoreError) {
    try connection.execute(
      """
      UPDATE person SET forgotten = CASE WHEN erased > $2 THEN erased ELSE $2 END
      WHERE id = $1 AND erased IS NOT NULL AND forgotten IS NULL
      """, person, now)
  }
}
