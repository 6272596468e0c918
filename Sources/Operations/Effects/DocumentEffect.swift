import BankSystems
import Atoms
import JSON
import Services

/// The effect of a document with any fields. The document is recorded, signed and delivered, and no
/// money moves.
///
/// With the embedded ledger, the document is executed when it is recorded. Otherwise the core
/// reports the result.
struct DocumentEffect: OwnEffect {
  static let name = DeclaredEffect.documentName
  /// No inputs. The operation can have any inputs.
  static let shape = EffectShape([])

  init() {}

  /// Returns the effect without any checks, holds or actions.
  func effect(of values: Object) throws(UnreadableValues) -> Effect { .none }

  /// Returns nil, because the effect rejects nothing.
  func violation(for refusal: any Error) -> Violation? { nil }
}
