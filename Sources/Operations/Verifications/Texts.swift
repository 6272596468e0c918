import Atoms
import Requisites

/// The ways to write a text that definitions may name with `normalize`.
enum Texts {
  /// `payment`: quotes, dashes and blanks as a payment carries them.
  static let payment = Normalization("payment") { text in
    let (text, changes) = PaymentText.normalized(text)
    return (text, changes.map { Normalization.Change($0.character, to: $0.replacement, position: $0.position) })
  }
}
