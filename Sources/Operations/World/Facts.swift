package import Conditions
package import JSON
package import Model
package import Services

/// What operations may know of their caller: one line each in `types`, one case in `value`.
package enum Facts {
  /// The facts and their types.
  package static let types: [String: ValueType] = [
    "accounts": .list(
      .record([
        Field("value", .text), Field("caption", .text), Field("currency", .text), Field("balance", .number),
        Field("available", .number), Field("isOwner", .boolean), Field("disabled", .boolean),
      ])),
    "user": .record([Field("name", .text)]),
  ]

  /// The fact of that name for a caller.
  package static func value(of name: String, for caller: Caller, _ services: BankServices) throws -> Value {
    try value(of: name, for: caller.person, called: caller.name, services)
  }

  /// The fact of that name for the person of that name.
  package static func value(
    of name: String, for person: PersonID, called fullName: String, _ services: BankServices
  ) throws -> Value {
    switch name {
    case "accounts": .array(try services.accounts.all(person).map(option))
    case "user": ["name": .string(fullName)]
    default: .null
    }
  }

  /// An account as an option of a picker.
  private static func option(_ account: Account) -> Value {
    [
      "value": .string(account.number.rawValue), "caption": .string(account.caption),
      "currency": .string(account.currency.rawValue),
      "balance": Decimal(account.balance.text).map(Value.decimal) ?? .null,
      "available": Decimal(account.available.text).map(Value.decimal) ?? .null, "isOwner": .bool(account.isOwner),
      "disabled": .bool(account.disabled),
    ]
  }
}
