package import Atoms
import Conditions
package import JSON
package import Services

/// The directories that inputs may be looked up in: one line each in `all`.
package enum Lookups {
  /// The directories.
  package static let all = [
    Directory(
      Lookup(
        "bank",
        fields: [
          Field("name", .text), Field("place", .text), Field("correspondentAccount", .text),
          Field("treasuryAccount", .text), Field("account", .text), Field("status", .text), Field("closed", .boolean),
          Field("statusSince", .date),
        ]),
      .memory(BankAnswers().answer(to:_:))),
    SingleTaxLookup.directory,
  ]

  /// Their names and the fields of their answers.
  package static let shapes = all.map(\.shape)

  /// What the directory of that name has for a key, on this thread however long it takes: for the command line.
  package static func answer(of lookup: String, for key: Value, _ services: BankServices) -> Answer {
    all.first { $0.shape.name == lookup }?.answer(for: key, services) ?? .failed
  }
}
