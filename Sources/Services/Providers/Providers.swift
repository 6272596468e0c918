package import Model
import Persistence
package import Storage

/// The providers that people pay for services, and each person's subscriptions and meters there.
package struct Providers: Sendable {
  private let store: any Store
  private let audit: Audit

  /// Creates the service over `store`.
  package init(store: any Store, audit: Audit) { (self.store, self.audit) = (store, audit) }

  /// The provider with that id.
  package func find(_ id: String) throws -> Provider? { try store.read { try ProviderDAO($0).find(id) } }

  /// The one provider whose money goes to that account.
  package func find(payee account: AccountNumber, at bic: BIC) throws -> Provider? {
    try store.read { try ProviderDAO($0).find(payee: account, at: bic) }
  }

  /// A page of the providers with `text` in their name or taxpayer number, by their names: those after the one with the id
  /// `after`.
  package func all(
    with text: String = "", after: String? = nil, limit: Int
  ) throws -> Page<Provider, String> {
    let found = try store.read {
      try ProviderDAO($0).all(with: Self.folded(text), after: after, limit: limit + 1)
    }
    return Page(found, limit: limit) { $0.id }
  }

  /// The numbers under which the provider knows the person.
  package func subscriptions(_ person: PersonID, at provider: String) throws -> [ProviderSubscription] {
    try store.read { try SubscriptionDAO($0).all(person: person, provider: provider) }
  }

  /// The meters behind all numbers under which providers know the person.
  package func meters(_ person: PersonID) throws -> [Meter] {
    try store.read { try MeterDAO($0).all(person: person) }
  }

  /// Adds a provider.
  package func add(_ provider: Provider) -> Deferred<Void> {
    store.deferredWrite(locking: [.provider(provider.id)]) { transaction in
      try ProviderDAO(transaction).insert(provider, search: Self.folded("\(provider.title) \(provider.payee.inn)"))
      try audit.record(.providerAdded, by: .system, of: .provider(provider.id), transaction)
    }
  }

  /// Stops payments to a provider, or lets them be made again.
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
      try SubscriptionDAO(transaction).put(subscription, person: person)
      for (place, meter) in meters.enumerated() { try MeterDAO(transaction).insert(meter, place: place) }
      try audit.record(.subscriptionAdded, by: .system, of: .person(person), transaction)
    }
  }

  /// A text as it is searched: `ё` is `е`, and letters are small.
  static func folded(_ text: String) -> String {
    String(text.lowercased().map { $0 == "ё" ? "е" : $0 })
  }
}
