/// The limits and intervals of event streams.
package struct EventRules: Sendable {
  /// The maximum number of streams that wait for events. Further requests get 503.
  package var limit = 1024
  /// The time without an event after which a comment is sent, which keeps the connection open in
  /// proxies.
  package var heartbeat: Duration = .seconds(15)
  /// The maximum number of streams of a person. If it is exceeded, the oldest is closed.
  static let perPerson = 5
  /// The maximum number of audit records between the requested position and the current one. Beyond
  /// it the client gets `reset`.
  static let replay: Int64 = 10_000
  /// The maximum number of the person's own records in that interval.
  static let replayOfOne = 500
  /// The number of records in one read for all persons, and for one stream that is behind. The
  /// events of the second fit into `BodyStream.capacity`.
  static let (page, pageOfOne) = (200, 25)
  /// Seconds until a client reconnects: by default, and after its stream was replaced by another
  /// stream of the same person.
  static let (retry, retryReplaced) = (3, 60)
  /// Milliseconds until a client reconnects when the server stops. The random delay spreads the
  /// load.
  static let retryElsewhere = 100...1000
  /// The interval between batches of closed streams when the server stops.
  static let turn: Duration = .milliseconds(50)
  /// The maximum interval between two checks of a stream's session.
  static let sessionCheckInterval: Duration = .seconds(60)
  /// The minimum interval between two reads of the audit log caused by commits.
  static let pause: Duration = .milliseconds(5)

  package init() {}
}
