package import Model
import Atoms
import Texts

/// The forms of an enrolment: the code of the invitation, then the one-time code, the login and the
/// password.
package enum EnrolmentForm {
  /// The form for the code of an invitation.
  package static let invitation = GeneratedForm(
    "enrolment.invitation", version: "1", title: title,
    lines: [
      GeneratedForm.Line(
        .text, "about",
        LocalizedText(
          ru: "Банк дал вам код приглашения из двенадцати знаков. По нему вы придумаете логин и пароль.",
          en: "The bank gave you an invitation code of twelve characters. With it you choose a login and a password.")),
      GeneratedForm.Line(shortText, "code", LocalizedText(ru: "Код приглашения", en: "Invitation code")),
      GeneratedForm.Line(submit, "next", LocalizedText(ru: "Продолжить", en: "Continue")),
    ])

  /// Returns the form for the login and the password.
  ///
  /// - Parameters:
  ///   - sentTo: The masked telephone number; nil if no one-time code is needed.
  ///   - login: The person's login, or one that the bank proposes; nil if the person chooses one.
  package static func entry(sentTo: String?, login: Login?) -> GeneratedForm {
    var lines: [GeneratedForm.Line] = []
    if let sentTo {
      lines.append(
        GeneratedForm.Line(
          .text, "notice",
          LocalizedText(
            ru: "Код отправлен на номер \(sentTo)", en: "The code was sent to \(sentTo)")))
      lines.append(
        GeneratedForm.Line(
          digits, "code",
          LocalizedText(
            ru: "Код из сообщения", en: "Code from the message")))
    }
    if let login {
      lines.append(
        GeneratedForm.Line(
          .text, "own",
          LocalizedText(
            ru: "Ваш логин: \(login)", en: "Your login: \(login)")))
    } else {
      lines.append(GeneratedForm.Line(name, "login", LocalizedText(ru: "Логин", en: "Login")))
    }
    lines.append(
      GeneratedForm.Line(
        .text, "rule",
        LocalizedText(
          ru: "Пароль: от 12 знаков, не меньше пяти разных. Подойдёт фраза, которую знаете только вы.",
          en: "Password: 12 characters or more, at least five different ones. A phrase that only you know is suitable.")
      ))
    lines.append(GeneratedForm.Line(password, "password", LocalizedText(ru: "Новый пароль", en: "New password")))
    lines.append(GeneratedForm.Line(submit, "enter", LocalizedText(ru: "Войти", en: "Log in")))
    return GeneratedForm("enrolment.entry", version: "1", title: title, lines: lines)
  }

  private static let title = LocalizedText(ru: "Регистрация", en: "Registration")
  private static let shortText = GeneratedForm.AtomStyle("textInput", ("maxLength", "64"))
  private static let name = GeneratedForm.AtomStyle("textInput", ("maxLength", "64"), ("keyboard", "email"))
  private static let digits = GeneratedForm.AtomStyle("textInput", ("maxLength", "6"), ("keyboard", "digits"))
  private static let password = GeneratedForm.AtomStyle("textInput", ("type", "password"), ("maxLength", "1000"))
  private static let submit = GeneratedForm.AtomStyle("button", ("action", "submit"))
}
