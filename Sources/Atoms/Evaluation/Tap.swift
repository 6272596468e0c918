extension Operation {
  /// The buttons that submit, in tree order.
  package var submitButtons: [Atom] { atoms.filter { $0.action == .submit } }
}

extension Evaluation {
  /// Why a tap on that button submits nothing: there is no such button, it is not shown, or it is disabled.
  func refusal(ofTapOn button: String) -> Violation? {
    guard let place = operation.place(of: button), operation.atoms[place].action == .submit else {
      return Violation("unknown", sentence: "unknownAction").at(button)
    }
    if marks[place].contains(.hidden) { return Violation("hidden").at(button) }
    return marks[place].contains(.disabled) ? Violation("disabled").at(button) : nil
  }
}
