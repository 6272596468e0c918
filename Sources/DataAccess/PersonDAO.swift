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

  /// Returns true if the person's data were erased.
  package func isErased(_ id: PersonID) throws(StoreError) -> Bool {
    try connection.first("SELECT 1 FROM person WHERE id = $1 AND erased IS NOT NULL", id) { (row) throws(StoreError) in
      try row.get(0, as: Int.self)
    } != nil
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
    try connection.first("SELECT wrong_answers, signing_locked FROM person WHERE id = $1", id) {
      (row) throws(StoreError) in SigningState(wrongAnswers: try row.get(0), locked: try row.get(1))
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
