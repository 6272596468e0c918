import JSON
package import Model
import Dates

/// The formats of an export of submissions.
package enum ExportFormat: String, Sendable, CaseIterable {
  /// One JSON object per line.
  case ndjson
  /// Comma-separated values with a line of names (RFC 4180).
  case csv
}

/// Writes submissions as lines of an export.
package struct SubmissionExport: Sendable {
  private static let names = [
    "id", "person", "operation", "version", "status", "reason", "amount", "currency", "method", "createdAt",
    "signedAt", "changedAt", "businessDay", "movement",
  ]
  private static let contents = ["values", "captions", "warnings", "derived"]

  private let format: ExportFormat
  private let hasValues: Bool

  /// Creates an export. If `hasValues` is true, it contains the values of the submissions.
  package init(_ format: ExportFormat, hasValues: Bool) {
    self.format = format
    self.hasValues = hasValues
  }

  /// The first line; nil if the format has none.
  package var header: String? {
    format == .csv ? CSV.line(Self.names + (hasValues ? Self.contents : [])) : nil
  }

  /// Returns the line of a submission, without a line feed.
  package func line(of submission: Submission) -> String {
    let texts = Self.texts(of: submission)
    let contents = hasValues ? [submission.values, submission.captions, submission.warnings, submission.derived] : []
    switch format {
    case .csv: return CSV.line((texts + contents).map { $0 ?? "" })
    case .ndjson:
      var writer = Writer()
      writer.object { writer in
        for (name, text) in zip(Self.names, texts) {
          guard let text else { continue }
          writer.key(name)
          if name == "movement", let number = Int64(text) { writer.integer(number) } else { writer.string(text) }
        }
        for (name, text) in zip(Self.contents, contents) {
          guard let text, let value = try? Value(reading: text) else { continue }
          writer.key(name)
          writer.value(value)
        }
      }
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }

  /// Returns the texts of the members in the order of `names`; nil for an absent member.
  private static func texts(of submission: Submission) -> [String?] {
    [
      submission.id.description, submission.person.description, submission.operation, submission.version,
      submission.status.rawValue, submission.reason, submission.amount?.text, submission.amount?.currency.rawValue,
      submission.method?.rawValue, submission.created.description, submission.signed?.description,
      submission.changed.description, submission.businessDay?.description, submission.movement.map { "\($0)" },
    ]
  }
}
