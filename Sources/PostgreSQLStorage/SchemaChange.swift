package import Storage

/// Applies migrations to a server's database.
extension PostgreSQLConnection: MigratedEngine {
  package func appliedMigrations() throws(StoreError) -> [AppliedMigration] {
    let connection = Connection(self)
    let isThere = try connection.first("SELECT to_regclass('migration') IS NOT NULL") { (row) throws(StoreError) in
      try row.get(0, as: Bool.self)
    }
    guard isThere == true else { return [] }
    return try connection.all("SELECT number, name, digest, release FROM migration ORDER BY number") {
      (row) throws(StoreError) in try AppliedMigration(row)
    }
  }

  package func makeMigrationTable() throws(StoreError) {
    try tryTwice { () throws(StoreError) in
      try run(
        script: """
          CREATE TABLE IF NOT EXISTS migration (
            number bigint PRIMARY KEY,
            name text COLLATE "C" NOT NULL,
            digest bytea NOT NULL,
            applied timestamptz NOT NULL DEFAULT now(),
            release bigint NOT NULL DEFAULT 1 CHECK (release > 0)
          )
          """)
    }
  }

  /// A second process waits for the lock on the table `migration` and then finds the migration
  /// applied.
  package func apply(_ migration: Migration, digest: [UInt8]) throws(MigrationError) -> Bool {
    try change(for: migration) { () throws(StoreError) in try run(migration, digest) }
  }

  package func replace(
    _ records: [AppliedMigration], by migration: Migration, digest: [UInt8]
  ) throws(MigrationError) -> Bool {
    try change(for: migration) { () throws(StoreError) in
      let connection = Connection(self)
      try connection.execute("LOCK TABLE migration IN SHARE ROW EXCLUSIVE MODE")
      guard try appliedMigrations() == records else { return false }
      try connection.execute("DELETE FROM migration")
      try note(migration, digest)
      return true
    }
  }

  /// Runs `body` in one transaction, which commits if `body` returns true. Returns the result of
  /// `body`.
  private func change(
    for migration: Migration, _ body: () throws(StoreError) -> Bool
  ) throws(MigrationError) -> Bool {
    do throws(StoreError) {
      try begin()
      do throws(StoreError) {
        guard try body() else {
          rollBack()
          return false
        }
      } catch {
        rollBack()
        throw error
      }
      switch commit() {
      case .committed: return true
      case .refused(let error): throw error
      case .unknown:
        // The row of the migration shows the outcome to the next run.
        throw StoreError(
          .transactionUnknown, "the outcome of the COMMIT is unknown: run the command again", sql: "COMMIT")
      }
    } catch {
      throw .failed(number: migration.number, name: migration.name, error)
    }
  }

  private func run(_ migration: Migration, _ digest: [UInt8]) throws(StoreError) -> Bool {
    let connection = Connection(self)
    try connection.execute("LOCK TABLE migration IN SHARE ROW EXCLUSIVE MODE")
    let known = try connection.first("SELECT count(*) FROM migration WHERE number = $1", migration.number) {
      (row) throws(StoreError) in try row.get(0, as: Int.self)
    }
    guard known == 0 else { return false }
    try run(script: migration.sql)
    // The role `valence_serve` may exist now. It must be able to read the applied migrations.
    try run(
      script: """
        DO $$ BEGIN
          IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'valence_serve') THEN
            GRANT SELECT ON migration TO valence_serve;
          END IF;
        END $$
        """)
    try note(migration, digest)
    return true
  }

  /// Inserts the row of an applied migration.
  private func note(_ migration: Migration, _ digest: [UInt8]) throws(StoreError) {
    try Connection(self).execute(
      "INSERT INTO migration (number, name, digest, release) VALUES ($1, $2, $3, $4)",
      migration.number, migration.name, digest, migration.release)
  }
}
