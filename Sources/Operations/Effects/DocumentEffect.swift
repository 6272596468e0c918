package import Atoms
package import JSON
package import Services

/// A document of any fields: it is recorded, signed and handed over, and moves nothing here.
///
/// Where the embedded ledger carries out what is signed, being recorded is all there is to do; the bank's core, where it
/// does, says what became of it.
package struct DocumentEffect: OperationEffect {
  /// `document`.
  package static let name = "document"
  /// Whatever the operation asks.
  package static let shape = EffectShape([])

  /// The effect of any document.
  package init() {}

  /// Nothing to check, nothing to hold, nothing to do.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect { .none }

  /// It refuses nothing.
  package func violation(for refusal: any Error) -> Violation? { nil }
}
