package import Atoms
import Essentials
import JSON
package import Model

/// The recipient of a submission's money, as the stored values tell it.
///
///     Recipient.of(submission, by: "payment")?.text(in: .en)  // "ООО Ромашка"
package enum Recipient {
  /// The inputs of effects that name who receives, by the effect's name, and what they are.
  private static let inputs: [String: (atom: String, role: Role)] = [
    PaymentEffect.name: ("name", .person), ProviderPaymentEffect.name: ("provider", .person),
    TransferEffect.name: ("to", .account),
  ]

  /// Returns the recipient of a submission of an operation with that effect; nil if its values tell none.
  ///
  /// A chosen option is shown by the text that the person saw.
  package static func of(_ submission: Submission, by effect: String?) -> ShownValue? {
    guard let input = effect.flatMap({ inputs[$0] }),
      let value = (try? Value(reading: submission.values))?[input.atom]?.string
    else { return nil }
    let caption = submission.captions.flatMap { (try? Value(reading: $0))?[input.atom]?.string }
    return ShownValue(input.role, value, caption.map { LocalizedText(ru: $0, en: nil) })
  }

  /// Returns true if money of an operation with that effect stays with the person.
  package static func isSamePerson(by effect: String?) -> Bool { effect == TransferEffect.name }
}
