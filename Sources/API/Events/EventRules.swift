/// The bounds and times of event streams.
///
///     var rules = EventRules()
///     rules.heartbeat = .seconds(15)
package struct EventRules: Sendable {
  /// Maximum count of streams that wait for events. Further ones get 503 and ask from time to time.
  package var limit = 1024
  /// The time without an event after which a stream gets a comment. It shows proxies and clients that the stream lives.
  package var heartbeat: Duration = .seconds(15)
  /// Maximum count of streams of a person; the oldest gives way.
  static let perPerson = 5
  /// Maximum count of the audit's records between the place that a client names and the present.
  static let replay: Int64 = 10_000
  /// Maximum count of the person's own records among them.
  static let replayOfOne = 500
  /// Records that one read takes for all people, and for one who catches up. The events of the latter fit into
  /// `BodyStream.capacity`.
  static let (page, pageOfOne) = (200, 25)
  /// Seconds after which a client that lost its stream asks again; of one that another stream of the person replaced.
  static let (retry, retryReplaced) = (3, 60)
  /// Milliseconds after which a client asks again whose server is about to stop: another one takes it at once, and not all of them
  /// at one moment.
  static let retryElsewhere = 100...1000
  /// The time between two turns of ending streams.
  static let turn: Duration = .milliseconds(50)
  /// The time between two looks at a session whose end is further away.
  static let sessionCheckInterval: Duration = .seconds(60)
  /// Minimum time between two reads of the audit for commits.
  static let pause: Duration = .milliseconds(5)

  /// Creates the default rules.
  package init() {}
}
