package import Model
import DataAccess
import RussianPayments
import Storage
import Texts

/// The holders of accounts.
package struct Customers: Sendable {
  private let store: any Store
  private let audit: Audit
  private let clock: Clock

  init(store: any Store, audit: Audit, clock: @escaping Clock) {
    self.store = store
    self.audit = audit
    self.clock = clock
  }

  /// The details of a new customer.
  package struct Draft: Sendable {
    /// The id in the bank's other systems.
    package var externalID: String
    package var kind: Customer.Kind
    package var name: String
    package var shortName: String?
    /// The taxpayer number (INN).
    package var taxNumber: String?
    /// The registration reason code (KPP).
    package var registrationCode: String?
    /// The person who is this customer; nil for the person with the same external id, if there is
    /// one.
    package var person: PersonID?

    package init(
      externalID: String, kind: Customer.Kind = .individual, name: String, shortName: String? = nil,
      taxNumber: String? = nil, registrationCode: String? = nil, person: PersonID? = nil
    ) {
      self.externalID = externalID
      self.kind = kind
      self.name = name
      self.shortName = shortName
      self.taxNumber = taxNumber
      self.registrationCode = registrationCode
      self.person = person
    }
  }

  /// Returns the customer with this id in the bank's other systems; nil if it does not exist.
  package func find(externalID: String) throws -> Customer? {
    guard externalID.isStorable else { return nil }
    return try store.read { try CustomerDAO($0).find(externalID: externalID) }
  }

  package func find(_ id: CustomerID) throws -> Customer? { try store.read { try CustomerDAO($0).find(id) } }

  /// Returns a page of the customers in the order of their external ids, after `after`. Omits
  /// customers whose data were erased.
  package func all(after: String? = nil, limit: Int) throws -> Page<Customer, String> {
    let found = try store.read { try CustomerDAO($0).all(after: after ?? "", limit: limit + 1) }
    return Page(found, limit: limit) { $0.externalID ?? "" }
  }

  /// Adds a customer. Throws a `CustomerError` if a value is invalid or belongs to another
  /// customer.
  package func add(_ draft: Draft) -> Deferred<Customer> {
    .from {
      try Self.check(draft)
      let person = try draft.person ?? store.read { try Self.namesake(of: draft, $0) }
      return insert(draft, as: person).then { added in added.map { .now($0) } ?? add(draft) }
    }
  }

  /// Adds a customer who is `person`, under the person's lock, so that an erasure of the person
  /// finds the customer. Returns nil if another person has got the external id since.
  private func insert(_ draft: Draft, as person: PersonID?) -> Deferred<Customer?> {
    let locks = [Lock.externalID(draft.externalID)] + (person.map { [Lock.person($0)] } ?? [])
    return store.deferredWrite(locking: Locks(locks)) { [clock, audit] transaction in
      let customers = CustomerDAO(transaction)
      guard try customers.find(externalID: draft.externalID) == nil else { throw CustomerError.idTaken }
      if draft.person == nil, try Self.namesake(of: draft, transaction) != person { return nil }
      if let person {
        guard draft.kind == .individual else { throw CustomerError.companyIsNoPerson }
        try transaction.requireNotErased(person)
        try Self.requireCustomer(person, transaction)
        guard try customers.find(person: person) == nil else { throw CustomerError.personTaken }
      }
      let now = clock()
      let customer = Customer(
        id: .new(at: now), externalID: draft.externalID, kind: draft.kind, person: person, name: draft.name,
        shortName: draft.shortName, taxNumber: draft.taxNumber, registrationCode: draft.registrationCode)
      do { try customers.insert(customer, at: now) } catch let error as StoreError where error.isUniqueViolation {
        throw CustomerError.idTaken
      }
      try audit.record(.customerAdded, by: .system, of: .row(customer.id), transaction)
      return customer
    }
  }

  /// Returns the person with the external id of an individual; nil if it belongs to no person, or
  /// to an operator or the bank's core.
  private static func namesake(of draft: Draft, _ connection: Transaction) throws -> PersonID? {
    guard draft.kind == .individual, let person = try PersonDAO(connection).find(externalID: draft.externalID) else {
      return nil
    }
    return person.role == .person ? person.id : nil
  }

  /// Throws `CustomerError.notForRole` for an operator or the bank's core.
  private static func requireCustomer(_ person: PersonID, _ transaction: Transaction) throws {
    if let role = try PersonDAO(transaction).find(person)?.role, role != .person {
      throw CustomerError.notForRole(role)
    }
  }

  /// Links an individual, added without a person, to the person who is this customer. The erasure
  /// of the person then erases the customer. Throws a `CustomerError`.
  package func link(_ id: CustomerID, to person: PersonID) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(person)]) { [audit] transaction in
      let customers = CustomerDAO(transaction)
      guard let customer = try customers.find(id) else { throw CustomerError.unknown }
      guard customer.kind == .individual else { throw CustomerError.companyIsNoPerson }
      guard customer.externalID != nil else { throw PersonErased() }
      try transaction.requireNotErased(person)
      try Self.requireCustomer(person, transaction)
      guard customer.person == nil else { throw CustomerError.linked }
      guard try customers.find(person: person) == nil else { throw CustomerError.personTaken }
      guard try customers.setPerson(id, person) else { throw CustomerError.linked }
      try audit.record(.customerChanged, by: .system, of: .row(id), transaction)
    }
  }

  /// Replaces the name of a customer; `short` replaces the short name. Throws a `CustomerError`.
  package func rename(_ id: CustomerID, to name: String, short: String?) -> Deferred<Void> {
    .from {
      try Self.check(name: name)
      if let short { try Self.check(name: short) }
      return store.deferredWrite(locking: []) { [audit] transaction in
        let customers = CustomerDAO(transaction)
        guard try customers.find(id) != nil else { throw CustomerError.unknown }
        guard try customers.setName(id, name, short: short) else { throw PersonErased() }
        try audit.record(.customerChanged, by: .system, of: .row(id), transaction)
      }
    }
  }

  private static func check(_ draft: Draft) throws {
    guard ExternalID.isValid(draft.externalID) else { throw CustomerError.badID }
    try check(name: draft.name)
    if let short = draft.shortName { try check(name: short) }
    if let number = draft.taxNumber {
      guard INN.verify(number) == nil, number.utf8.count == (draft.kind == .company ? 10 : 12) else {
        throw CustomerError.badTaxNumber
      }
    }
    if let code = draft.registrationCode {
      guard draft.kind == .company, KPP.verify(code) == nil else { throw CustomerError.badRegistrationCode }
    }
  }

  private static func check(name: String) throws {
    guard (1...160).contains(name.count), !name.misleads(), name.isStorable else { throw CustomerError.badName }
  }
}

/// Reasons why a customer is not added or changed.
package enum CustomerError: Error, Equatable {
  /// The external id is empty, longer than 128 characters, or has whitespace or a misleading
  /// character.
  case badID
  /// Another customer has the external id.
  case idTaken
  /// The person is another customer.
  case personTaken
  /// The customer already is a person.
  case linked
  /// The person is an operator or the bank's core.
  case notForRole(Person.Role)
  /// A company cannot be a person.
  case companyIsNoPerson
  /// The name is empty, longer than 160 characters, or has a misleading character.
  case badName
  /// The INN is invalid, or has not 10 digits for a company and 12 for an individual.
  case badTaxNumber
  /// The KPP is invalid, or the customer is an individual.
  case badRegistrationCode
  /// The customer does not exist.
  case unknown
}
