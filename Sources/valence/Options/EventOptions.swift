import Hosting
import API
import ArgumentParser

/// The event streams that report changes to people's clients.
struct EventOptions: ParsableArguments {
  @Option(
    0...1_000_000,
    help: "Streams of events that may be open at a time; further ones get 503, and their clients ask now and then.",
    default: "a quarter of the connections")
  var eventStreams: Int?

  @Option(
    1...300, "seconds",
    help: "The time without an event after which a stream gets a comment, so that proxies and clients keep it.")
  var eventHeartbeat = 15

  /// Returns the rules for a server with this connection limit.
  func rules(connections: Int) -> EventRules {
    var rules = EventRules()
    rules.limit = eventStreams ?? connections / 4
    rules.heartbeat = .seconds(eventHeartbeat)
    return rules
  }
}
