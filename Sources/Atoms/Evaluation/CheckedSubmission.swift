package import Conditions
package import Essentials
package import JSON

/// Values that an operation has judged and found right: an effect is built from nothing else.
///
///     let submission = try CheckedSubmission(operation, values: ["amount": "100.50"], in: .en, surroundings)
///     let record = submission.storable
///     let waits = submission.needsSignature
package struct CheckedSubmission: Sendable {
  /// The operation that judged the values.
  package let operation: Operation
  /// The values of the shown inputs that have one, by id, in tree order; includes secrets.
  package let values: Object
  /// True if the submission waits for a signature.
  package let needsSignature: Bool

  /// Judges the values.
  ///
  /// Throws `Violations`
  /// - with all violations, also if the tapped button is hidden or disabled;
  /// - with `undecided` if a verdict, the signature or a value depends on something unknown.
  package init(
    _ operation: Operation, values: Object, tapped button: String? = nil, in language: Language,
    _ surroundings: any Surroundings
  ) throws(Violations) {
    var evaluation = Evaluation(operation, Question(values: values, commit: true), in: language, surroundings)
    var (values, violations) = evaluation.verdict()
    if let button, let refusal = evaluation.refusal(ofTapOn: button) { violations.append(refusal) }
    needsSignature = violations.isEmpty && evaluation.asksForSignature()
    guard violations.isEmpty, evaluation.undecided == nil else {
      throw Violations(all: violations, failures: evaluation.failures, undecided: evaluation.undecided)
    }
    self.operation = operation
    self.values = values
  }

  /// The values in wire form, without passwords and codes: safe to store.
  package var storable: Object { operation.stored(values) }
}

/// The violations of a refused submission.
package struct Violations: Error, Sendable {
  /// The violations in tree order, one per atom; then those of unknown names, then that of the tapped button.
  package let all: [Violation]
  /// The conditions and expressions that could not be evaluated on the way.
  package let failures: [EvaluationFailure]
  /// The reason for which the values cannot be judged; nil if they can. Without violations they may still be right.
  package let undecided: Unknown?
}

extension Operation {
  /// The buttons whose action is `submit`, in tree order.
  package var submitButtons: [Atom] { atoms.filter { $0.action == .submit } }
}

extension Evaluation {
  /// Returns the reason why a tap on that button does nothing: the button is hidden or disabled.
  fileprivate mutating func refusal(ofTapOn button: String) -> Violation? {
    guard let place = operation.place(of: button) else { return nil }
    if marks[place].contains(.hidden) { return Violation("hidden").at(button) }
    if let reason = marks[place].unknown { undecided = reason.joined(undecided) }
    return marks[place].contains(.disabled) ? Violation("disabled").at(button) : nil
  }
}
