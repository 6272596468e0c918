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
