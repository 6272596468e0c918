/// Somebody who may log in. The password's hash is no field, so that nothing that shows a person can show it.
package struct Person: Entity {
  /// What is known of a person.
  package typealias Fields = (
    id: PersonID,
    // The name to show.
    name: String,
    // The telephone number, as entered.
    phone: String?,
    // Bonus points.
    bonuses: Int64,
    // The name to log in by.
    login: Login,
    // What the person may do.
    role: Role
  )
  package let fields: Fields
  package init(_ fields: Fields) { self.fields = fields }

  /// How a person is stored and shown.
  package static let entity = Declaration(
    of: Self.self, "person", [.key(\.id), .null(\.phone), .inner(\.login, \.role), .length(\.name, 1...160)],
    take: { $0.fields }, make: { ($0, $1, $2, $3, $4, $5) })
}

extension Person {
  /// What a person may do.
  package enum Role: String, Sendable {
    /// A customer of the bank.
    case person
    /// The bank's own operator.
    case `operator`
    /// The bank's core system.
    case core
  }
}
