package import Atoms
package import Services

/// What people read of a profile that cannot be stored.
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
