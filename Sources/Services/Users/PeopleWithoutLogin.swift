import Texts
package import Model
import DataAccess
import Storage

extension Users {
  /// Adds a person who has no login until an invitation is used. Throws a `UserError` or a
  /// `LinkError`.
  ///
  /// - Parameter external: The id of the person in the bank's own systems.
  package func add(
    external: String, name: String, phone: String? = nil, role: Person.Role = .person
  ) -> Deferred<Person> {
    .from {
      if name.isEmpty { throw UserError.noName }
      if name.misleads() { throw UserError.badName }
      let now = clock()
      let id = PersonID.new(at: now)
      return store.deferredWrite(locking: Self.locks(linking: id, to: external)) { transaction in
        let person = Person(id: id, name: name, phone: phone, bonuses: 0, login: .none(of: id), role: role)
        try PersonDAO(transaction).insert(person, passwordHash: Self.noPassword, at: now)
        try audit.record(.personAdded, by: .system, of: .person(id), transaction)
        try link(id, to: external, transaction)
        return person
      }
    }
  }

  /// A stored value that no password matches. `Auth` never compares it.
  private static let noPassword = "$argon2id$none"

  /// Returns the person with this login, external id or id; nil if none has it.
  ///
  /// Throws `AmbiguousPerson` if a login and the external id of another person are equal.
  package func find(named text: String) throws -> Person? {
    if let id = PersonID(text) { return try find(id) }
    let (byLogin, byExternal) = (try find(login: text), try find(externalID: text))
    if let byLogin, let byExternal, byLogin.id != byExternal.id {
      throw AmbiguousPerson(login: byLogin.id, external: byExternal.id)
    }
    return byLogin ?? byExternal
  }

  /// Returns a page of people that are not erased, in the order of their logins.
  package func all(_ search: PeopleSearch, limit: Int) throws -> Page<Person, Login> {
    let found = try store.read {
      try PersonDAO($0).all(
        after: search.after?.rawValue ?? "", prefix: search.prefix.lowercased(), role: search.role,
        isBlocked: search.isBlocked, limit: limit + 1)
    }
    return Page(found, limit: limit) { $0.login }
  }

  /// Returns the state of the person's access; nil if the id is unknown.
  package func access(_ id: PersonID) throws -> PersonAccess? {
    try store.read { try PersonDAO($0).access(id) }.map(PersonAccess.init)
  }
}

/// The filters of a list of people.
package struct PeopleSearch: Sendable {
  /// The beginning of each login.
  package var prefix = ""
  /// The role of each person; nil for all.
  package var role: Person.Role?
  /// True for blocked people only.
  package var isBlocked = false
  /// The login of the last person of the previous page.
  package var after: Login?

  package init() {}
}

/// A text is the login of one person and the external id of another one.
package struct AmbiguousPerson: Error, Equatable {
  /// The person with this login.
  package let login: PersonID
  /// The person with this external id.
  package let external: PersonID
}
