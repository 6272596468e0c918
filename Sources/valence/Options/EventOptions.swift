import Hosting
import API
import ArgumentParser

/// The event streams that report changes to people's clients.
struct EventOptions: ParsableArguments {
  @Option(
    0...1_000_000,
    help: "Maximum number of open event streams. Further streams get 503, and their clients poll instead.",
    default: "a quarter of the connections")
  var eventStreams: Int?

  @Option(
    1...300, "seconds",
    help: "The time without an event after which a comment is sent, so that proxies and clients keep the stream open.")
  var eventHeartbeat = 15

  /// Returns the rules for a server with this connection limit.
  func rules(connections: Int) -> EventRules {
    var rules = EventRules()
    rules.limit = eventStreams ?? connections / 4
    rules.heartbeat = .seconds(eventHeartbeat)
    return rules
  }
}
