package import Atoms
package import JSON
import Model
import Operations
package import Texts

/// The review of an operation with pages as lines of text.
package struct ReviewText {
  /// The title and a rule below it.
  private let head: [String]
  /// The values by page; nil if the values are wrong or unknown.
  private let values: [String]?
  /// The violations that prevent a review, one line each.
  private let obstacles: [String]

  /// Judges the values of all pages as the review does. Returns nil for an operation without a
  /// review.
  package init?(of operation: Operation, _ values: Object, in language: Language, _ world: any Environment) {
    guard let title = operation.pages.review?[language] else { return nil }
    head = ["\(title)   (\(FormPage.review))", String(repeating: "─", count: title.unicodeScalars.count)]
    do throws(Violations) {
      let checked = try CheckedSubmission(operation, values: values, in: language, world)
      let preview = Submission(previewOf: checked, by: PersonID(high: 0, low: 0), in: language)
      let lines = try? SubmittedValues(preview, of: operation, in: language).reviewLines(in: language)
      self.values = (lines ?? []).map { line in line.isTitle ? line.text : "  \(line.text)" }
      obstacles = []
    } catch {
      self.values = nil
      obstacles = error.all.map { "\($0.atom): \($0.text(in: language))" }
    }
  }

  /// All lines: the values, or all violations that prevent a review.
  package var lines: [String] {
    head + (values ?? (["The review follows once these values are right:"] + obstacles.map { "  ! \($0)" }))
  }

  /// The values, or one line about the values that prevent a review.
  package var summary: [String] {
    guard values == nil else { return lines }
    let first = obstacles.first.map { ", first `\($0)`" } ?? ""
    return head + ["The review follows once all values are right; wrong now: \(obstacles.count)\(first)"]
  }
}
