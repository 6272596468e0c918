package import Atoms
import Conditions
import JSON
import Model
import Services

/// The directories that inputs may be looked up in: one line each in `all`.
package enum Lookups {
  /// The directories.
  package static let all = [
    Directory(
      Lookup("bank", fields: [Field("name", .text), Field("place", .text), Field("correspondentAccount", .text)]),
      .memory(bank))
  ]

  /// Their names and the fields of their answers.
  package static let shapes = all.map(\.shape)

  private static func bank(_ key: Value, _ services: BankServices) -> Answer {
    guard let bank = key.string.flatMap({ BIC($0) }).flatMap(services.banks.bank) else { return .empty }
    return .found(
      .object(
        Object(unique: [
          Object.Member(name: "name", value: .string(bank.name)),
          Object.Member(name: "place", value: bank.place.map(Value.string) ?? .null),
          Object.Member(
            name: "correspondentAccount", value: bank.correspondentAccount.map { .string($0.rawValue) } ?? .null),
        ])))
  }
}
