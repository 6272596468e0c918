import HTTPServer
import Services
import Telemetry

struct EventMetrics: Sendable {
  /// Events about submissions, accounts, deals, ended sessions and resets.
  let submissions, accounts, deals, sessions, resets: Counter
  /// Streams rejected because of a limit.
  let refused: Counter

  init(_ registry: MetricsRegistry) {
    func sent(_ event: String) -> Counter {
      registry.counter("valence_events_total", "Events sent, by kind.", [MetricLabel("event", event)])
    }
    (submissions, accounts, deals) = (sent("submission"), sent("account"), sent("deal"))
    (sessions, resets) = (sent("session"), sent("reset"))
    refused = registry.counter("valence_event_streams_refused_total", "Event streams rejected because of a limit.")
  }

  /// Counts sent events.
  func count(_ items: [EventItem], deals more: Int = 0) {
    var (submissions, accounts, deals) = (0, 0, more)
    for item in items {
      switch item.matter {
      case .submission: submissions += 1
      case .account: accounts += 1
      case .deal: deals += 1
      case .sessions: break
      }
    }
    if submissions > 0 { self.submissions.add(submissions) }
    if accounts > 0 { self.accounts.add(accounts) }
    if deals > 0 { self.deals.add(deals) }
  }
}
