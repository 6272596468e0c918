package import BankSystems
package import Atoms
package import JSON
package import Services

/// The effect that replaces the person's security matrix. The response to the signature contains
/// the new matrix once.
package struct RenewMatrixEffect: OwnEffect {
  /// False, because a change of a matrix cannot be repeated.
  package var isRepeatable: Bool { false }
  package static let name = "renewMatrix"
  /// No inputs. Signed by `code`, which does not require the old matrix.
  package static let shape = EffectShape([], signs: ["code"], keeping: .change)

  private let signing: Signing

  init(signing: Signing) { self.signing = signing }

  /// Returns an effect with the codes of a new matrix.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect { signing.renewal() }

  /// Returns nil, because the effect rejects nothing.
  package func violation(for refusal: any Error) -> Violation? { nil }
}
