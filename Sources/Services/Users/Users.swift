import Texts
package import Model
import DataAccess
import Platform
import Secrets
import Storage

/// The bank's people, with or without a login.
package struct Users: Sendable {
  let store: any Store
  private let pool: WorkerPool
  private let cost: PasswordCost
  let clock: Clock
  let audit: Audit

  init(
    store: any Store, pool: WorkerPool, configuration: ServiceConfiguration, audit: Audit, clock: @escaping Clock
  ) {
    self.store = store
    self.audit = audit
    self.pool = pool
    self.clock = clock
    cost = configuration.passwordCost
  }

  package func find(_ id: PersonID) throws -> Person? { try store.read { try PersonDAO($0).find(id) } }

  /// Returns the number of people, including erased ones, up to `limit`.
  package func count(limit: Int) throws -> Int { try store.read { try PersonDAO($0).count(limit: limit) } }

  /// Returns the person with that login; nil if the login is unknown.
  package func find(login: String) throws -> Person? {
    guard let login = Login(login) else { return nil }
    return try store.read { try PersonDAO($0).find(login) }
  }

  /// Adds a person, with the id in the bank's own systems if `external` is given.
  ///
  /// - Throws a `UserError` if a value is invalid or the login is taken, or a `LinkError`.
  /// - Throws `Overloaded` if too many passwords wait for hashing.
  package func add(
    login: String, name: String, password: String, phone: String? = nil, bonuses: Int64 = 0,
    role: Person.Role = .person, external: String? = nil
  ) -> Deferred<Person> {
    .from {
      if let external, !ExternalID.isValid(external) { throw LinkError.badID }
      guard let login = Login(login), !login.isReserved else { throw UserError.badLogin }
      if name.isEmpty { throw UserError.noName }
      if name.misleads() { throw UserError.badName }
      guard let secret = Password(entered: password) else { throw UserError.password(.entryTooLong) }
      if let rule = PasswordRule.broken(by: secret, login: login) { throw UserError.password(rule) }
      return pool.deferred { [cost] in PasswordHash(secret, cost: cost) }.then { hash in
        guard let hash else { throw OutOfMemory() }
        let locks: Locks = external.map { [.login(login), .externalID($0)] } ?? [.login(login)]
        return store.deferredWrite(locking: locks) { transaction in
          let now = clock()
          let person = Person(id: .new(at: now), name: name, phone: phone, bonuses: bonuses, login: login, role: role)
          do {
            try PersonDAO(transaction).insert(person, passwordHash: hash.encoded, at: now)
          } catch let error as StoreError where error.isUniqueViolation {
            throw UserError.loginTaken
          }
          try audit.record(.personAdded, by: .system, of: .person(person.id), transaction)
          if let external { try link(person.id, to: external, transaction) }
          return person
        }
      }
    }
  }
}

extension Users {
  /// Returns the id of the person in the bank's own systems; nil if none is stored.
  package func externalID(_ id: PersonID) throws -> String? { try store.read { try PersonDAO($0).externalID(id) } }

  /// Returns the person with this id in the bank's own systems; nil if the id is unknown.
  package func find(externalID: String) throws -> Person? {
    guard externalID.isStorable else { return nil }
    return try store.read { try PersonDAO($0).find(externalID: externalID) }
  }

  /// Stores the id of the person in the bank's own systems; nil removes it.
  ///
  /// An external id belongs to one person, so that a person cannot see another person's data. If an
  /// individual without a person has the id, the person is this customer from then on. Throws a
  /// `LinkError`.
  package func link(_ id: PersonID, to external: String?) -> Deferred<Void> {
    store.deferredWrite(locking: Self.locks(linking: id, to: external)) { transaction in
      try transaction.requireNotErased(id)
      try link(id, to: external, transaction)
    }
  }

  /// Returns the locks for `link`: no customer with the same id is added at the same time.
  static func locks(linking id: PersonID, to external: String?) -> Locks {
    guard let external, external.isStorable else { return [.person(id)] }
    return [.person(id), .externalID(external)]
  }

  /// Stores or removes the external id in the transaction, under `locks(linking:to:)`. Throws a
  /// `LinkError`.
  func link(_ id: PersonID, to external: String?, _ transaction: Transaction) throws {
    if let external, !ExternalID.isValid(external) { throw LinkError.badID }
    do {
      try PersonDAO(transaction).setExternalID(id, external)
    } catch {
      if error.isUniqueViolation { throw LinkError.taken }
      throw error
    }
    try audit.record(.personLinked, by: .system, of: .person(id), transaction)
    let customers = CustomerDAO(transaction)
    guard let external, try PersonDAO(transaction).find(id)?.role == .person,
      let customer = try customers.find(externalID: external),
      try customers.find(person: id) == nil, try customers.setPerson(customer.id, id)
    else { return }
    try audit.record(.customerChanged, by: .system, of: .row(customer.id), transaction)
  }
}

/// Reasons why an external id is rejected.
package enum LinkError: Error, Equatable {
  /// The id is empty, longer than 128 characters, or has whitespace or a misleading character.
  case badID
  /// Another person has the id.
  case taken
}

/// Reasons why a person is not added.
package enum UserError: Error, Equatable {
  /// The login is malformed (see `Login`).
  case badLogin
  /// Another person has that login.
  case loginTaken
  /// The name is empty.
  case noName
  /// The name has a control character or a character that changes the text direction.
  case badName
  /// The password violates a rule.
  case password(PasswordRule)
}
