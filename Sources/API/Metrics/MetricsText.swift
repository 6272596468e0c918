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

  private mutating func line(_ text: String) {
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }
}
