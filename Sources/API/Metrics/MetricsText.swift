/// Samples in the Prometheus text format.
struct MetricsText {
  /// What has been written so far.
  private(set) var bytes: [UInt8] = []

  /// Begins a metric with what it is.
  mutating func begin(_ name: String, _ help: String, _ type: MetricType) {
    line("# HELP \(name) \(help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n"))")
    line("# TYPE \(name) \(type.rawValue)")
  }

  /// Writes one sample.
  mutating func sample(_ name: String, _ labels: [MetricLabel], _ value: Double) {
    let number = value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    guard !labels.isEmpty else { return line("\(name) \(number)") }
    let written = labels.map { label in
      let value = label.value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      return "\(label.name)=\"\(value)\""
    }
    line("\(name){\(written.joined(separator: ","))} \(number)")
  }

  /// Writes the samples of a histogram: how many values lie in each bucket, last those above all bounds, and their sum.
  mutating func histogram(_ name: String, _ labels: [MetricLabel], bounds: [String], counts: [Int], sum: Double) {
    var total = 0
    for (place, count) in counts.enumerated() {
      total += count
      let bound = place < bounds.count ? bounds[place] : "+Inf"
      sample("\(name)_bucket", labels + [MetricLabel("le", bound)], Double(total))
    }
    sample("\(name)_sum", labels, sum)
    sample("\(name)_count", labels, Double(total))
  }

  private mutating func line(_ text: String) {
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }
}
