package import Atoms
import Conditions
package import JSON
package import Services

/// A directory of the server: its shape and the source of its answers, in memory or in the
/// database.
package struct LookupSource: Sendable {
  /// The name, the type of the keys, and the fields of an answer.
  let shape: Lookup
  /// Returns the answer for a key without waiting for another system. Throws if the database cannot
  /// be read.
  package let answer: @Sendable (Value, BankServices) throws -> LookupAnswer

  init(_ shape: Lookup, _ answer: @escaping @Sendable (Value, BankServices) throws -> LookupAnswer) {
    (self.shape, self.answer) = (shape, answer)
  }
}

/// The directories for lookups. Each is an element of `all`.
package enum Lookups {
  package static let all = [
    LookupSource(
      Lookup(
        "bank",
        fields: [
          Field("name", .text), Field("place", .text), Field("correspondentAccount", .text),
          Field("treasuryAccount", .text), Field("account", .text), Field("status", .text), Field("closed", .boolean),
          Field("statusSince", .date),
        ]),
      BankAnswers().answer(to:_:)),
    SingleTaxLookup.directory,
    LookupSource(Lookup("provider", fields: ProviderRecords.answer), ProviderRecords.answer(to:_:)),
  ]

  /// The shapes of the directories, for checks of definitions.
  static let shapes = all.map(\.shape)

  /// Returns the answer of a directory for a key; `unavailable` for an unknown directory.
  ///
  /// Throws if the database cannot be read.
  package static func answer(of lookup: String, for key: Value, _ services: BankServices) throws -> LookupAnswer {
    try all.first { $0.shape.name == lookup }?.answer(key, services) ?? .unavailable
  }
}
