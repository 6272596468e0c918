package import Dates
import Model
package import Storage

/// The table of leases: work that one process does at a time.
///
/// The current time is `present`, or the clock of the database server if `present` is nil. A
/// database file has no clock, so it requires `present`.
package struct LeaseDAO {
  private static let present: SQLFragment = "$3"
  private static let presentOnServer: SQLFragment = """
    coalesce($3, CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint))
    """

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  // One statement takes or renews a lease. If two calls are concurrent, the second one therefore
  // finds the row of the first.
  private static let taking = Query(
    """
    INSERT INTO lease (name, holder, until) VALUES ($1, $2, \(present) + $4)
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE lease.holder = excluded.holder OR lease.until <= \(present)
    """,
    postgresql: """
      INSERT INTO lease (name, holder, until) VALUES ($1, $2, \(presentOnServer) + $4)
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE lease.holder = excluded.holder OR lease.until <= \(presentOnServer)
      """)

  /// Takes or renews a lease for `holder`; returns false if another process holds it.
  package func take(
    _ name: String, by holder: String, for microseconds: Int64, at present: Instant?
  ) throws(StoreError) -> Bool {
    try connection.execute(Self.taking, [name, holder, present, microseconds]) == 1
  }

  private static let keeping = Query(
    "UPDATE lease SET until = \(present) + $4 WHERE name = $1 AND holder = $2 AND until > \(present)",
    postgresql: """
      UPDATE lease SET until = \(presentOnServer) + $4 WHERE name = $1 AND holder = $2 AND until > \(presentOnServer)
      """)

  /// Renews the lease of `holder` and locks it, so that no process can take it before this
  /// transaction commits.
  ///
  /// - Returns: False if the lease has expired.
  package func keep(
    _ name: String, by holder: String, for microseconds: Int64, at present: Instant?
  ) throws(StoreError) -> Bool {
    try connection.execute(Self.keeping, [name, holder, present, microseconds]) == 1
  }

  /// Releases the lease, if `holder` holds it.
  package func release(_ name: String, by holder: String) throws(StoreError) {
    try connection.execute("DELETE FROM lease WHERE name = $1 AND holder = $2", name, holder)
  }
}
