package import Dates
import Model
package import Storage

/// The table of leases: work that one process does at a time.
///
/// Times are by the clock of the database. `present` nil means that clock, where the database is a server's; a file has none.
package struct LeaseDAO {
  private static let present: SQLFragment = "$3"
  private static let presentOnServer: SQLFragment = """
    coalesce($3, CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint))
    """

  private let connection: Connection

  /// Creates the table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  // One statement takes and renews: of two that come at once the second finds the row of the first.
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

  /// Takes work for `holder`, or renews what it has, for so many microseconds; returns false if another process has it.
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

  /// Renews what `holder` has, and locks it for the transaction: nobody takes it before its COMMIT. Returns false if its time is over.
  package func keep(
    _ name: String, by holder: String, for microseconds: Int64, at present: Instant?
  ) throws(StoreError) -> Bool {
    try connection.execute(Self.keeping, [name, holder, present, microseconds]) == 1
  }

  /// Lets another process have it at once, if `holder` has it.
  package func release(_ name: String, by holder: String) throws(StoreError) {
    try connection.execute("DELETE FROM lease WHERE name = $1 AND holder = $2", name, holder)
  }
}
