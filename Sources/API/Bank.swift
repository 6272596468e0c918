package import Operations
package import Services

/// What the application serves: services, the operations over them, and what operations do.
package struct Bank: Sendable {
  /// The services.
  package let services: BankServices
  /// The operations.
  package let catalog: Catalog
  /// What submissions do.
  package let effects: Effects

  /// A bank of these services and operations.
  package init(services: BankServices, catalog: Catalog) {
    self.services = services
    self.catalog = catalog
    effects = Effects(services)
  }
}
