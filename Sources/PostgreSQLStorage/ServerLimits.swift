/// The times after which a statement, a lock or a connection is given up.
///
///     var limits = ServerLimits()
///     limits.lock = .milliseconds(500)
package struct ServerLimits: Sendable {
  /// The most time of one statement, on the server.
  var statement: Duration = .seconds(10)
  /// The most time to wait for one row that another holds.
  var lock: Duration = .seconds(2)
  /// The most time that a transaction may do nothing: a frozen process holds its rows no longer.
  var idle: Duration = .seconds(1)
  /// The most time to connect to one host.
  var connect: Duration = .seconds(5)
  /// The most time without an answer to a COMMIT, which waits for a standby; afterwards its outcome is asked for anew.
  ///
  /// A primary that hangs is replaced after about as long, and everybody waits for the rows of the batch until its outcome is known.
  var commit: Duration = .seconds(8)
  /// The most time that a batch waits for a server to come back before its writes fail.
  var patience: Duration = .seconds(5)
  /// The most time that closing waits for the outcome of a COMMIT whose answer was lost.
  var closing: Duration = .seconds(12)

  /// Creates the limits that suit a server in the same building.
  package init() {}
}

extension Duration {
  /// Whole milliseconds.
  var milliseconds: Int { Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
