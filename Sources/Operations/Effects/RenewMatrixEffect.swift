package import Atoms
package import JSON
package import Services

/// A new security matrix in the place of the person's old one, shown once in the answer to the signature.
package struct RenewMatrixEffect: OperationEffect {
  /// `renewMatrix`.
  package static let name = "renewMatrix"
  /// It reads nothing, and is signed by what the old matrix is not needed for.
  package static let shape = EffectShape([], signs: ["code"], keeping: .change)

  private let signing: Signing

  /// Matrices by that service.
  package init(signing: Signing) { self.signing = signing }

  /// A new matrix.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect { signing.renewal() }

  /// There is nothing to refuse.
  package func violation(for refusal: any Error) -> Violation? { nil }
}
