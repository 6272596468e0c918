package import Model
import DataAccess
import Storage

/// Providers of services that people pay, with each person's customer numbers and meters.
package struct Providers: Sendable {
  let store: any Store
  let audit: Audit

  init(store: any Store, audit: Audit) { (self.store, self.audit) = (store, audit) }

  /// Returns the provider; nil if it does not exist or payments to it are disabled.
  package func find(_ id: String) throws -> Provider? {
    guard id.isStorable else { return nil }
    return try store.read { try ProviderDAO($0).find(id) }
  }

  /// Returns the provider that is paid to that account; nil if the account has no enabled provider
  /// or several.
  package func find(payee account: AccountNumber, at bic: BIC) throws -> Provider? {
    try store.read { try ProviderDAO($0).find(payee: account, at: bic) }
  }

  /// Returns a page of the providers whose name or taxpayer number contains `text`, ordered by
  /// name, after the provider `after`.
  ///
  /// Nil if `after` is not a provider that this search finds. It may have been disabled since.
  package func all(
    with text: String = "", after: String? = nil, limit: Int
  ) throws -> Page<Provider, String>? {
    guard after?.isStorable ?? true else { return nil }
    let found = try store.read {
      try ProviderDAO($0).all(with: SearchText.folded(text), after: after, limit: limit + 1)
    }
    return found.map { providers in Page(providers, limit: limit) { $0.id } }
  }

  /// Returns the person's customer numbers at the provider.
  package func subscriptions(_ person: PersonID, at provider: String) throws -> [ProviderSubscription] {
    try store.read { try SubscriptionDAO($0).all(person: person, provider: provider) }
  }

  /// Returns the meters of all of the person's customer numbers.
  package func meters(_ person: PersonID) throws -> [Meter] {
    try store.read { try MeterDAO($0).all(person: person) }
  }

  /// Adds a customer number of the person at a provider, with new meters.
  package func subscribe(
    _ person: PersonID, to subscription: ProviderSubscription, with meters: [Meter] = []
  ) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(person)]) { transaction in
      try transaction.requireNotErased(person)
      try SubscriptionDAO(transaction).put(subscription, person: person)
      for (place, meter) in meters.enumerated() { try MeterDAO(transaction).insert(meter, place: place) }
      try audit.record(.subscriptionAdded, by: .system, of: .person(person), transaction)
    }
  }
}
