package import Model
import DataAccess
import Storage

/// Named sets of values with which people begin operations.
package struct Templates: Sendable {
  /// The result of adding a template.
  package struct Receipt: Sendable, Equatable {
    package let template: SavedTemplate
    /// True if this call added the template.
    package let isNew: Bool
  }

  let rules: TemplateRules
  private let store: any Store
  private let clock: Clock
  private let audit: Audit

  init(store: any Store, rules: TemplateRules, audit: Audit, clock: @escaping Clock) {
    self.store = store
    self.rules = rules
    self.audit = audit
    self.clock = clock
  }

  /// Stores values, as canonical JSON, under a title of 1 to 100 characters.
  ///
  /// If the person has a template of the operation with the same title, values and version, returns
  /// that one. A client can therefore retry.
  /// - Throws:
  ///   - `TemplateError.titleTaken` if another template of the operation has the title
  ///   - `TemplateError.tooLarge` if the values exceed the size limit
  ///   - `TemplateError.tooMany` if the person has the maximum number of templates
  package func add(
    _ values: String, of operation: String, version: String, title: String, by caller: Caller
  ) -> Deferred<Receipt> {
    guard values.utf8.count <= rules.bytes else { return .failed(TemplateError.tooLarge(limit: rules.bytes)) }
    return store.deferredWrite(locking: [.person(caller.person)]) { transaction in
      try transaction.requireNotErased(caller.person)
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
      try audit.record(.templateAdded, by: AuditActor(caller), of: .row(template.id), transaction)
      return Receipt(template: template, isNew: true)
    }
  }

  /// Returns the person's template. Throws `TemplateError.notFound` if the person has no such
  /// template.
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

  /// Sets the title of the caller's template, 1 to 100 characters. The current title changes
  /// nothing.
  /// - Throws:
  ///   - `TemplateError.notFound` if the template does not exist
  ///   - `ChangedMeanwhile` if `fits` returns false for the stored template
  ///   - `TemplateError.titleTaken` if another template of the operation has the title
  package func rename(
    _ id: TemplateID, to title: String, if fits: @escaping @Sendable (SavedTemplate) -> Bool = { _ in true },
    by caller: Caller
  ) -> Deferred<SavedTemplate> {
    store.deferredWrite(locking: [.person(caller.person)]) { transaction in
      let table = TemplateDAO(transaction)
      guard let template = try table.find(id, person: caller.person) else { throw TemplateError.notFound }
      guard fits(template) else { throw ChangedMeanwhile() }
      if template.title == title { return template }
      if let other = try table.find(title: title, of: template.operation, person: caller.person) {
        throw TemplateError.titleTaken(other.id)
      }
      let renamed = template.with(\.title, title)
      guard try table.update(renamed) else { throw TemplateError.notFound }
      try audit.record(.templateRenamed, by: AuditActor(caller), of: .row(id), transaction)
      return renamed
    }
  }

  /// Deletes the caller's template.
  /// - Throws:
  ///   - `TemplateError.notFound` if the template does not exist
  ///   - `ChangedMeanwhile` if `fits` returns false for the stored template
  package func delete(
    _ id: TemplateID, if fits: (@Sendable (SavedTemplate) -> Bool)? = nil, by caller: Caller
  ) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { transaction in
      let table = TemplateDAO(transaction)
      if let fits {
        guard let template = try table.find(id, person: caller.person) else { throw TemplateError.notFound }
        guard fits(template) else { throw ChangedMeanwhile() }
      }
      guard try table.delete(id, person: caller.person) else { throw TemplateError.notFound }
      try audit.record(.templateDeleted, by: AuditActor(caller), of: .row(id), transaction)
    }
  }
}

package struct TemplateRules: Sendable {
  /// The maximum number of a person's templates; 100.
  package var perPerson = 100
  /// The maximum size of a template's values, in bytes of canonical JSON; 64 KiB.
  package var bytes = 64 * 1024

  package init() {}
}

/// Reasons why a template is not stored or found.
package enum TemplateError: Error, Equatable {
  /// The person has no template with this id.
  case notFound
  /// The person has the maximum number of templates.
  case tooMany(limit: Int)
  /// The values exceed the size limit, in bytes.
  case tooLarge(limit: Int)
  /// Another template of the operation has this title.
  case titleTaken(TemplateID)
}
