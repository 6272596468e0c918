package import Model
import DataAccess
import RussianPayments
import Storage
import Texts

/// A provider or a meter with its state, for the bank's administration.
package struct Registered<Record: Sendable>: Sendable {
  package let record: Record
  /// True if payments to it are disabled.
  package let disabled: Bool
}

/// Reasons why a provider or a meter is not added or changed. Nothing has changed.
package enum ProviderError: Error, Equatable {
  /// The id is not 1 to 64 lower-case Latin letters, digits and hyphens.
  case badID
  /// Another provider has the id.
  case taken
  /// The value of this member is missing, malformed or out of range.
  case bad(String)
  /// The provider does not exist.
  case unknown
  /// The provider or the meter already is in that state.
  case unchanged
  /// The person has this meter.
  case meterTaken
  /// The person has no such meter.
  case meterUnknown
  /// The provider is paid by amounts, without meters.
  case withoutMeters
}

extension Providers {
  /// Adds a provider after a check of its values. Throws a `ProviderError`.
  package func register(_ provider: Provider) -> Deferred<Void> {
    .from {
      try Self.check(provider)
      return store.deferredWrite(locking: [.provider(provider.id)]) { [audit] transaction in
        guard try ProviderDAO(transaction).disabled(provider.id) == nil else { throw ProviderError.taken }
        try ProviderDAO(transaction).insert(
          provider, search: SearchText.folded("\(provider.title) \(provider.payee.inn)"))
        try audit.record(.providerAdded, by: .system, of: .provider(provider.id), transaction)
      }
    }
  }

  /// Returns true if the provider exists, also if payments to it are disabled.
  package func isRegistered(_ id: String) throws -> Bool {
    try store.read { try ProviderDAO($0).disabled(id) != nil }
  }

  /// Returns a page of all providers in the order of their ids, after `after`.
  package func register(after: String? = nil, limit: Int) throws -> Page<Registered<Provider>, String> {
    let found = try store.read { try ProviderDAO($0).all(afterID: after ?? "", limit: limit + 1) }
    return Page(found.map { Registered(record: $0.provider, disabled: $0.disabled) }, limit: limit) { $0.record.id }
  }

  /// Disables or enables payments to a provider. Throws a `ProviderError` if this changes nothing.
  package func change(_ id: String, disabled: Bool) -> Deferred<Void> {
    store.deferredWrite(locking: [.provider(id)]) { [audit] transaction in
      guard let present = try ProviderDAO(transaction).disabled(id) else { throw ProviderError.unknown }
      guard present != disabled else { throw ProviderError.unchanged }
      try ProviderDAO(transaction).setDisabled(disabled, id)
      try audit.record(disabled ? .providerDisabled : .providerEnabled, by: .system, of: .provider(id), transaction)
    }
  }

  private static func check(_ provider: Provider) throws(ProviderError) {
    let isID = provider.id.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || $0 == UInt8(ascii: "-")
    }
    guard isID, (1...64).contains(provider.id.utf8.count) else { throw .badID }
    try check(provider.title, "title")
    try check(provider.payee.name, "payee.name")
    guard INN.verify(provider.payee.inn) == nil, [10, 12].contains(provider.payee.inn.utf8.count) else {
      throw .bad("payee.inn")
    }
    guard AccountRule.verify(provider.payee.account.rawValue, bic: provider.payee.bic.rawValue) == nil else {
      throw .bad("payee.account")
    }
    guard provider.minimum.minor > 0 else { throw .bad("least") }
    guard provider.maximum.minor >= provider.minimum.minor else { throw .bad("most") }
    for field in [provider.account] + provider.fields {
      try check(field.caption.ru, "caption.ru")
      try check(field.caption.en, "caption.en")
      if let length = field.length, length < 1 { throw .bad("length") }
      if let keyboard = field.keyboard, !["default", "digits", "decimal", "phone", "email"].contains(keyboard) {
        throw .bad("keyboard")
      }
    }
  }

  private static func check(_ text: String, _ member: String) throws(ProviderError) {
    guard (1...160).contains(text.count), !text.misleads(), text.isStorable else { throw .bad(member) }
  }
}

/// Meters of people's numbers at providers.
extension Providers {
  /// Adds a meter of the person's number at a provider, and the number if it is new. Throws a
  /// `ProviderError`.
  package func add(_ meter: Meter, of person: PersonID, caption: String) -> Deferred<Void> {
    .from {
      for (text, member) in [
        (meter.account, "account"), (meter.number, "number"), (meter.caption, "caption"), (meter.unit, "unit"),
        (caption, "account-caption"),
      ] { try Self.check(text, member) }
      guard (0...6).contains(meter.places) else { throw ProviderError.bad("places") }
      guard meter.tariff.millionths > 0 else { throw ProviderError.bad("tariff") }
      return store.deferredWrite(locking: [.person(person), .provider(meter.provider)]) { [audit] transaction in
        try transaction.requireNotErased(person)
        guard let provider = try ProviderDAO(transaction).find(meter.provider) else { throw ProviderError.unknown }
        guard provider.kind == .meters else { throw ProviderError.withoutMeters }
        let meters = MeterDAO(transaction)
        let present = try meters.registered(provider: meter.provider, account: meter.account)
        guard !present.contains(where: { $0.meter.number == meter.number }) else { throw ProviderError.meterTaken }
        try SubscriptionDAO(transaction).put(
          ProviderSubscription(provider: meter.provider, account: meter.account, caption: caption), person: person)
        try meters.insert(meter, place: present.count)
        try audit.record(.subscriptionAdded, by: .system, of: .person(person), transaction)
        try audit.record(.meterAdded, by: .system, of: .provider(meter.provider), transaction)
      }
    }
  }

  /// Returns the meters of a number at a provider, including disabled ones.
  package func meters(of account: String, at provider: String) throws -> [Registered<Meter>] {
    try store.read { try MeterDAO($0).registered(provider: provider, account: account) }
      .map { Registered(record: $0.meter, disabled: $0.disabled) }
  }

  /// Disables or enables a meter. A disabled meter is not shown. Throws a `ProviderError` if this
  /// changes nothing.
  package func change(
    _ number: String, of account: String, at provider: String, disabled: Bool
  ) -> Deferred<Void> {
    store.deferredWrite(locking: [.provider(provider)]) { [audit] transaction in
      let meters = MeterDAO(transaction)
      let present = try meters.registered(provider: provider, account: account).first { $0.meter.number == number }
      guard let present else { throw ProviderError.meterUnknown }
      guard present.disabled != disabled else { throw ProviderError.unchanged }
      try meters.setDisabled(disabled, number, provider: provider, account: account)
      try audit.record(disabled ? .meterDisabled : .meterEnabled, by: .system, of: .provider(provider), transaction)
    }
  }
}
