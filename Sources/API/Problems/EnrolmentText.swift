import Texts
import Atoms
import Operations
import Services

/// The texts of enrolments: the message with a one-time code, and the errors of an entry.
enum EnrolmentText {
  /// Returns the message with a one-time code.
  static func message(with code: String) -> LocalizedText {
    LocalizedText(
      ru: "Код для регистрации: \(code). Никому его не сообщайте.",
      en: "Code for the registration: \(code). Do not share it with anyone.")
  }

  /// Returns the violation at the rejected member; nil if no member is the cause.
  static func violation(for error: EnrolmentError) -> Violation? {
    switch error {
    case .over: nil
    case .unknownInvitation:
      Violation(
        check: "wrong-invitation",
        message: LocalizedText(
          ru: "Код неизвестен, истёк или уже использован", en: "The code is unknown, has expired or was used")
      ).at("code")
    case .wrongCode:
      Violation(check: "wrong-code", message: LocalizedText(ru: "Неверный код", en: "The code is wrong")).at("code")
    case .loginMissing:
      Violation(check: "required", message: LocalizedText(ru: "Придумайте логин", en: "Choose a login")).at("login")
    case .badLogin:
      Violation(
        check: "login",
        message: LocalizedText(
          ru: "От 1 до 64 латинских букв, цифр и знаков . _ - @ +",
          en: "1 to 64 Latin letters, digits and the characters . _ - @ +")
      ).at("login")
    case .loginTaken:
      Violation(
        check: "taken",
        message: LocalizedText(ru: "Этот логин занят: придумайте другой", en: "This login is taken: choose another")
      ).at("login")
    case .otherLogin(let login):
      Violation(
        check: "other-login", message: LocalizedText(ru: "Ваш логин: \(login)", en: "Your login is \(login)")
      ).at("login")
    case .password(let rule):
      PasswordRefusalText.violation(for: .broken(rule), old: "password", new: "password")
    }
  }
}
