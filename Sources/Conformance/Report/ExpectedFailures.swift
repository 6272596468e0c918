/// A baseline: the ids of cases that a client is known to fail, one a line.
///
/// A baseline may only become shorter: a listed case that passes must be removed.
package struct ExpectedFailures: Sendable {
  private let ids: Set<String>

  /// Reads a baseline. Ignores empty lines and lines that begin with `#`.
  package init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    ids = Set(lines.filter { !$0.hasPrefix("#") })
  }

  /// The differences of a report from the baseline.
  package struct Differences: Sendable {
    /// The failures that are not listed.
    package let new: [String]
    /// The listed cases that pass or do not exist.
    package let obsolete: [String]
  }

  package func differences(from report: ConformanceReport) -> Differences {
    let failures = report.failures.map(\.about.id)
    let unclaimed = report.outcomes.filter { if case .notClaimed = $0.verdict { true } else { false } }
    // A line stays if its case was not asked.
    let kept = Set(failures + unclaimed.map(\.about.id))
    return Differences(new: failures.filter { !ids.contains($0) }, obsolete: ids.filter { !kept.contains($0) }.sorted())
  }
}
