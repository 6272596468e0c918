package import Atoms
package import JSON
package import Services

/// Another password in the place of the present one.
package struct PasswordEffect: SecretEffect {
  /// `password`.
  package static let name = "password"
  /// The present password and the new one.
  package static let shape: EffectShape = {
    var shape = EffectShape(
      [
        EffectShape.Input("old", kind: "textInput", content: "password"),
        EffectShape.Input("new", kind: "textInput", content: "password"),
      ], keeping: .change)
    shape.readsSecrets = true
    return shape
  }()

  private let auth: Auth

  /// Changes by that service.
  package init(auth: Auth) { self.auth = auth }

  /// The change, its passwords checked.
  package func prepared(_ values: Object, by caller: Caller) -> Deferred<Effect> {
    guard let old = values["old"]?.string else { return .failed(UnreadableValues(atom: "old")) }
    guard let new = values["new"]?.string else { return .failed(UnreadableValues(atom: "new")) }
    return auth.passwordEffect(from: old, to: new, by: caller)
  }

  /// The password that is at fault.
  package func violation(for refusal: any Error) -> Violation? {
    (refusal as? PasswordRefusal).map { PasswordRefusalText.violation(for: $0, old: "old", new: "new") }
  }
}
