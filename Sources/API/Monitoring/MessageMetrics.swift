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
    add("valence_messages_waiting", "Messages to people that wait to be sent.", .gauge) { Double($0.waiting) }
    add("valence_messages_oldest_seconds", "How long the one of them has waited that has waited longest.", .gauge) {
      $0.oldest.inSeconds
    }
    add("valence_messages_sent_total", "Messages that their sender took.", .counter) { Double($0.sent) }
    add("valence_messages_failed_total", "Tries to send a message that failed.", .counter) { Double($0.failed) }
    add("valence_messages_expired_total", "Messages that were too late to be sent.", .counter) { Double($0.expired) }
  }

  func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText) {
    guard let figures = try? messages.figures() else { return }
    for one in figures { text.sample(name, labels + [MetricLabel("kind", one.kind.rawValue)], value(one)) }
  }
}
