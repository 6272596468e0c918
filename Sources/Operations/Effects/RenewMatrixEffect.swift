package import BankSystems
package import Atoms
package import JSON
package import Services

/// The effect that replaces the person's security matrix. The answer to the signature shows the new one once.
package struct RenewMatrixEffect: OwnEffect {
  /// False: a matrix is changed once.
  package var isRepeatable: Bool { false }
  /// `renewMatrix`.
  package static let name = "renewMatrix"
  /// No inputs; signed by `code`, which works without the old matrix.
  package static let shape = EffectShape([], signs: ["code"], keeping: .change)

  private let signing: Signing

  /// Creates the effect over the service that issues matrices.
  init(signing: Signing) { self.signing = signing }

  /// Returns an effect with the codes of a new matrix.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect { signing.renewal() }

  /// Returns nil: the effect refuses nothing.
  package func violation(for refusal: any Error) -> Violation? { nil }
}
