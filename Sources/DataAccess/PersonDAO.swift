package import Dates
package import Model
package import Storage

/// The table of people.
///
///     let found = try store.read { connection in try PersonDAO(connection).find(person) }
///     let name = found?.name  // "Анна Смирнова"
package struct PersonDAO {
  /// The data for checking a person's password.
  package struct Credentials: Sendable {
    /// The person.
    package let person: Person
    /// The stored hash.
    package let passwordHash: String
  }

  /// A person's ability to sign.
  package struct SigningState: Sendable, Equatable {
    /// Wrong answers in a row.
    package let wrongAnswers: Int
    /// Since when the person may not sign; nil if they may.
    package let locked: Instant?
  }

  /// A person's codes go to the telephone that the person came with.
  static let table = Table(Person.entity, extraColumns: ["code_phone", "password", "created"])
  private static let byLogin = Query("SELECT \(table.columns) FROM person WHERE login = $1")
  private static let credentialsByLogin = Query("SELECT \(table.columns), password FROM person WHERE login = $1")
  private static let credentialsByID = Query("SELECT \(table.columns), password FROM person WHERE id = $1")

  private let connection: Connection

  /// Creates the table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a person.
  package func insert(_ person: Person, passwordHash: String, at instant: Instant) throws(StoreError) {
    try Self.table.insert(person, extraValues: person.phone, passwordHash, instant, on: connection)
  }

  /// Counts the people, erased ones too, up to `limit`.
  package func count(limit: Int) throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM (SELECT 1 FROM person LIMIT $1) AS counted", limit) {
      (row) throws(StoreError) in try row.get(0)
    } ?? 0
  }

  /// The person with `id`.
  package func find(_ id: PersonID) throws(StoreError) -> Person? {
    try Self.table.find(id, on: connection)
  }

  /// The person who logs in as `login`.
  package func find(_ login: Login) throws(StoreError) -> Person? {
    try connection.first(Self.byLogin, login, read: Self.table.read)
  }

  /// The person who logs in as `login`, with the password's hash.
  package func credentials(_ login: Login) throws(StoreError) -> Credentials? {
    try connection.first(Self.credentialsByLogin, login, read: Self.credentials)
  }

  /// The person with `id`, with the password's hash.
  package func credentials(_ id: PersonID) throws(StoreError) -> Credentials? {
    try connection.first(Self.credentialsByID, id, read: Self.credentials)
  }

  private static func credentials(_ row: Row) throws(StoreError) -> Credentials {
    Credentials(person: try table.read(row), passwordHash: try row.get(table.width))
  }

  /// True if the person's data have been erased.
  package func isErased(_ id: PersonID) throws(StoreError) -> Bool {
    try connection.first("SELECT 1 FROM person WHERE id = $1 AND erased IS NOT NULL", id) { (row) throws(StoreError) in
      try row.get(0, as: Int.self)
    } != nil
  }

  /// Returns the telephone number for the person's one-time codes; nil without one.
  package func codePhone(_ id: PersonID) throws(StoreError) -> String? {
    try connection.first("SELECT code_phone FROM person WHERE id = $1", id) { (row) throws(StoreError) in
      try row.get(0, as: String?.self)
    } ?? nil
  }

  /// Returns the id by which the bank's own systems know the person; nil without one.
  package func externalID(_ id: PersonID) throws(StoreError) -> String? {
    try connection.first("SELECT external_id FROM person WHERE id = $1", id) { (row) throws(StoreError) in
      try row.get(0, as: String?.self)
    } ?? nil
  }

  /// Stores the id by which the bank's own systems know the person; a unique violation if another person has it.
  package func setExternalID(_ id: PersonID, _ external: String?) throws(StoreError) {
    try connection.execute("UPDATE person SET external_id = $2 WHERE id = $1", id, external)
  }

  /// Stores the fields of the profile that a person may change.
  ///
  /// Codes go to the new number if it is signed. Otherwise they go to the old one.
  package func setProfile(
    _ id: PersonID, name: String, phone: String?, isSigned: Bool = false
  ) throws(StoreError) {
    try connection.execute(
      """
      UPDATE person SET name = $2, phone = $3, code_phone = CASE CAST($4 AS bigint) WHEN 1 THEN $3 ELSE code_phone END
      WHERE id = $1
      """, id, name, phone, isSigned)
  }

  /// Replaces the hash `old` by `new`; false if `old` is no longer the person's hash.
  package func replacePasswordHash(of id: PersonID, _ old: String, by new: String) throws(StoreError) -> Bool {
    try connection.execute("UPDATE person SET password = $3 WHERE id = $1 AND password = $2", id, old, new) == 1
  }

  /// Replaces the person's hash, whichever it is.
  package func setPasswordHash(of id: PersonID, _ new: String) throws(StoreError) {
    try connection.execute("UPDATE person SET password = $2 WHERE id = $1", id, new)
  }

  /// Returns the person's ability to sign.
  package func signingState(_ id: PersonID) throws(StoreError) -> SigningState? {
    try connection.first("SELECT wrong_answers, signing_locked FROM person WHERE id = $1", id) {
      (row) throws(StoreError) in SigningState(wrongAnswers: try row.get(0), locked: try row.get(1))
    }
  }

  /// Stores the person's signing state.
  package func setSigningState(_ id: PersonID, _ state: SigningState) throws(StoreError) {
    try connection.execute(
      "UPDATE person SET wrong_answers = $2, signing_locked = $3 WHERE id = $1", id, state.wrongAnswers, state.locked)
  }
}

extension PersonDAO.SigningState {
  /// Creates a state.
  package init(_ wrongAnswers: Int, locked: Instant?) {
    self.wrongAnswers = wrongAnswers
    self.locked = locked
  }
}
