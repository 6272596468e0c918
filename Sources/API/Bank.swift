import Atoms
package import Logging
package import Model
package import Operations
package import Services

/// What the application serves: services, the operations over them, what operations do, and the bank's calendar.
package final class Bank: Sendable {
  /// The services.
  package let services: BankServices
  /// The operations that serve, and those that served before.
  package let definitions: Definitions
  /// What submissions do.
  package let effects: Effects
  /// What operations look values up in.
  package let directories: Directories
  /// The bank's calendar.
  package let day: BankDay
  /// Which clients are served.
  package let clients: ClientPolicy
  /// How often people and addresses may ask, and who may read answers.
  package let rules: RequestRules
  /// The client that browsers are given.
  package let web: WebClient
  /// Whether authors may try operation files.
  package let hasPlayground: Bool
  /// What is counted.
  package let metrics: BankMetrics
  /// Whose submissions are being written now.
  let taps = TapsUnderWay()
  /// Where faults are told.
  package let log: Logger

  /// A bank of these services and operations, and of these directories instead of its own.
  package init(
    services: BankServices, catalog: Catalog, directories: [Directory] = Lookups.all, day: BankDay,
    clients: ClientPolicy = ClientPolicy(), rules: RequestRules = RequestRules(), web: WebClient = WebClient(),
    hasPlayground: Bool = false, log: Logger
  ) {
    self.directories = Directories(directories, services)
    (self.services, self.day, self.log) = (services, day, log)
    definitions = Definitions(catalog, versions: services.versions)
    (self.clients, self.rules, self.web) = (clients, rules, web)
    self.hasPlayground = hasPlayground
    effects = Effects(services)
    metrics = BankMetrics(services, definitions)
  }

  /// How long submissions are kept, by operation.
  package var keptSpans: [String: KeptSpan] {
    Dictionary(
      uniqueKeysWithValues: catalog.operations.compactMap { operation in
        operation.keeping.map { (operation.id, KeptSpan($0)) }
      })
  }

  /// The operations that serve now.
  package var catalog: Catalog { definitions.catalog }
}
