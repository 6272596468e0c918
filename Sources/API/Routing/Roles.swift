import Model
import Services

extension Endpoint.Access {
  /// The roles that may ask, where somebody does; nil where any may.
  var roles: [Person.Role]? {
    switch self {
    case .open, .loggedIn: nil
    case .person, .anybody: [.person]
    case .operator: [.operator]
    case .personOrOperator: [.person, .operator]
    case .core: [.core]
    }
  }

  /// Refuses somebody of another role.
  func require(_ caller: Caller) throws(Problem) {
    guard let roles, !roles.contains(caller.role) else { return }
    let names = roles.map { "`\($0.rawValue)`" }
    throw Problem(
      .forbidden, ru: "Нужна роль \(names.joined(separator: " или ")), а у вас `\(caller.role.rawValue)`.",
      en: "This takes the role \(names.joined(separator: " or ")), and yours is `\(caller.role.rawValue)`.")
  }
}
