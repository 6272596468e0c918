/// A finding in a definition file: its severity, message and position.
package struct Diagnostic: Error, Sendable {
  /// The severity of a finding.
  package enum Severity: String, Sendable {
    /// The file is rejected.
    case error
    /// The file is accepted, and its author should check the position.
    case warning
  }

  package let severity: Severity
  package let code: FindingCode
  /// The problem, without the remedy.
  package let problem: String
  /// The suggestion with its separator, such as ", did you mean `$sum`?", or an empty text.
  package let remedy: String
  package let location: Location
  /// The text without a translation; nil for any other finding.
  let missingTranslation: MissingTranslation?

  package init(
    _ severity: Severity = .error, _ code: FindingCode, _ problem: String, remedy: String = "", at location: Location
  ) {
    self.init(severity, code, problem, remedy: remedy, at: location, missingTranslation: nil)
  }

  init(
    _ severity: Severity, _ code: FindingCode, _ problem: String, remedy: String, at location: Location,
    missingTranslation: MissingTranslation?
  ) {
    self.severity = severity
    self.code = code
    self.problem = problem
    self.remedy = remedy
    self.location = location
    self.missingTranslation = missingTranslation
  }

  /// One sentence: the problem and the remedy.
  package var message: String { problem + remedy }

  /// The remedy without its separator; nil without a remedy.
  package var advice: String? {
    let text = remedy.drop { " ,;:.".contains($0) }
    return text.isEmpty ? nil : String(text)
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The headline, the line with a caret below the position, and the files that include this one.
  package var description: String {
    ([headline] + (excerpt.map { [$0] } ?? []) + notes).joined(separator: "\n")
  }

  /// `file:line:column: error: message` on one line.
  package var headline: String {
    let head = "\(location.file.name):\(location.line):\(location.column): \(severity.rawValue): \(message)"
    return String(head.map { $0.isNewline ? " " : $0 })
  }

  /// `included from file:line:column` for each inclusion, the innermost first.
  package var notes: [String] {
    location.inclusions.map { "  included from \($0.file.name):\($0.line):\($0.column)" }
  }

  private var excerpt: String? {
    guard let text = location.text, !text.isEmpty else { return nil }
    // Shorten a long line, and replace control characters, which could affect the author's
    // terminal.
    let scalars = Array(text.unicodeScalars)
    let start = scalars.count <= Self.widest ? 0 : max(0, location.column - 1 - Self.widest / 2)
    let line = scalars[start...].prefix(Self.widest).map {
      $0.properties.generalCategory == .control ? " " : Character($0)
    }
    let (left, right) = (start > 0 ? "…" : "", start + line.count < scalars.count ? "…" : "")
    // A combining mark is drawn over its letter and occupies no column.
    let before = scalars[start...].prefix(max(0, location.column - 1 - start))
    let marks = before.count { $0.properties.generalCategory == .nonspacingMark }
    let blanks = String(repeating: " ", count: max(0, location.column - 1 - start) + left.count - marks)
    return "  \(left)\(String(line))\(right)\n  \(blanks)^"
  }

  /// The maximum number of characters of a line in an excerpt.
  private static let widest = 200
}

/// The findings in a definition, collected so that they are reported together.
package struct Diagnostics: Error, Sendable {
  /// The findings in the order in which they were added, without the remarks.
  package private(set) var all: [Diagnostic] = []
  /// Warnings that are reported only if the file has no errors.
  package private(set) var remarks: [Diagnostic] = []

  package init() {}

  /// True if a finding is an error.
  package var hasErrors: Bool { all.contains { $0.severity == .error } }
  /// The findings, ordered by file name, line and column.
  package var sorted: [Diagnostic] { all.sorted { $0.location < $1.location } }

  /// The first 100 findings in the order of `sorted`, and the number of the others.
  ///
  /// The limit bounds the work, because an excerpt requires a scan of its line.
  package var reported: (first: ArraySlice<Diagnostic>, more: Int) {
    (sorted.prefix(Self.maxReported), max(0, all.count - Self.maxReported))
  }

  private static let maxReported = 100

  /// Adds an error.
  ///
  /// - Parameter remedy: The suggestion with its separator, which follows the problem in the
  ///   printed message.
  package mutating func error(_ code: FindingCode, _ problem: String, remedy: String = "", at location: Location) {
    all.append(Diagnostic(.error, code, problem, remedy: remedy, at: location))
  }
  /// Adds a warning, with the parameters of `error`.
  package mutating func warning(_ code: FindingCode, _ problem: String, remedy: String = "", at location: Location) {
    all.append(Diagnostic(.warning, code, problem, remedy: remedy, at: location))
  }
  /// Adds a warning that is reported only if the file has no errors.
  package mutating func remark(_ code: FindingCode, _ problem: String, remedy: String = "", at location: Location) {
    remarks.append(Diagnostic(.warning, code, problem, remedy: remedy, at: location))
  }
  package mutating func append(_ finding: Diagnostic) { all.append(finding) }
  mutating func append(remark finding: Diagnostic) { remarks.append(finding) }
  /// Adds the findings and remarks of `other`.
  package mutating func append(_ other: Diagnostics) {
    all += other.all
    remarks += other.remarks
  }
  /// Adds the findings and remarks of a second pass over the same lines, without duplicates.
  package mutating func merge(_ other: Diagnostics) {
    all += other.all.filter { finding in
      !all.contains { $0.message == finding.message && $0.location == finding.location }
    }
    remarks += other.remarks.filter { finding in
      !remarks.contains { $0.message == finding.message && $0.location == finding.location }
    }
  }
  /// Returns the findings and remarks of a file that is accepted.
  package func served() -> Diagnostics {
    var served = Diagnostics()
    served.all = all + remarks
    return served
  }
  /// The findings without duplicate headlines. Each operation that includes a fragment repeats the
  /// findings of the fragment.
  package var unique: Diagnostics {
    var known: Set<String> = []
    var unique = Diagnostics()
    unique.all = all.filter { known.insert($0.headline).inserted }
    return unique
  }
}
