package import Model
import Persistence
package import Storage

/// Named sets of values that people begin operations with.
package struct Templates: Sendable {
  /// A kept template.
  package struct Receipt: Sendable, Equatable {
    /// The template.
    package let template: SavedTemplate
    /// True if this call created it.
    package let isNew: Bool
  }

  /// The limits of templates.
  package let rules: TemplateRules
  private let store: any Store
  private let clock: Clock
  private let audit: Audit

  /// Creates the service over `store`.
  package init(store: any Store, rules: TemplateRules, audit: Audit, clock: @escaping Clock) {
    (self.store, self.rules, self.audit, self.clock) = (store, rules, audit, clock)
  }

  /// Keeps values, as canonical JSON, under a title of 1 to 100 characters.
  ///
  /// The same title with the same values answers the template that is there, so that a call may be made again;
  /// with others it throws `TemplateError.titleTaken`.
  package func add(
    _ values: String, of operation: String, version: String, title: String, by caller: Caller
  ) -> Deferred<Receipt> {
    guard values.utf8.count <= rules.bytes else { return .failed(TemplateError.tooLarge(limit: rules.bytes)) }
    return store.deferredWrite(locking: [.person(caller.person)]) { transaction in
      let table = TemplateDAO(transaction)
      if let known = try table.find(title: title, of: operation, person: caller.person) {
        guard known.values == values, known.version == version else { throw TemplateError.titleTaken(known.id) }
        return Receipt(template: known, isNew: false)
      }
      guard try table.count(person: caller.person) < rules.perPerson else {
        throw TemplateError.tooMany(limit: rules.perPerson)
      }
      let now = clock()
      let template = SavedTemplate(
        id: .new(at: now), title: title, operation: operation, version: version, created: now, values: values,
        person: caller.person)
      try table.insert(template)
      try audit.record(.templateAdded, by: AuditActor(caller), of: .template(template.id), transaction)
      return Receipt(template: template, isNew: true)
    }
  }

  /// The person's template with `id`; throws `TemplateError.notFound`.
  package func find(_ id: TemplateID, person: PersonID) throws -> SavedTemplate {
    guard let template = try store.read({ try TemplateDAO($0).find(id, person: person) }) else {
      throw TemplateError.notFound
    }
    return template
  }

  /// Returns a page of the person's templates before `before`, newest first.
  package func all(
    _ person: PersonID, before: TemplateID? = nil, limit: Int
  ) throws -> Page<SavedTemplate, TemplateID> {
    let found = try store.read { try TemplateDAO($0).all(person: person, before: before, limit: limit + 1) }
    return Page(found, limit: limit) { $0.id }
  }

  /// Deletes the caller's template; throws `TemplateError.notFound` if there is none.
  package func delete(_ id: TemplateID, by caller: Caller) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { transaction in
      guard try TemplateDAO(transaction).delete(id, person: caller.person) else { throw TemplateError.notFound }
      try audit.record(.templateDeleted, by: AuditActor(caller), of: .template(id), transaction)
    }
  }
}

/// The limits of templates.
package struct TemplateRules: Sendable {
  /// Templates that a person may have; 100.
  package var perPerson = 100
  /// Bytes that the values of one template may take as canonical JSON; 64 KiB.
  package var bytes = 64 * 1024

  /// Creates the defaults.
  package init() {}
}

/// The refusal of a template.
package enum TemplateError: Error, Equatable {
  /// The person has none with this id.
  case notFound
  /// The person has reached the limit.
  case tooMany(limit: Int)
  /// Its values take more bytes than they may.
  case tooLarge(limit: Int)
  /// The person has another template of the operation with this title.
  case titleTaken(TemplateID)
}
