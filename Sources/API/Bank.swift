package import Logging
package import Operations
package import Services

/// What the application serves: services, the operations over them, what operations do, and the bank's calendar.
package final class Bank: Sendable {
  /// The services.
  package let services: BankServices
  /// The operations.
  package let catalog: Catalog
  /// What submissions do.
  package let effects: Effects
  /// The bank's calendar.
  package let day: BankDay
  /// Which clients are served.
  package let clients: ClientPolicy
  /// Where faults are told.
  package let log: Logger

  /// A bank of these services and operations.
  package init(
    services: BankServices, catalog: Catalog, day: BankDay, clients: ClientPolicy = ClientPolicy(), log: Logger
  ) {
    (self.services, self.catalog, self.day, self.log) = (services, catalog, day, log)
    self.clients = clients
    effects = Effects(services)
  }
}
