import Atoms
import HTTPServer
import JSON
import Operations
import Services

extension SubmissionProcess {
  /// Validates values and returns them in normalized form.
  ///
  /// - Parameters:
  ///   - button: The id of the tapped button; nil without a button.
  ///   - report: The values that the client has shown; nil to skip the comparison.
  ///   - state: The state of the data that the request has just read; nil to read it for each fact.
  ///
  /// Throws `Violations` if a value is invalid or differs from the shown value.
  func validated(
    _ values: Object, of operation: Operation, tapped button: String? = nil, against report: ShownReport? = nil,
    at state: DataVersion? = nil, _ call: Call
  ) throws(Violations) -> CheckedSubmission {
    let began = Moment.now
    defer { forms.metrics.judging.count(since: began) }
    let deciding = forms.surroundings(of: call, deciding: true)
    let surroundings: any Environment = if let state { StateSurroundings(deciding, at: state) } else { deciding }
    do throws(Violations) {
      return try CheckedSubmission(
        operation, values: values, tapped: button, against: report, in: call.language, surroundings)
    } catch {
      forms.failures.note(error.failures, of: operation, call)
      throw error
    }
  }
}
