package import Model
import Persistence
package import SQLite

/// Named sets of values that people begin operations with.
package struct Templates: Sendable {
  /// A template as it was kept, and whether there was none before.
  package struct Receipt: Sendable, Equatable {
    /// The template.
    package let template: SavedTemplate
    /// Whether this call made it.
    package let isNew: Bool
  }

  /// How much is kept.
  package let rules: TemplateRules
  private let database: Database
  private let clock: Clock

  /// Templates in `database`.
  package init(database: Database, rules: TemplateRules, clock: @escaping Clock) {
    (self.database, self.rules, self.clock) = (database, rules, clock)
  }

  /// Keeps values, as canonical JSON, under a title of 1 to 100 characters.
  ///
  /// The same title with the same values answers the template that is there, so that a call may be made again;
  /// with others it throws `TemplateError.titleTaken`.
  package func add(
    _ values: String, of operation: String, version: String, title: String, by caller: Caller
  ) -> Deferred<Receipt> {
    guard values.utf8.count <= rules.bytes else { return .failed(TemplateError.tooLarge(limit: rules.bytes)) }
    return database.deferredWrite { transaction in
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
        (
          id: .new(at: now), title: title, operation: operation, version: version, created: now, values: values,
          person: caller.person
        ))
      try table.insert(template)
      return Receipt(template: template, isNew: true)
    }
  }

  /// The person's template with `id`; throws `TemplateError.notFound`.
  package func find(_ id: TemplateID, person: PersonID) throws -> SavedTemplate {
    guard let template = try database.read({ try TemplateDAO($0).find(id, person: person) }) else {
      throw TemplateError.notFound
    }
    return template
  }

  /// A page of the person's templates, newest first: what comes before `before`.
  package func all(
    _ person: PersonID, before: TemplateID? = nil, limit: Int
  ) throws -> Page<SavedTemplate, TemplateID> {
    let found = try database.read { try TemplateDAO($0).all(person: person, before: before, limit: limit + 1) }
    return Page(found, limit: limit) { $0.id }
  }

  /// Forgets the caller's template; a `TemplateError.notFound` where there is none.
  package func delete(_ id: TemplateID, by caller: Caller) -> Deferred<Void> {
    database.deferredWrite { transaction in
      guard try TemplateDAO(transaction).delete(id, person: caller.person) else { throw TemplateError.notFound }
    }
  }
}
