/// A row of the table `migration`: a migration that is applied to a database.
@usableFromInline
package struct AppliedMigration: Sendable, Equatable {
  let number: Int
  let name: String
  let digest: [UInt8]
  let release: Int

  init(number: Int, name: String, digest: [UInt8], release: Int) {
    (self.number, self.name, self.digest, self.release) = (number, name, digest, release)
  }

  /// Reads the columns number, name, digest and release.
  package init(_ row: Row) throws(StoreError) {
    self.init(number: try row.get(0), name: try row.get(1), digest: try row.get(2), release: try row.get(3))
  }
}

/// A connection that can change the schema.
package protocol MigratedEngine: ConnectionEngine {
  /// Creates the table of applied migrations if it does not exist.
  func makeMigrationTable() throws(StoreError)

  /// Applies a migration and records it, in one transaction. Returns false if another process has
  /// applied it.
  func apply(_ migration: Migration, digest: [UInt8]) throws(MigrationError) -> Bool

  /// Replaces `records`, the rows of all applied migrations, by one row for `migration`, in one
  /// transaction. Does not run the statements of `migration`.
  ///
  /// Returns false and changes nothing if the rows in the database differ from `records`, because
  /// another process has changed them.
  func replace(
    _ records: [AppliedMigration], by migration: Migration, digest: [UInt8]
  ) throws(MigrationError) -> Bool
}
