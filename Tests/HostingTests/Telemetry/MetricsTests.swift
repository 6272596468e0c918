import Telemetry
import TestBank
import Testing

struct MetricsTests {
  private static func lines(_ registry: MetricsRegistry) -> [String] {
    String(decoding: registry.text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("A counter reports the sum of its increments") func counterReportsSum() {
    let registry = MetricsRegistry()
    let counter = registry.counter("requests_total", "Requests.")
    counter.add()
    counter.add(2)
    #expect(
      Self.lines(registry) == ["# HELP requests_total Requests.", "# TYPE requests_total counter", "requests_total 3"])
  }

  @Test("Series with the same metric name are written together") func groupsSeriesByName() {
    let registry = MetricsRegistry()
    let first = registry.counter("a_total", "A.", [MetricLabel("status", "200")])
    registry.gauge("b", "B.") { 1.5 }
    let second = registry.counter("a_total", "A.", [MetricLabel("status", "500")])
    first.add(1)
    second.add(2)
    #expect(
      Self.lines(registry) == [
        "# HELP a_total A.", "# TYPE a_total counter", #"a_total{status="200"} 1"#, #"a_total{status="500"} 2"#,
        "# HELP b B.", "# TYPE b gauge", "b 1.5",
      ])
  }

  @Test("A gauge that returns nil or throws has no sample") func omitsUnreadableGauge() {
    struct Unreadable: Error {}
    let registry = MetricsRegistry()
    registry.gauge("a", "A.") { nil }
    registry.gauge("b", "B.") { throw Unreadable() }
    #expect(Self.lines(registry) == ["# HELP a A.", "# TYPE a gauge", "# HELP b B.", "# TYPE b gauge"])
  }

  @Test("A histogram counts the values up to each bound") func histogramCountsUpToBound() {
    let registry = MetricsRegistry()
    let histogram = registry.histogram("wait_seconds", "Waits.", [MetricLabel("kind", "x")], bounds: [0.5, 1, 10])
    for value in [0.25, 0.5, 0.75, 10, 11.5] { histogram.observe(value) }
    #expect(
      Self.lines(registry).dropFirst(2) == [
        #"wait_seconds_bucket{kind="x",le="0.5"} 2"#, #"wait_seconds_bucket{kind="x",le="1.0"} 3"#,
        #"wait_seconds_bucket{kind="x",le="10.0"} 4"#, #"wait_seconds_bucket{kind="x",le="+Inf"} 5"#,
        #"wait_seconds_sum{kind="x"} 23"#, #"wait_seconds_count{kind="x"} 5"#,
      ])
  }

  @Test("Help texts and label values of metrics are escaped") func escapesHelpAndLabels() {
    let registry = MetricsRegistry()
    registry.counter("a", "line\nbreak and \\", [MetricLabel("path", "\"a\"\n\\")]).add()
    #expect(
      Self.lines(registry) == [
        #"# HELP a line\nbreak and \\"#, "# TYPE a counter", #"a{path="\"a\"\n\\"} 1"#,
      ])
  }
}
