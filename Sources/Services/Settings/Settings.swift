package import Model
import Persistence
package import Storage

/// What people have set.
package struct Settings: Sendable {
  private let store: any Store
  private let clock: Clock
  private let audit: Audit

  /// Settings in `database`.
  package init(store: any Store, audit: Audit, clock: @escaping Clock) {
    (self.store, self.audit, self.clock) = (store, audit, clock)
  }

  /// What the person has set, or what holds for whoever has set nothing.
  package func find(_ person: PersonID) throws -> PersonSettings {
    try store.read { try SettingsDAO($0).find(person: person) } ?? PersonSettings()
  }

  /// Changes some of what the person has set, and answers all of it.
  package func change(
    _ person: PersonID, _ change: @escaping @Sendable (inout PersonSettings) -> Void
  ) -> Deferred<PersonSettings> {
    store.deferredWrite(locking: [.person(person)]) { [clock, audit] transaction in
      let table = SettingsDAO(transaction)
      var settings = try table.find(person: person) ?? PersonSettings()
      change(&settings)
      try table.put(settings, person: person, at: clock())
      try audit.record(.settingsChanged, by: .person(person), of: .person(person), transaction)
      return settings
    }
  }

  /// What submitting these settings does.
  package func effect(_ settings: PersonSettings) -> Effect {
    Effect(
      check: { _, _ in nil },
      execute: { [clock, audit] transaction, submission in
        let person = submission.person
        try SettingsDAO(transaction).put(settings, person: person, at: clock())
        try audit.record(.settingsChanged, by: .person(person), of: .person(person), transaction)
        return .executed
      }
    ).here.on { transaction, person in
      let settings = try SettingsDAO(transaction).find(person: person) ?? PersonSettings()
      return "settings \(settings.pushDeals) \(settings.language.rawValue)"
    }
  }
}
