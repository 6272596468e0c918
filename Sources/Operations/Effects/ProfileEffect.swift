package import Atoms
package import JSON
package import Services

/// How a person is called, and where.
package struct ProfileEffect: OperationEffect {
  /// `profile`.
  package static let name = "profile"
  /// What a person may change of the profile.
  package static let shape = EffectShape(
    [
      EffectShape.Input("name", kind: "textInput"),
      EffectShape.Input("phone", kind: "textInput", content: "phone", required: false),
    ], keeping: .change)

  private let users: Users

  /// Changes by that service.
  package init(users: Users) { self.users = users }

  /// The profile that the values write.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard let name = values["name"]?.string else { throw UnreadableValues(atom: "name") }
    do throws(ProfileRefusal) {
      return users.effect(try Profile(name: name, phone: values["phone"]?.string))
    } catch {
      // What the definition lets through is told as a refusal, and is never executed.
      return Effect(check: { [error] _, _ in throw error }, execute: { [error] _, _ in throw error })
    }
  }

  /// The atom that the service finds at fault.
  package func violation(for refusal: any Error) -> Violation? {
    (refusal as? ProfileRefusal).map { ProfileRefusalText.violation(for: $0) }
  }
}
