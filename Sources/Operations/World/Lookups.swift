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
      Lookup(
        "bank",
        fields: [
          Field("name", .text), Field("place", .text), Field("correspondentAccount", .text),
          Field("treasuryAccount", .text), Field("account", .text), Field("status", .text), Field("closed", .boolean),
          Field("statusSince", .date),
        ]),
      .memory(bank))
  ]

  /// Their names and the fields of their answers.
  package static let shapes = all.map(\.shape)

  /// What the directory of that name has for a key, on this thread however long it takes: for the command line.
  package static func answer(of lookup: String, for key: Value, _ services: BankServices) -> Answer {
    all.first { $0.shape.name == lookup }?.answer(for: key, services) ?? .failed
  }

  /// The bank of a BIC; `account` is the one that field 15 of a payment order names: the correspondent account, or
  /// the single treasury account of a body of the Treasury.
  private static func bank(_ key: Value, _ services: BankServices) -> Answer {
    guard let bank = key.string.flatMap({ BIC($0) }).flatMap(services.banks.bank) else { return .empty }
    let today = services.banks.today
    let status = bank.status(on: today)
    return .found(
      .object(
        Object(unique: [
          member("name", bank.name), member("place", bank.place),
          member("correspondentAccount", bank.correspondentAccount?.rawValue),
          member("treasuryAccount", bank.treasuryAccount?.rawValue),
          member("account", (bank.correspondentAccount ?? bank.treasuryAccount)?.rawValue),
          member("status", status.rawValue), Object.Member(name: "closed", value: .bool(status == .closed)),
          member("statusSince", status == .active ? nil : bank.statusSince(on: today)?.description),
        ])))
  }

  private static func member(_ name: String, _ text: String?) -> Object.Member {
    Object.Member(name: name, value: text.map(Value.string) ?? .null)
  }
}
