import Texts
package import Model
import DataAccess
import Platform
import Secrets
import Storage

/// The people who may log in.
///
///     let person = try services.users.add(login: "anna", name: "Анна Смирнова", password: "a long password").wait()
///     let found = try services.users.find(login: "anna")
package struct Users: Sendable {
  let store: any Store
  private let pool: WorkerPool
  private let cost: PasswordCost
  private let clock: Clock
  let audit: Audit

  /// People in `store`, whose passwords `pool` hashes.
  init(
    store: any Store, pool: WorkerPool, configuration: ServiceConfiguration, audit: Audit, clock: @escaping Clock
  ) {
    self.store = store
    self.audit = audit
    self.pool = pool
    self.clock = clock
    cost = configuration.passwordCost
  }

  /// The person with `id`.
  package func find(_ id: PersonID) throws -> Person? { try store.read { try PersonDAO($0).find(id) } }

  /// Counts the people, erased ones too, up to `limit`.
  package func count(limit: Int) throws -> Int { try store.read { try PersonDAO($0).count(limit: limit) } }

  /// The person with that login.
  package func find(login: String) throws -> Person? {
    guard let login = Login(login) else { return nil }
    return try store.read { try PersonDAO($0).find(login) }
  }

  /// Adds a person.
  ///
  /// - Throws the `UserError` that says what is wrong.
  /// - Throws `Overloaded` when too many passwords wait to be hashed.
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
  /// The id by which the bank's own systems know the person; nil without one.
  package func externalID(_ id: PersonID) throws -> String? { try store.read { try PersonDAO($0).externalID(id) } }

  /// Stores the id by which the bank's own systems know the person; nil takes it away.
  ///
  /// Throws `LinkError`. One external id belongs to one person: nobody sees what systems know of another.
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

/// Reasons why a person cannot have an external id.
package enum LinkError: Error, Equatable {
  /// It is empty, longer than 128 characters, or has a blank or a control character.
  case badID
  /// Another person has it.
  case taken
}

/// Reasons why a person cannot be added.
package enum UserError: Error, Equatable {
  /// `Login` does not allow this form.
  case badLogin
  /// Another person has that login.
  case loginTaken
  /// The name is empty.
  case noName
  /// The name has a control character, or one that turns the direction of the text.
  case badName
  /// The password breaks a rule.
  case password(PasswordRule)
}
