package import Model
package import Storage

/// The table of runs of commands. Rows are only added, never changed.
package struct CommandRunDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  package func insert(_ run: CommandRun) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO command_run (id, at, os_login, effective_user, host, command, operator, reason)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """, run.id, run.at, run.login, run.effectiveUser, run.host, run.command, run.operator, run.reason)
  }

  /// Returns the run with `id`; nil if the id is unknown.
  package func find(_ id: CommandRunID) throws(StoreError) -> CommandRun? {
    try connection.first(
      "SELECT id, at, os_login, effective_user, host, command, operator, reason FROM command_run WHERE id = $1", id
    ) { (row) throws(StoreError) in
      CommandRun(
        id: try row.get(0), at: try row.get(1), login: try row.get(2), effectiveUser: try row.get(3),
        host: try row.get(4), command: try row.get(5), operator: try row.get(6), reason: try row.get(7))
    }
  }
}
