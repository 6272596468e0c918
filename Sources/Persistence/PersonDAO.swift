package import Model
package import SQLite

/// The table of people.
package struct PersonDAO {
  /// What is needed to check a person's password.
  package struct Credentials: Sendable {
    /// Who it is.
    package let person: Person
    /// The stored hash.
    package let passwordHash: String
  }

  /// How a person stands with signing.
  package struct SigningState: Sendable, Equatable {
    /// Wrong answers in a row.
    package let wrongAnswers: Int
    /// Since when the person may not sign; nil where they may.
    package let locked: Instant?
  }

  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a person.
  package func insert(_ person: Person, passwordHash: String, at instant: Instant) throws(SQLiteError) {
    try connection.execute(
      """
      INSERT INTO person (id, login, name, phone, code_phone, bonuses, role, password, created)
      VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8)
      """,
      person.id, person.login, person.name, person.phone, person.bonuses, person.role, passwordHash, instant)
  }

  /// The person with `id`.
  package func find(_ id: PersonID) throws(SQLiteError) -> Person? {
    try connection.first("SELECT id, login, name, phone, bonuses, role FROM person WHERE id = $1", id, read: Self.read)
  }

  /// The person who logs in as `login`.
  package func find(_ login: Login) throws(SQLiteError) -> Person? {
    try connection.first(
      "SELECT id, login, name, phone, bonuses, role FROM person WHERE login = $1", login, read: Self.read)
  }

  /// The person who logs in as `login`, with the password's hash.
  package func credentials(_ login: Login) throws(SQLiteError) -> Credentials? {
    try connection.first(
      "SELECT id, login, name, phone, bonuses, role, password FROM person WHERE login = $1", login
    ) { (row) throws(SQLiteError) in
      Credentials(person: try Self.read(row), passwordHash: try row.get(6))
    }
  }

  /// The person with `id`, with the password's hash.
  package func credentials(_ id: PersonID) throws(SQLiteError) -> Credentials? {
    try connection.first(
      "SELECT id, login, name, phone, bonuses, role, password FROM person WHERE id = $1", id
    ) { (row) throws(SQLiteError) in
      Credentials(person: try Self.read(row), passwordHash: try row.get(6))
    }
  }

  /// Where one-time codes are sent to the person; nil where that is nowhere.
  package func codePhone(_ id: PersonID) throws(SQLiteError) -> String? {
    try connection.first("SELECT code_phone FROM person WHERE id = $1", id) { (row) throws(SQLiteError) in
      try row.get(0, as: String?.self)
    } ?? nil
  }

  /// Stores what a person may change of the profile. Codes go to the telephone from now on where the person has
  /// answered a challenge of `submission` right, and where they did before otherwise.
  package func setProfile(
    _ id: PersonID, name: String, phone: String?, by submission: SubmissionID? = nil
  ) throws(SQLiteError) {
    try connection.execute(
      """
      UPDATE person SET name = $2, phone = $3, code_phone = CASE
        WHEN EXISTS (SELECT 1 FROM challenge WHERE submission = $4 AND outcome = 'right') THEN $3 ELSE code_phone END
      WHERE id = $1
      """, id, name, phone, submission)
  }

  /// Puts `new` in the place of the hash `old`; false when that is no longer the person's hash.
  package func replacePasswordHash(of id: PersonID, _ old: String, by new: String) throws(SQLiteError) -> Bool {
    try connection.execute("UPDATE person SET password = $3 WHERE id = $1 AND password = $2", id, old, new) == 1
  }

  /// Puts `new` in the place of the person's hash, whichever that is.
  package func setPasswordHash(of id: PersonID, _ new: String) throws(SQLiteError) {
    try connection.execute("UPDATE person SET password = $2 WHERE id = $1", id, new)
  }

  /// How the person stands with signing.
  package func signingState(_ id: PersonID) throws(SQLiteError) -> SigningState? {
    try connection.first("SELECT wrong_answers, signing_locked FROM person WHERE id = $1", id) {
      (row) throws(SQLiteError) in SigningState(wrongAnswers: try row.get(0), locked: try row.get(1))
    }
  }

  /// Stores how the person stands with signing.
  package func setSigningState(_ id: PersonID, _ state: SigningState) throws(SQLiteError) {
    try connection.execute(
      "UPDATE person SET wrong_answers = $2, signing_locked = $3 WHERE id = $1", id, state.wrongAnswers, state.locked)
  }

  private static func read(_ row: Row) throws(SQLiteError) -> Person {
    Person(
      id: try row.get(0), login: try row.get(1), name: try row.get(2), phone: try row.get(3), bonuses: try row.get(4),
      role: try row.get(5))
  }
}

extension PersonDAO.SigningState {
  /// A state.
  package init(_ wrongAnswers: Int, locked: Instant?) {
    self.wrongAnswers = wrongAnswers
    self.locked = locked
  }
}
