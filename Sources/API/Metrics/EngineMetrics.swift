import HTTP

/// How long one kind of work of the engine takes.
struct EngineMetrics: Sendable {
  private let seconds: Histogram

  /// One for each kind, all of them registered.
  static func all(in registry: MetricsRegistry) -> (drawing: Self, evaluating: Self, judging: Self) {
    func one(_ kind: String) -> Self {
      Self(
        seconds: registry.histogram(
          "valence_engine_seconds", "Seconds that the engine took to draw a form, to evaluate it and to judge values.",
          [MetricLabel("work", kind)],
          bounds: [0.000_025, 0.000_05, 0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25]))
    }
    return (one("draw"), one("evaluate"), one("judge"))
  }

  /// Counts work that began then and ends now.
  func count(since began: Moment) { seconds.observe(microseconds: began.microsecondsAgo) }
}
