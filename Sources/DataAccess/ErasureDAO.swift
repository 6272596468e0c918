package import Dates
package import Model
package import Storage

/// The statements that erase a person in all tables, and the counts for the report of the erasure.
///
/// A new column with personal data must be added here, unless it is in an entity's table with
/// `erased`.
package struct ErasureDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Deletes the person's rows that are not retained, such as sessions, drafts and messages.
  /// Returns their numbers by kind.
  package func removeBelongings(of person: PersonID) throws(StoreError) -> [Erasure.Count] {
    var removed: [Erasure.Count] = [
      .init("sessions", try connection.execute("DELETE FROM session WHERE person = $1", person)),
      .init("settings", try connection.execute("DELETE FROM settings WHERE person = $1", person)),
      .init("times of notification", try connection.execute("DELETE FROM push_period WHERE person = $1", person)),
      .init("known places of logins", try connection.execute("DELETE FROM known_login WHERE person = $1", person)),
      .init("marks on deals", try connection.execute("DELETE FROM deal_mark WHERE person = $1", person)),
      .init("drafts", try connection.execute("DELETE FROM draft WHERE person = $1", person)),
      .init("copies of drafts", try connection.execute("DELETE FROM draft_copy WHERE person = $1", person)),
      .init("invitations", try connection.execute("DELETE FROM invitation WHERE person = $1", person)),
      .init("messages", try connection.execute("DELETE FROM message WHERE person = $1", person)),
    ]
    removed += try Tables.erase(person, on: connection)
    return removed + [
      .init("limits", try connection.execute("DELETE FROM person_limit WHERE person = $1", person)),
      .init("subscriptions", try connection.execute("DELETE FROM subscription WHERE person = $1", person)),
    ]
  }

  /// Retires the person's security matrix, and deletes its codes and the record of its use.
  /// Overwrites the sent codes and the masked telephone numbers.
  ///
  /// - Returns: The number of codes in the matrix and of sent codes.
  package func removeCodes(of person: PersonID, at instant: Instant) throws(StoreError) -> Erasure.Count {
    try connection.execute("DELETE FROM matrix_use WHERE person = $1", person)
    let cells = try connection.all(
      """
      UPDATE security_matrix SET retired = $2, key_id = NULL, macs = NULL
      WHERE person = $1 AND retired IS NULL
      RETURNING columns * rows
      """, person, instant
    ) { (row) throws(StoreError) in try row.get(0, as: Int.self) }.reduce(0, +)
    let sent = try connection.execute(
      "UPDATE challenge_code SET mac = $2, sent_to = '***' WHERE person = $1", person, [UInt8](repeating: 0, count: 32))
    return Erasure.Count("codes", cells + sent)
  }

  /// Cancels the person's unsigned submissions.
  package func cancelUnsigned(of person: PersonID, at instant: Instant) throws(StoreError) {
    try connection.execute(
      """
      UPDATE submission SET status = 'cancelled', changed = CASE WHEN changed > $2 THEN changed ELSE $2 END
      WHERE person = $1 AND status = 'awaitingSignature'
      """, person, instant)
  }

  /// Deletes the values of the person's submissions that ended without a signature.
  ///
  /// Skips submissions that await their signature, so `cancelUnsigned` must be called first.
  package func forgetUnsigned(of person: PersonID) throws(StoreError) -> Erasure.Count {
    Erasure.Count(
      "values of unsigned submissions",
      try connection.execute(
        """
        UPDATE submission SET "values" = '{}'
        WHERE person = $1 AND signed IS NULL AND status <> 'awaitingSignature' AND "values" <> '{}'
        """, person))
  }

  /// Replaces the login, the name and the password in the person's row, and deletes the telephone
  /// numbers, the external id and the bonuses.
  ///
  /// Login and signing are then impossible. Does nothing if the person is already erased.
  package func anonymize(_ person: PersonID, at instant: Instant) throws(StoreError) {
    try connection.execute(
      """
      UPDATE person SET login = 'erased.' || id, name = '—', phone = NULL, code_phone = NULL, external_id = NULL, bonuses = 0,
        password = '$argon2id$erased', wrong_answers = 0, signing_locked = $2, erased = $2, blocked_reason = NULL
      WHERE id = $1 AND erased IS NULL
      """, person, instant)
  }

  /// Replaces the names in the person's row of customers, and deletes the numbers. The accounts
  /// keep their holder.
  package func anonymizeCustomer(_ person: PersonID) throws(StoreError) {
    try connection.execute(
      """
      UPDATE customer SET external_id = NULL, name = '—', short_name = NULL, tax_number = NULL, registration_code = NULL
      WHERE person = $1
      """, person)
  }

  /// The person's submissions with values.
  package struct Documents: Sendable {
    /// The number of submissions that are retained for years.
    package var kept = 0
    /// The longest retention in years, at least the general one.
    package var years = 0
    /// The number of submissions that are retained for days.
    package var brief = 0
    /// The latest end of a retention in days, which begins with the last change of the status; nil
    /// if no submission is retained for days.
    package var briefUntil: Instant?
    /// The number of signed submissions that are not executed yet.
    package var waiting = 0
  }

  /// Counts the person's submissions with values. After `cancelUnsigned` and `forgetUnsigned`,
  /// only signed ones have values.
  ///
  /// - Parameter years: The general retention in years. The result contains the longest retention
  ///   of a submission instead if that is longer.
  package func documents(of person: PersonID, years: Int) throws(StoreError) -> Documents {
    try connection.first(
      """
      SELECT count(*) - count(keep_days), coalesce(max(keep_years), 0), count(keep_days),
        max(changed + keep_days * 86400000000), count(CASE status WHEN 'signed' THEN 1 END)
      FROM submission WHERE person = $1 AND "values" <> '{}'
      """, person
    ) { (row) throws(StoreError) in
      Documents(
        kept: try row.get(0), years: max(years, try row.get(1)), brief: try row.get(2), briefUntil: try row.get(3),
        waiting: try row.get(4))
    } ?? Documents()
  }

  /// Returns the number of the person's own accounts with a balance other than zero. Such accounts
  /// do not prevent an erasure.
  ///
  /// The person's own accounts are the accounts of the person as a customer, and the accounts
  /// without a stored holder that the person owns.
  package func filledAccounts(of person: PersonID) throws(StoreError) -> Int {
    try connection.first(
      """
      SELECT (
          SELECT count(*) FROM customer JOIN account ON account.customer = customer.id
          WHERE customer.person = $1 AND account.balance <> 0
        ) + (
          SELECT count(*) FROM account_access AS access JOIN account ON account.number = access.account
          WHERE access.person = $1 AND access.is_owner = 1 AND (access.role IS NULL OR access.role = 'owner')
            AND access.ended IS NULL AND account.customer IS NULL AND account.balance <> 0
        )
      """, person
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }
}
