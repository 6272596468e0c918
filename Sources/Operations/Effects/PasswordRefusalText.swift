package import Atoms
import JSON
package import Services

/// What people read of a password that is not changed; no part of a password is in it.
package enum PasswordRefusalText {
  /// The violation, at the name of the present password or of the new one.
  package static func violation(for refusal: PasswordRefusal, old: String, new: String) -> Violation {
    switch refusal {
    case .wrongPassword:
      Violation(
        check: "wrong-password", message: LocalizedText(ru: "Неверный пароль", en: "The password is wrong")
      ).at(old)
    case .broken(let rule): violation(of: rule).at(new)
    }
  }

  private static func violation(of rule: PasswordRule) -> Violation {
    switch rule {
    case .tooShort(let minimum):
      Violation("length", sentence: "minLength", params: [("minLength", .integer(Int64(minimum)))])
    case .tooLong(let maximum):
      Violation("length", sentence: "maxLength", params: [("maxLength", .integer(Int64(maximum)))])
    case .tooSimple(let minimum):
      Violation(
        check: "simple",
        message: LocalizedText(
          ru: "Нужно не меньше \(minimum) разных символов", en: "At least \(minimum) different characters are needed"),
        params: [("minimum", .integer(Int64(minimum)))])
    case .login:
      Violation(
        check: "login", message: LocalizedText(ru: "Пароль не может быть логином", en: "The login is no password"))
    case .unchanged:
      Violation(
        check: "unchanged", message: LocalizedText(ru: "Это прежний пароль", en: "This is the present password"))
    }
  }
}
