/// A holder of accounts: an individual or a company.
package struct Customer: Entity {
  package enum Kind: String, Sendable, CaseIterable {
    case individual
    case company
  }

  package let id: CustomerID
  /// The id in the bank's other systems; nil after the data of the person were erased.
  package let externalID: String?
  package let kind: Kind
  /// The person who is this customer; nil for a company, and for an individual without a login.
  package let person: PersonID?
  package let name: String
  package let shortName: String?
  /// The taxpayer number (INN).
  package let taxNumber: String?
  /// The registration reason code (KPP).
  package let registrationCode: String?

  package init(
    id: CustomerID, externalID: String?, kind: Kind, person: PersonID? = nil, name: String, shortName: String? = nil,
    taxNumber: String? = nil, registrationCode: String? = nil
  ) {
    self.id = id
    self.externalID = externalID
    self.kind = kind
    self.person = person
    self.name = name
    self.shortName = shortName
    self.taxNumber = taxNumber
    self.registrationCode = registrationCode
  }

  package static let entity = Fields(
    "customer",
    field("id", \.id, .key),
    field("externalID", \.externalID, .column("external_id")),
    field("kind", \.kind),
    field("person", \.person),
    field("name", \.name),
    field("shortName", \.shortName),
    field("taxNumber", \.taxNumber),
    field("registrationCode", \.registrationCode),
    make: Customer.init)
}

/// Identifies a customer of the bank.
package typealias CustomerID = Identifier<Customer>
