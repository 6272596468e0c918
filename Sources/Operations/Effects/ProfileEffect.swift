import BankSystems
package import Atoms
import Texts
import JSON
package import Services

/// The effect that changes a person's name and phone number.
struct ProfileEffect: OwnEffect {
  /// False, because a change of a profile cannot be repeated.
  var isRepeatable: Bool { false }
  static let name = "profile"
  /// The parts of a profile that the person can change.
  static let shape = EffectShape(
    [
      EffectShape.Input("name", kind: "textInput"),
      EffectShape.Input("phone", kind: "textInput", content: "phone", required: false),
    ], keeping: .change)

  private let users: Users

  init(users: Users) { self.users = users }

  /// Returns the change to the profile in the values.
  func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard let name = values["name"]?.string else { throw UnreadableValues(atom: "name") }
    do throws(ProfileRefusal) {
      return users.effect(try Profile(name: name, phone: values["phone"]?.string))
    } catch {
      // The definition accepted a profile that the service rejects. The effect throws in `check`,
      // so it is never executed.
      return Effect(check: { [error] _, _ in throw error }, execute: { [error] _, _ in throw error })
    }
  }

  /// Returns the violation at the atom that the service rejects.
  func violation(for refusal: any Error) -> Violation? {
    (refusal as? ProfileRefusal).map { ProfileRefusalText.violation(for: $0) }
  }
}

/// The messages for a profile that cannot be stored.
package enum ProfileRefusalText {
  /// Returns the violation at `name` or `phone`.
  package static func violation(for refusal: ProfileRefusal) -> Violation {
    switch refusal {
    case .badName:
      Violation(
        check: "name",
        message: LocalizedText(
          ru: "От 1 до 160 букв, цифр и знаков, которые принимает платёжная система",
          en: "1 to 160 letters, digits and characters that the payment system accepts")
      ).at("name")
    case .badPhone:
      Violation(
        check: "phone",
        message: LocalizedText(
          ru: "Нужен номер с кодом страны, например +7 900 000-00-00",
          en: "Enter a number with the country code, such as +7 900 000-00-00")
      ).at("phone")
    }
  }
}
