package import Atoms
import Conditions
package import JSON
import Model
package import Services

/// The directories that inputs may be looked up in: one line each in `shapes`, one case in `answer`.
package enum Lookups {
  /// The directories and the fields of their answers.
  package static let shapes = [
    Lookup("bank", fields: [Field("name", .text), Field("place", .text), Field("correspondentAccount", .text)])
  ]

  /// What the directory of that name has for a key.
  package static func answer(of lookup: String, for key: Value, _ services: BankServices) -> Answer {
    switch lookup {
    case "bank":
      guard let bank = key.string.flatMap({ BIC($0) }).flatMap(services.banks.bank) else { return .empty }
      return .found(
        .object(
          Object(unique: [
            Object.Member(name: "name", value: .string(bank.name)),
            Object.Member(name: "place", value: bank.place.map(Value.string) ?? .null),
            Object.Member(
              name: "correspondentAccount", value: bank.correspondentAccount.map { .string($0.rawValue) } ?? .null),
          ])))
    default: return .failed
    }
  }
}
