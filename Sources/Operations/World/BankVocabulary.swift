package import Atoms

extension Vocabulary {
  /// What the bank's operations may refer to.
  package static let bank = Vocabulary(
    verifications: Verifications.all, lookups: Lookups.shapes, facts: Facts.types, effects: Effects.shapes,
    normalizations: [Texts.payment])
}
