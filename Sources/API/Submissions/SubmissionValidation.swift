import Atoms
import HTTPServer
import JSON
import Operations
import Services

extension SubmissionProcess {
  /// Validates values and returns them as the operation takes them.
  ///
  /// - `button` is the id of the tapped button; nil without a button.
  /// - `report` is what the client has shown; nil compares nothing.
  /// - `state` is the state of the data as the request has just read it; nil reads it for each fact.
  ///
  /// Throws `Violations` if a value is wrong, or another one than was shown.
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
