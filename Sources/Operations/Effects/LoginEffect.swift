import BankSystems
import Atoms
import Texts
import JSON
import Services

/// The effect that opens a session for a login and its password.
struct LoginEffect: SessionEffect {
  static let name = "login"
  /// The login and the password.
  static let shape: EffectShape = {
    var shape = EffectShape([
      EffectShape.Input("login", kind: "textInput"),
      EffectShape.Input("password", kind: "textInput", content: "password"),
    ])
    (shape.readsSecrets, shape.opensSession) = (true, true)
    return shape
  }()

  private let auth: Auth

  init(auth: Auth) { self.auth = auth }

  /// Returns the session of a caller at `origin`.
  func session(_ values: Object, from origin: Origin) -> Deferred<SessionGrant> {
    guard let login = values["login"]?.string else { return .failed(UnreadableValues(atom: "login")) }
    guard let password = values["password"]?.string else { return .failed(UnreadableValues(atom: "password")) }
    return auth.login(login, password: password, from: origin)
  }

  /// Returns the violation at the password, also for an unknown login, so that a caller cannot test
  /// whether a login exists.
  func violation(for refusal: any Error) -> Violation? {
    guard refusal is AuthError else { return nil }
    return Violation(
      check: "wrong-credentials",
      message: LocalizedText(ru: "Неверный логин или пароль", en: "Wrong login or password")
    ).at("password")
  }
}
