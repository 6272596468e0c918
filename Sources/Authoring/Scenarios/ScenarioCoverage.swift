import Atoms
import Operations

extension ScenarioFile {
  /// Runs every scenario and returns lines about the outcomes that its steps have seen.
  package func coverage() -> [String] {
    var coverage = flow.map { Coverage(of: $0.parts) } ?? Coverage(of: operation)
    for scenario in scenarios {
      var run = ScenarioRun(operation, scenario, in: flow)
      run.coverage = coverage
      _ = run.failures()
      coverage = run.coverage ?? coverage
    }
    return coverage.report(of: flow?.flow.id ?? operation.id)
  }
}

extension Coverage {
  /// The number of parts of which every outcome was seen, and the gaps, one line each.
  fileprivate func report(of operation: String) -> [String] {
    let gaps = gaps
    let head =
      "\(operation): \(parts.count - gaps.count) of \(parts.count) conditions, checks, options and pages seen both ways"
    return [head]
      + gaps.map { gap in
        let what = "\(gap.part.property) of \(gap.part.atom)"
        switch gap.part.kind {
        case .option: return "  \(what) is never chosen"
        case .page: return "  \(gap.part.property) \(gap.part.atom) is never shown"
        case .condition: break
        }
        return "  \(what) is never \(gap.missing.map { $0 ? "true" : "false" }.joined(separator: " or "))"
      }
  }
}
