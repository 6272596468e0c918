package import Atoms
import Conditions
package import JSON
import Model
package import Services

/// The directories that inputs may be looked up in: one line each in `all`.
package enum Lookups {
  /// The directories.
  package static let all = [
    Directory(
      Lookup("bank", fields: [Field("name", .text), Field("place", .text), Field("correspondentAccount", .text)]),
      .memory(bank)),
    Directory(
      Lookup("provider", fields: ProviderRecords.answer), .memory(provider)),
  ]

  /// Their names and the fields of their answers.
  package static let shapes = all.map(\.shape)

  /// What the directory of that name has for a key, on this thread however long it takes: for the command line.
  package static func answer(of lookup: String, for key: Value, _ services: BankServices) -> Answer {
    all.first { $0.shape.name == lookup }?.answer(for: key, services) ?? .failed
  }

  private static func provider(_ key: Value, _ services: BankServices) -> Answer {
    guard let id = key.string else { return .empty }
    do {
      return try services.providers.find(id).map { .found(ProviderRecords.answer(for: $0)) } ?? .empty
    } catch {
      return .failed
    }
  }

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
