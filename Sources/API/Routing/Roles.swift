import Model
import Services

extension Endpoint.Access {
  /// The one role that may ask, where somebody does; nil where any may.
  var role: Person.Role? {
    switch self {
    case .open, .loggedIn: nil
    case .person, .anybody: .person
    case .core: .core
    }
  }

  /// Refuses somebody of another role.
  func require(_ caller: Caller) throws(Problem) {
    guard let role, caller.role != role else { return }
    throw Problem(
      .forbidden, ru: "Нужна роль `\(role.rawValue)`, а у вас `\(caller.role.rawValue)`.",
      en: "This takes the role `\(role.rawValue)`, and yours is `\(caller.role.rawValue)`.")
  }
}
