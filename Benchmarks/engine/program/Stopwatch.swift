/// Returns the time of `work` in microseconds, from the fastest of many short batches. Other load
/// only slows a batch down, and a short batch may run without it.
func microseconds(batches: Int = 500, _ work: () throws -> Void) rethrows -> Double {
  func seconds(_ times: Int) throws -> Double {
    let start = ContinuousClock.now
    for _ in 0..<times { try work() }
    let elapsed = (ContinuousClock.now - start).components
    return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
  }
  var times = 1
  while try seconds(times) < 0.0005 { times *= 2 }
  let figures = try (0..<batches).map { _ in try seconds(times) / Double(times) * 1e6 }
  return figures.min() ?? 0
}

/// Prints a figure with its target and the figures of others.
func report(_ what: String, _ figure: Double, _ unit: String, target: Double? = nil, comparison: String = "") {
  let text = number(figure)
  let padded = String(repeating: " ", count: max(0, 9 - text.count)) + text + " " + unit
  var line = what + String(repeating: " ", count: max(1, 66 - what.count)) + padded
  if let target { line += "   target \(number(target)) \(unit)\(figure <= target ? "" : ", MISSED")" }
  if !comparison.isEmpty { line += "   \(comparison)" }
  print(line)
}

private func number(_ figure: Double) -> String {
  let scale = figure < 10 ? 100.0 : figure < 100 ? 10.0 : 1.0
  let rounded = (figure * scale).rounded() / scale
  return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
}
