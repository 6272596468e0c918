import BankSystems
import Atoms
import JSON
import Services

/// The effect of a document with any fields: it is recorded, signed and handed over, and moves no money here.
///
/// If the embedded ledger executes submissions, recording is the whole execution. If the bank's core does, the core
/// reports the result.
struct DocumentEffect: OwnEffect {
  /// `document`.
  static let name = DeclaredEffect.documentName
  /// No inputs: the operation may ask for any.
  static let shape = EffectShape([])

  /// Creates the effect.
  init() {}

  /// Returns the effect that checks, holds and does nothing.
  func effect(of values: Object) throws(UnreadableValues) -> Effect { .none }

  /// Returns nil: the effect refuses nothing.
  func violation(for refusal: any Error) -> Violation? { nil }
}
