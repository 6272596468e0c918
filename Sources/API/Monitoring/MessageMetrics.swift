import HTTPServer
import Model
import Services
import Telemetry

/// The metrics of messages to persons, by kind.
struct MessageMetrics: MetricSeries {
  private let messages: Messages
  private let value: @Sendable (Messages.Figures) -> Double

  static func register(_ messages: Messages, in registry: MetricsRegistry) {
    func add(
      _ name: String, _ help: String, _ type: MetricType, _ value: @escaping @Sendable (Messages.Figures) -> Double
    ) {
      registry.add(MessageMetrics(messages: messages, value: value), name, help, type, [])
    }
    add("valence_messages_waiting", "Unsent messages to persons.", .gauge) { Double($0.waiting) }
    add("valence_messages_oldest_seconds", "Age of the oldest unsent message, in seconds.", .gauge) {
      $0.oldest.inSeconds
    }
    add("valence_messages_sent_total", "Messages sent.", .counter) { Double($0.sent) }
    add("valence_messages_failed_total", "Failed attempts to send a message.", .counter) { Double($0.failed) }
    add("valence_messages_expired_total", "Messages that expired before they were sent.", .counter) {
      Double($0.expired)
    }
  }

  func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText) {
    guard let figures = try? messages.figures() else { return }
    for one in figures { text.sample(name, labels + [MetricLabel("kind", one.kind.rawValue)], value(one)) }
  }
}
