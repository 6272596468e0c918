package import Model
import DataAccess
import Storage

/// Providers of services that people pay, with each person's numbers and meters there.
///
///     let page = try services.providers.all(with: "водоканал", limit: 20)
///     for provider in page.elements {
///       print(provider.title, try services.providers.subscriptions(caller.person, at: provider.id).map(\.account))
///     }
package struct Providers: Sendable {
  private let store: any Store
  private let audit: Audit

  /// Providers in `store`.
  init(store: any Store, audit: Audit) { (self.store, self.audit) = (store, audit) }

  /// The provider with that id; nil if there is none, or if payments to it are stopped.
  package func find(_ id: String) throws -> Provider? {
    guard id.isStorable else { return nil }
    return try store.read { try ProviderDAO($0).find(id) }
  }

  /// The provider whose money goes to that account; nil if there are several, or if payments to it are stopped.
  package func find(payee account: AccountNumber, at bic: BIC) throws -> Provider? {
    try store.read { try ProviderDAO($0).find(payee: account, at: bic) }
  }

  /// A page of the providers with `text` in their name or taxpayer number, by name, after the one with the id `after`.
  package func all(
    with text: String = "", after: String? = nil, limit: Int
  ) throws -> Page<Provider, String> {
    let found = try store.read {
      try ProviderDAO($0).all(with: SearchText.folded(text), after: after, limit: limit + 1)
    }
    return Page(found, limit: limit) { $0.id }
  }

  /// The person's numbers at the provider.
  package func subscriptions(_ person: PersonID, at provider: String) throws -> [ProviderSubscription] {
    try store.read { try SubscriptionDAO($0).all(person: person, provider: provider) }
  }

  /// The meters behind all of the person's numbers at providers.
  package func meters(_ person: PersonID) throws -> [Meter] {
    try store.read { try MeterDAO($0).all(person: person) }
  }

  /// Adds a provider.
  package func add(_ provider: Provider) -> Deferred<Void> {
    store.deferredWrite(locking: [.provider(provider.id)]) { transaction in
      try ProviderDAO(transaction).insert(
        provider, search: SearchText.folded("\(provider.title) \(provider.payee.inn)"))
      try audit.record(.providerAdded, by: .system, of: .provider(provider.id), transaction)
    }
  }

  /// Stops payments to a provider, or allows them again.
  package func setDisabled(_ disabled: Bool, _ id: String) -> Deferred<Void> {
    store.deferredWrite(locking: [.provider(id)]) { transaction in
      try ProviderDAO(transaction).setDisabled(disabled, id)
      try audit.record(disabled ? .providerDisabled : .providerEnabled, by: .system, of: .provider(id), transaction)
    }
  }

  /// Gives the person a number at a provider, with new meters behind it.
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
