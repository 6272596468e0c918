package import Atoms
import Essentials
package import JSON
package import Services

/// A change of the person's name and telephone number.
package struct ProfileEffect: OperationEffect {
  /// `profile`.
  package static let name = "profile"
  /// The fields of the profile that a person may change.
  package static let shape = EffectShape(
    [
      EffectShape.Input("name", kind: "textInput"),
      EffectShape.Input("phone", kind: "textInput", content: "phone", required: false),
    ], keeping: .change)

  private let users: Users

  /// Creates the effect with its service.
  package init(users: Users) { self.users = users }

  /// The profile that the values write.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard let name = values["name"]?.string else { throw UnreadableValues(atom: "name") }
    do throws(ProfileRefusal) {
      return users.effect(try Profile(name: name, phone: values["phone"]?.string))
    } catch {
      // A profile that the definition accepts and the service does not is refused and never executed.
      return Effect(check: { [error] _, _ in throw error }, execute: { [error] _, _ in throw error })
    }
  }

  /// The atom that the service finds at fault.
  package func violation(for refusal: any Error) -> Violation? {
    (refusal as? ProfileRefusal).map { ProfileRefusalText.violation(for: $0) }
  }
}

/// The texts for a refused profile.
package enum ProfileRefusalText {
  /// The violation at `name` or `phone`.
  package static func violation(for refusal: ProfileRefusal) -> Violation {
    switch refusal {
    case .badName:
      Violation(
        check: "name",
        message: LocalizedText(
          ru: "От 1 до 160 букв, цифр и знаков, которые принимает платёжная система",
          en: "1 to 160 letters, digits and signs that the payment system takes")
      ).at("name")
    case .badPhone:
      Violation(
        check: "phone",
        message: LocalizedText(
          ru: "Нужен номер с кодом страны, например +7 900 000-00-00",
          en: "A number with the country's code is needed, such as +7 900 000-00-00")
      ).at("phone")
    }
  }
}
