package import JSON

/// Values that an operation has found right: the only thing an effect may be built from.
package struct Submission: Sendable {
  /// The operation that judged them.
  package let operation: Operation
  /// The values of the shown inputs that have one, by id, in tree order; secrets among them.
  package let values: Object
  /// Whether they wait for a signature.
  package let needsSignature: Bool

  /// Judges the values, or throws every violation in tree order; so is a tap on a button that is not shown or enabled.
  package init(
    _ operation: Operation, values: Object, tapped button: String? = nil, in language: Language,
    _ surroundings: any Surroundings
  ) throws(Violations) {
    var evaluation = Evaluation(operation, Question(values: values, commit: true), in: language, surroundings)
    var (values, violations) = evaluation.verdict()
    if let button, let refusal = evaluation.refusal(ofTapOn: button) { violations.append(refusal) }
    guard violations.isEmpty else { throw Violations(all: violations, failures: evaluation.failures) }
    needsSignature = evaluation.asksForSignature()
    self.operation = operation
    self.values = values
  }

  /// The values as clients see them, without passwords and codes: what may be stored.
  package var storable: Object { operation.stored(values) }
}

/// Every violation of a refused submission, in tree order.
package struct Violations: Error, Sendable {
  /// The violations, one per atom.
  package let all: [Violation]
  /// Conditions that could not be evaluated on the way.
  package let failures: [EvaluationFailure]
}

extension Operation {
  /// The buttons that submit, in tree order.
  package var submitButtons: [Atom] { atoms.filter { $0.action == .submit } }
}

extension Evaluation {
  /// Why a tap on that button does nothing: it is not shown, or it is disabled.
  func refusal(ofTapOn button: String) -> Violation? {
    guard let place = operation.place(of: button) else { return nil }
    if marks[place].contains(.hidden) { return Violation("hidden").at(button) }
    return marks[place].contains(.disabled) ? Violation("disabled").at(button) : nil
  }
}
