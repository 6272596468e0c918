/// One thing found in a definition file: what, where, how bad.
package struct Diagnostic: Error, Sendable {
  /// How bad a finding is.
  package enum Severity: String, Sendable {
    /// The file is refused.
    case error
    /// The file serves, but its author should look.
    case warning
  }

  /// How bad it is.
  package let severity: Severity
  /// What was found, in one line, with a suggestion where there is one.
  package let message: String
  /// Where.
  package let location: Location

  /// A finding at a place.
  package init(_ severity: Severity = .error, _ message: String, at location: Location) {
    self.severity = severity
    self.message = message
    self.location = location
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `file:line:column: error: message`, then the line, a caret under the place, and the places that include it.
  package var description: String {
    ([headline] + (excerpt.map { [$0] } ?? []) + notes).joined(separator: "\n")
  }

  /// `file:line:column: error: message`, on one line.
  package var headline: String {
    let head = "\(location.file.name):\(location.line):\(location.column): \(severity.rawValue): \(message)"
    return String(head.map { $0.isNewline ? " " : $0 })
  }

  /// `included from file:line:column`, the nearest place first.
  package var notes: [String] {
    location.inclusions.map { "  included from \($0.file.name):\($0.line):\($0.column)" }
  }

  private var excerpt: String? {
    guard let text = location.text, !text.isEmpty else { return nil }
    // Of a long line only the surroundings are shown; control characters must not reach the author's terminal.
    let scalars = Array(text.unicodeScalars)
    let start = scalars.count <= Self.widest ? 0 : max(0, location.column - 1 - Self.widest / 2)
    let line = scalars[start...].prefix(Self.widest).map {
      $0.properties.generalCategory == .control ? " " : Character($0)
    }
    let (left, right) = (start > 0 ? "…" : "", start + line.count < scalars.count ? "…" : "")
    // A mark that is drawn over its letter takes no column of its own.
    let before = scalars[start...].prefix(max(0, location.column - 1 - start))
    let marks = before.count { $0.properties.generalCategory == .nonspacingMark }
    let blanks = String(repeating: " ", count: max(0, location.column - 1 - start) + left.count - marks)
    return "  \(left)\(String(line))\(right)\n  \(blanks)^"
  }

  /// The most characters of a line that are shown.
  private static let widest = 200
}

/// Collects what is found while a definition is read, so that all faults are told at once.
package struct Diagnostics: Error, Sendable {
  /// What was found, in the order of finding.
  package private(set) var all: [Diagnostic] = []
  /// Warnings that are told only once nothing refuses the file.
  private(set) var remarks: [Diagnostic] = []

  /// Nothing found yet.
  package init() {}

  /// Whether anything found refuses the file.
  package var hasErrors: Bool { all.contains { $0.severity == .error } }
  /// What was found in the order of the files.
  package var sorted: [Diagnostic] { all.sorted { $0.location < $1.location } }

  /// The first findings in the order of the files, as many as anybody reads, and the number of the others: drawing one takes
  /// a walk over its line.
  package var told: (first: ArraySlice<Diagnostic>, more: Int) {
    (sorted.prefix(Self.mostTold), max(0, all.count - Self.mostTold))
  }

  private static let mostTold = 100

  /// Notes an error.
  package mutating func error(_ message: String, at location: Location) {
    all.append(Diagnostic(.error, message, at: location))
  }
  /// Notes a warning.
  package mutating func warning(_ message: String, at location: Location) {
    all.append(Diagnostic(.warning, message, at: location))
  }
  /// Notes a warning that is told only once nothing refuses the file.
  mutating func remark(_ message: String, at location: Location) {
    remarks.append(Diagnostic(.warning, message, at: location))
  }
  /// Notes a finding.
  package mutating func append(_ finding: Diagnostic) { all.append(finding) }
  /// Notes what another reading found.
  package mutating func append(_ other: Diagnostics) {
    all += other.all
    remarks += other.remarks
  }
  /// Notes what a second reading of the same lines found, but for what stands here already.
  mutating func merge(_ other: Diagnostics) {
    all += other.all.filter { finding in
      !all.contains { $0.message == finding.message && $0.location == finding.location }
    }
    remarks += other.remarks.filter { finding in
      !remarks.contains { $0.message == finding.message && $0.location == finding.location }
    }
  }
  /// What was found of a file that serves: its remarks among it.
  func served() -> Diagnostics {
    var served = Diagnostics()
    served.all = all + remarks
    return served
  }
  /// The same with each finding once: a fragment's is found again in every operation that includes it.
  package var unique: Diagnostics {
    var known: Set<String> = []
    var unique = Diagnostics()
    unique.all = all.filter { known.insert($0.headline).inserted }
    return unique
  }
}
