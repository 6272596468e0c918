import Texts
package import Model
import DataAccess
import Platform
import Secrets
import Storage

/// The people who can log in.
package struct Users: Sendable {
  let store: any Store
  private let pool: WorkerPool
  private let cost: PasswordCost
  private let clock: Clock
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

  /// Adds a person.
  ///
  /// - Throws a `UserError` if a value is invalid or the login is taken.
  /// - Throws `Overloaded` if too many passwords wait for hashing.
  package func add(
    login: String, name: String, password: String, phone: String? = nil, bonuses: Int64 = 0,
    role: Person.Role = .person
  ) -> Deferred<Person> {
    .from {
      guard let login = Login(login) else { throw UserError.badLogin }
      if name.isEmpty { throw UserError.noName }
      if name.misleads() { throw UserError.badName }
      guard let secret = Password(entered: password) else { throw UserError.password(.entryTooLong) }
      if let rule = PasswordRule.broken(by: secret, login: login) { throw UserError.password(rule) }
      return pool.deferred { [cost] in PasswordHash(secret, cost: cost) }.then { hash in
        guard let hash else { throw OutOfMemory() }
        return store.deferredWrite(locking: [.login(login)]) { transaction in
          let now = clock()
          let person = Person(id: .new(at: now), name: name, phone: phone, bonuses: bonuses, login: login, role: role)
          do {
            try PersonDAO(transaction).insert(person, passwordHash: hash.encoded, at: now)
          } catch let error as StoreError where error.isUniqueViolation {
            throw UserError.loginTaken
          }
          try audit.record(.personAdded, by: .system, of: .person(person.id), transaction)
          return person
        }
      }
    }
  }
}

extension Users {
  /// Returns the id of the person in the bank's own systems; nil if none is stored.
  package func externalID(_ id: PersonID) throws -> String? { try store.read { try PersonDAO($0).externalID(id) } }

  /// Stores the id of the person in the bank's own systems; nil removes it.
  ///
  /// An external id belongs to one person, so that a person cannot see another person's data.
  /// Throws a `LinkError`.
  package func link(_ id: PersonID, to external: String?) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(id)]) { transaction in
      try transaction.requireNotErased(id)
      if let external,
        !(1...128).contains(external.count) || external.contains(where: \.isWhitespace)
          || external.misleads()
      {
        throw LinkError.badID
      }
      do {
        try PersonDAO(transaction).setExternalID(id, external)
      } catch let error as StoreError where error.isUniqueViolation {
        throw LinkError.taken
      }
      try audit.record(.personLinked, by: .system, of: .person(id), transaction)
    }
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
