package import Dates
package import Model
package import Storage

/// The table of people.
package struct PersonDAO {
  /// The data for checking a person's password.
  package struct Credentials: Sendable {
    package let person: Person
    package let passwordHash: String
  }

  /// A person's ability to sign.
  package struct SigningState: Sendable, Equatable {
    /// The number of consecutive wrong answers.
    package let wrongAnswers: Int
    /// The time since which the person cannot sign; nil if the person can sign.
    package let locked: Instant?
    /// True if the bank has blocked the person.
    package var isBlocked = false
  }

  /// The state of a person's access, for the bank.
  package struct Access: Sendable, Equatable {
    /// The time of the last enrolment; nil if the bank set the login, or the person has none.
    package let enrolled: Instant?
    /// The time at which the bank blocked the person; nil if the person is not blocked.
    package let blocked: Instant?
    /// The bank's reason for the block.
    package let reason: String?
    /// True if the person's data were erased.
    package let isErased: Bool
  }

  /// `code_phone`, the number for one-time codes, is initially the person's telephone number.
  static let table = Table(Person.entity, extraColumns: ["code_phone", "password", "created"])
  private static let byLogin = Query("SELECT \(table.columns) FROM person WHERE login = $1")
  private static let credentialsByLogin = Query("SELECT \(table.columns), password FROM person WHERE login = $1")
  private static let credentialsByID = Query("SELECT \(table.columns), password FROM person WHERE id = $1")

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  package func insert(_ person: Person, passwordHash: String, at instant: Instant) throws(StoreError) {
    try Self.table.insert(person, extraValues: person.phone, passwordHash, instant, on: connection)
  }

  /// Returns the number of people, including erased ones, at most `limit`.
  package func count(limit: Int) throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM (SELECT 1 FROM person LIMIT $1) AS counted", limit) {
      (row) throws(StoreError) in try row.get(0)
    } ?? 0
  }

  /// Returns the person with `id`; nil if the id is unknown.
  package func find(_ id: PersonID) throws(StoreError) -> Person? {
    try Self.table.find(id, on: connection)
  }

  /// Returns the person with this login; nil if the login is unknown.
  package func find(_ login: Login) throws(StoreError) -> Person? {
    try connection.first(Self.byLogin, login, read: Self.table.read)
  }

  /// Returns the person with this login, with the password hash; nil if the login is unknown.
  package func credentials(_ login: Login) throws(StoreError) -> Credentials? {
    try connection.first(Self.credentialsByLogin, login, read: Self.credentials)
  }

  /// Returns the person with `id`, with the password hash; nil if the id is unknown.
  package func credentials(_ id: PersonID) throws(StoreError) -> Credentials? {
    try connection.first(Self.credentialsByID, id, read: Self.credentials)
  }

  private static func credentials(_ row: Row) throws(StoreError) -> Credentials {
    Credentials(person: try table.read(row), passwordHash: try row.get(table.width))
  }

  /// Returns the state of the person's access; nil if the id is unknown.
  package func access(_ id: PersonID) throws(StoreError) -> Access? {
    try connection.first("SELECT enrolled, blocked, blocked_reason, erased FROM person WHERE id = $1", id) {
      (row) throws(StoreError) in
      Access(
        enrolled: try row.get(0), blocked: try row.get(1), reason: try row.get(2), isErased: !row.isNull(3))
    }
  }

  /// Blocks the person, or ends the block if `instant` and `reason` are nil.
  package func setBlocked(_ id: PersonID, at instant: Instant?, reason: String?) throws(StoreError) {
    try connection.execute(
      "UPDATE person SET blocked = $2, blocked_reason = $3 WHERE id = $1", id, instant, reason)
  }

  /// Stores the login and the password that the person chose; throws a unique violation if another
  /// person has the login.
  package func enrol(
    _ id: PersonID, login: Login, passwordHash: String, at instant: Instant
  ) throws(StoreError) {
    try connection.execute(
      "UPDATE person SET login = $2, password = $3, enrolled = $4 WHERE id = $1", id, login, passwordHash, instant)
  }

  private static let byExternalID = Query("SELECT \(table.columns) FROM person WHERE external_id = $1")

  /// Returns the person with this id in the bank's own systems; nil if the id is unknown.
  package func find(externalID: String) throws(StoreError) -> Person? {
    try connection.first(Self.byExternalID, externalID, read: Self.table.read)
  }

  private static let listed = Query(
    """
    SELECT \(table.columns) FROM person
    WHERE login > $1 AND login >= $2 AND login < $3 AND role = coalesce($4, role) AND erased IS NULL ORDER BY login LIMIT $5
    """)
  private static let listedBlocked = Query(
    """
    SELECT \(table.columns) FROM person
    WHERE login > $1 AND login >= $2 AND login < $3 AND role = coalesce($4, role) AND erased IS NULL
      AND blocked IS NOT NULL ORDER BY login LIMIT $5
    """)

  /// Returns people that are not erased, in the order of their logins.
  ///
  /// - Parameters:
  ///   - login: The login of the last person of the previous page; empty for the first page.
  ///   - prefix: The beginning of each login; empty for all.
  ///   - role: The role of each person; nil for all.
  ///   - isBlocked: True for blocked people only.
  package func all(
    after login: String, prefix: String, role: Person.Role?, isBlocked: Bool, limit: Int
  ) throws(StoreError) -> [Person] {
    // No character of a login follows `~`.
    let end = prefix + "~"
    if isBlocked {
      return try connection.all(Self.listedBlocked, login, prefix, end, role, limit, read: Self.table.read)
    }
    return try connection.all(Self.listed, login, prefix, end, role, limit, read: Self.table.read)
  }

  /// Returns true if the person's data were erased.
  package func isErased(_ id: PersonID) throws(StoreError) -> Bool {
    try connection.first("SELECT 1 FROM person WHERE id = $1 AND erased IS NOT NULL", id) { (row) throws(StoreError) in
      try row.get(0, as: Int.self)
    } != nil
  }

  /// Returns the time at which the person's data were erased; nil if they were not.
  package func erased(_ id: PersonID) throws(StoreError) -> Instant? {
    try connection.first("SELECT erased FROM person WHERE id = $1", id) { (row) throws(StoreError) in
      try row.get(0, as: Instant?.self)
    } ?? nil
  }

  /// Returns the telephone number for the person's one-time codes; nil if the person has none.
  package func codePhone(_ id: PersonID) throws(StoreError) -> String? {
    try connection.first("SELECT code_phone FROM person WHERE id = $1", id) { (row) throws(StoreError) in
      try row.get(0, as: String?.self)
    } ?? nil
  }

  /// Returns the id of the person in the bank's own systems; nil if the person has none.
  package func externalID(_ id: PersonID) throws(StoreError) -> String? {
    try connection.first("SELECT external_id FROM person WHERE id = $1", id) { (row) throws(StoreError) in
      try row.get(0, as: String?.self)
    } ?? nil
  }

  /// Returns true if an operator has this login. Reads only columns of the first migration.
  package func hasOperator(_ login: Login) throws(StoreError) -> Bool {
    try connection.first("SELECT 1 FROM person WHERE login = $1 AND role = 'operator'", login) {
      (row) throws(StoreError) in try row.get(0, as: Int.self)
    } != nil
  }

  /// Stores the id of the person in the bank's own systems; throws a unique violation if another
  /// person has it.
  package func setExternalID(_ id: PersonID, _ external: String?) throws(StoreError) {
    try connection.execute("UPDATE person SET external_id = $2 WHERE id = $1", id, external)
  }

  /// Stores the fields of the profile that a person can change.
  ///
  /// One-time codes go to the new number if the change is signed, and to the old number otherwise.
  package func setProfile(
    _ id: PersonID, name: String, phone: String?, isSigned: Bool = false
  ) throws(StoreError) {
    try connection.execute(
      """
      UPDATE person SET name = $2, phone = $3, code_phone = CASE CAST($4 AS bigint) WHEN 1 THEN $3 ELSE code_phone END
      WHERE id = $1
      """, id, name, phone, isSigned)
  }

  /// Replaces the hash `old` with `new`; returns false if `old` is no longer the person's hash.
  package func replacePasswordHash(of id: PersonID, _ old: String, by new: String) throws(StoreError) -> Bool {
    try connection.execute("UPDATE person SET password = $3 WHERE id = $1 AND password = $2", id, old, new) == 1
  }

  /// Replaces the person's password hash unconditionally.
  package func setPasswordHash(of id: PersonID, _ new: String) throws(StoreError) {
    try connection.execute("UPDATE person SET password = $2 WHERE id = $1", id, new)
  }

  /// Returns the person's ability to sign; nil if the id is unknown.
  package func signingState(_ id: PersonID) throws(StoreError) -> SigningState? {
    try connection.first("SELECT wrong_answers, signing_locked, blocked FROM person WHERE id = $1", id) {
      (row) throws(StoreError) in
      SigningState(wrongAnswers: try row.get(0), locked: try row.get(1), isBlocked: !row.isNull(2))
    }
  }

  package func setSigningState(_ id: PersonID, _ state: SigningState) throws(StoreError) {
    try connection.execute(
      "UPDATE person SET wrong_answers = $2, signing_locked = $3 WHERE id = $1", id, state.wrongAnswers, state.locked)
  }
}

extension PersonDAO.SigningState {
  package init(_ wrongAnswers: Int, locked: Instant?) {
    self.wrongAnswers = wrongAnswers
    self.locked = locked
  }
}
