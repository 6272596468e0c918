/// One finding in a definition file: its severity, its message and its place.
///
///     let place = Location(file: SourceFile(name: "pay.yaml", text: "access: all"), line: 1, column: 9)
///     let finding = Diagnostic("`access` takes one of person, public", at: place)
///     print(finding)
///     // pay.yaml:1:9: error: `access` takes one of person, public
///     //   access: all
///     //           ^
package struct Diagnostic: Error, Sendable {
  /// The effect of a finding on the file.
  package enum Severity: String, Sendable {
    /// The engine refuses the file.
    case error
    /// The engine accepts the file, and its author should look at the place.
    case warning
  }

  /// The effect on the file.
  package let severity: Severity
  /// The finding in one sentence, with a suggestion if there is one.
  package let message: String
  /// The place of the finding.
  package let location: Location

  /// Creates a finding at a place.
  package init(_ severity: Severity = .error, _ message: String, at location: Location) {
    self.severity = severity
    self.message = message
    self.location = location
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The headline, the line of the file with a caret under the place, and the files that include this one.
  package var description: String {
    ([headline] + (excerpt.map { [$0] } ?? []) + notes).joined(separator: "\n")
  }

  /// `file:line:column: error: message`, on one line.
  package var headline: String {
    let head = "\(location.file.name):\(location.line):\(location.column): \(severity.rawValue): \(message)"
    return String(head.map { $0.isNewline ? " " : $0 })
  }

  /// `included from file:line:column` for each inclusion, the nearest first.
  package var notes: [String] {
    location.inclusions.map { "  included from \($0.file.name):\($0.line):\($0.column)" }
  }

  private var excerpt: String? {
    guard let text = location.text, !text.isEmpty else { return nil }
    // Show only the surroundings in a long line, and keep control characters from the author's terminal.
    let scalars = Array(text.unicodeScalars)
    let start = scalars.count <= Self.widest ? 0 : max(0, location.column - 1 - Self.widest / 2)
    let line = scalars[start...].prefix(Self.widest).map {
      $0.properties.generalCategory == .control ? " " : Character($0)
    }
    let (left, right) = (start > 0 ? "…" : "", start + line.count < scalars.count ? "…" : "")
    // A combining mark is drawn over its letter and takes no column of its own.
    let before = scalars[start...].prefix(max(0, location.column - 1 - start))
    let marks = before.count { $0.properties.generalCategory == .nonspacingMark }
    let blanks = String(repeating: " ", count: max(0, location.column - 1 - start) + left.count - marks)
    return "  \(left)\(String(line))\(right)\n  \(blanks)^"
  }

  /// The maximum number of characters shown of a line.
  private static let widest = 200
}

/// The findings of reading a definition, collected so that the author gets all of them at once.
///
///     var diagnostics = Diagnostics()
///     diagnostics.error("`title` is missing", at: node.location)
///     if diagnostics.hasErrors { throw diagnostics }
package struct Diagnostics: Error, Sendable {
  /// The findings in the order of finding, without the remarks.
  package private(set) var all: [Diagnostic] = []
  /// Warnings that the author gets only for a file without errors.
  package private(set) var remarks: [Diagnostic] = []

  /// Creates an empty collection.
  package init() {}

  /// True if a finding refuses the file.
  package var hasErrors: Bool { all.contains { $0.severity == .error } }
  /// The findings, ordered by file name, line and column.
  package var sorted: [Diagnostic] { all.sorted { $0.location < $1.location } }

  /// The first 100 findings in the order of `sorted`, and the count of the others.
  ///
  /// The limit saves time: printing a finding takes a walk over its line.
  package var reported: (first: ArraySlice<Diagnostic>, more: Int) {
    (sorted.prefix(Self.maxReported), max(0, all.count - Self.maxReported))
  }

  private static let maxReported = 100

  /// Adds an error.
  package mutating func error(_ message: String, at location: Location) {
    all.append(Diagnostic(.error, message, at: location))
  }
  /// Adds a warning.
  package mutating func warning(_ message: String, at location: Location) {
    all.append(Diagnostic(.warning, message, at: location))
  }
  /// Adds a warning that the author gets only if the file has no errors.
  package mutating func remark(_ message: String, at location: Location) {
    remarks.append(Diagnostic(.warning, message, at: location))
  }
  /// Adds a finding.
  package mutating func append(_ finding: Diagnostic) { all.append(finding) }
  /// Adds the findings of another reading.
  package mutating func append(_ other: Diagnostics) {
    all += other.all
    remarks += other.remarks
  }
  /// Adds the findings of a second reading of the same lines, without those that are here already.
  package mutating func merge(_ other: Diagnostics) {
    all += other.all.filter { finding in
      !all.contains { $0.message == finding.message && $0.location == finding.location }
    }
    remarks += other.remarks.filter { finding in
      !remarks.contains { $0.message == finding.message && $0.location == finding.location }
    }
  }
  /// Returns the findings for a file that is accepted: these and the remarks.
  package func served() -> Diagnostics {
    var served = Diagnostics()
    served.all = all + remarks
    return served
  }
  /// The findings with each headline once, because each operation that includes a fragment repeats the fragment's
  /// findings.
  package var unique: Diagnostics {
    var known: Set<String> = []
    var unique = Diagnostics()
    unique.all = all.filter { known.insert($0.headline).inserted }
    return unique
  }
}
