package import JSON
package import Model
package import Services

/// The fact `user`, which operations and the requests to systems read.
package enum PersonFact {
  /// Returns the fact about a person; null if the person does not exist. Throws database errors.
  package static func value(of id: PersonID, _ services: BankServices) throws -> Value {
    guard let person = try services.users.find(id) else { return .null }
    return [
      "name": .string(person.name), "login": .string(person.login.rawValue),
      "phone": person.phone.map(Value.string) ?? .null,
      "codePhone": try services.users.codePhone(id).map(Value.string) ?? .null, "bonuses": .integer(person.bonuses),
      "externalId": try services.users.externalID(id).map(Value.string) ?? .null,
    ]
  }
}
