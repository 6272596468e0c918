/// The time limits of statements, locks and connections.
package struct ServerLimits: Sendable {
  /// Maximum time of one statement, enforced by the server.
  var statement: Duration = .seconds(10)
  /// Maximum wait for one locked row.
  var lock: Duration = .seconds(2)
  /// Maximum idle time in a transaction of a writer. A frozen process thus releases its rows.
  var idle: Duration = .seconds(1)
  /// Maximum time to connect to one host.
  var connect: Duration = .seconds(5)
  /// Maximum wait for the response to a COMMIT, which may wait for a standby. Afterwards the
  /// outcome is queried on a new connection.
  ///
  /// Other writes wait for the rows of the batch until its outcome is known. A primary that hangs
  /// is replaced after about this time.
  var commit: Duration = .seconds(8)
  /// Maximum time for which a batch waits for an unreachable server before its writes fail.
  var patience: Duration = .seconds(5)
  /// Maximum time for which `close` waits for the outcome of a lost COMMIT.
  var closing: Duration = .seconds(12)

  /// Creates the default limits, for a server at the same site.
  package init() {}
}

extension Duration {
  /// The duration in whole milliseconds.
  var milliseconds: Int { Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
