import BankSystems
package import Atoms
import Texts
import JSON
package import Services

/// The effect that changes the caller's password.
struct PasswordEffect: SecretEffect {
  static let name = "password"
  /// The current password and the new one.
  static let shape: EffectShape = {
    var shape = EffectShape(
      [
        EffectShape.Input("old", kind: "textInput", content: "password"),
        EffectShape.Input("new", kind: "textInput", content: "password"),
      ], keeping: .change)
    shape.readsSecrets = true
    return shape
  }()

  private let auth: Auth

  init(auth: Auth) { self.auth = auth }

  /// Returns the change after checking both passwords.
  func prepared(_ values: Object, by caller: Caller) -> Deferred<Effect> {
    guard let old = values["old"]?.string else { return .failed(UnreadableValues(atom: "old")) }
    guard let new = values["new"]?.string else { return .failed(UnreadableValues(atom: "new")) }
    return auth.passwordEffect(from: old, to: new, by: caller)
  }

  /// Returns the violation at the wrong password.
  func violation(for refusal: any Error) -> Violation? {
    (refusal as? PasswordRefusal).map { PasswordRefusalText.violation(for: $0, old: "old", new: "new") }
  }
}

/// The messages for a rejected change of a password. They contain no part of a password.
package enum PasswordRefusalText {
  /// Returns the violation at the atom of the current password, `old`, or of the new one, `new`.
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
          ru: "Нужно не меньше \(minimum) разных символов", en: "At least \(minimum) different characters are required"),
        params: [("minimum", .integer(Int64(minimum)))])
    case .login:
      Violation(
        check: "login",
        message: LocalizedText(ru: "Пароль не может быть логином", en: "The password must not be the login"))
    case .common:
      Violation(
        check: "common",
        message: LocalizedText(
          ru: "Этот пароль слишком распространён: придумайте другой", en: "This password is too common: choose another")
      )
    case .unchanged:
      Violation(
        check: "unchanged", message: LocalizedText(ru: "Это прежний пароль", en: "This is the current password"))
    }
  }
}
