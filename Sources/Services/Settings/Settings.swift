package import Model
import DataAccess
import Storage

/// People's settings.
package struct Settings: Sendable {
  private let store: any Store
  private let clock: Clock
  private let audit: Audit

  init(store: any Store, audit: Audit, clock: @escaping Clock) {
    (self.store, self.audit, self.clock) = (store, audit, clock)
  }

  /// Returns the person's settings; the defaults if none are stored.
  package func find(_ person: PersonID) throws -> PersonSettings {
    try store.read { try SettingsDAO($0).find(person: person) } ?? PersonSettings()
  }

  /// Changes the person's settings and returns them.
  ///
  /// Throws `ChangedMeanwhile` if `fits` returns false for the stored settings.
  package func change(
    _ person: PersonID, if fits: @escaping @Sendable (PersonSettings) -> Bool = { _ in true },
    _ change: @escaping @Sendable (inout PersonSettings) -> Void
  ) -> Deferred<PersonSettings> {
    store.deferredWrite(locking: [.person(person)]) { [clock, audit] transaction in
      try transaction.requireNotErased(person)
      let table = SettingsDAO(transaction)
      var settings = try table.find(person: person) ?? PersonSettings()
      guard fits(settings) else { throw ChangedMeanwhile() }
      change(&settings)
      try table.put(settings, person: person, at: clock())
      try audit.record(.settingsChanged, by: .person(person), of: .person(person), transaction)
      return settings
    }
  }

  /// Returns the effect of submitting these settings.
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
