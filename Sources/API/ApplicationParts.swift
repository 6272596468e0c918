package import BankSystems
import Atoms
package import Logging
package import Model
package import Operations
package import Services
import Synchronization

/// The parts that the application serves: services, operations, effects, systems of the bank, calendar and rules.
///
///     let bank = ServedBank(services: services, catalog: catalog, day: day, log: logger)
///     try bank.definitions.serve(catalog)
///     let application = try Application(bank, access: accessLogger)
package final class ServedBank: Sendable {
  /// The services.
  package let services: BankServices
  /// The operations that serve now, and the versions that served before.
  package let definitions: ServingDefinitions
  /// The effects of submissions.
  package let effects: Effects
  /// The systems of the bank that operations ask.
  package let systems: BankSystemRegistry
  /// The courier that hands signed submissions over to them.
  package let courier: DeliveryWorker
  /// The days of the bank in its time zone.
  package let day: BankDay
  /// The oldest clients that are served, and where newer ones are.
  package let clients: ClientPolicy
  /// The request rates of persons and addresses, and the origins that may read responses.
  package let rules: RequestRules
  /// The client for browsers.
  package let web: WebClient
  /// The brand marks of providers.
  package let marks: BrandMarks
  /// True if the playground is served, where authors try operation files.
  package let hasPlayground: Bool
  /// The metrics.
  package let metrics: BankMetrics
  /// The streams over which people are told of changes.
  package let events: EventStreams
  /// The facts about people.
  let facts = FactCache()
  /// The trees of operations as they were drawn.
  let drawn = TreeCache()
  /// The operations that an operator has stopped.
  private let stopped = RememberedValues<Bool, Set<String>>(maximum: 1_000) { _ in 1 }
  /// The lists of accounts as they were answered.
  let accountLists = AccountLists()
  /// The submissions that were just made and await their signature.
  let recent = UnsignedSubmissionCache()
  /// The taps whose submissions are being written now.
  let taps = SubmissionsInProgress()
  /// The log for faults.
  package let log: Logger
  private let stopping = Atomic(false)

  /// Creates a bank.
  ///
  /// Without `systems`, those that service files declare have their recorded answers.
  package init(
    services: BankServices, catalog: Catalog, systems: BankSystemRegistry? = nil, day: BankDay,
    clients: ClientPolicy = ClientPolicy(), rules: RequestRules = RequestRules(), events: EventRules = EventRules(),
    web: WebClient = WebClient(), marks: BrandMarks = BrandMarks(), hasPlayground: Bool = false, log: Logger
  ) {
    let systemLog = SystemLog(log, clock: services.clock)
    self.systems =
      systems ?? BankSystemRegistry(.recorded, client: nil, day: day, clock: services.clock) { systemLog.report($0) }
    (self.services, self.day, self.log) = (services, day, log)
    definitions = ServingDefinitions(catalog, versions: services.versions, systems: self.systems)
    (self.clients, self.rules, self.web, self.marks) = (clients, rules, web, marks)
    self.hasPlayground = hasPlayground
    effects = Effects(services)
    let notices = DeliveryLog(log, clock: services.clock)
    courier = DeliveryWorker(
      services.deliveries, self.systems, leases: services.leases, day: day, clock: services.clock
    ) { notices.report($0) }
    metrics = BankMetrics(services, definitions, self.systems, courier)
    self.events = EventStreams(services, day, events, metrics.registry, log)
  }

  /// Returns the effect of a stored submission, for a command that ends its delivery.
  package func carriedOut(_ submission: Submission) throws -> Effect { try effect(of: submission) }

  /// Begins to hand signed submissions over. Without it they wait in the outbox.
  package func beginDeliveries() {
    courier.begin { [weak self] in
      guard let self else { return nil }
      return { submission in try self.effect(of: submission) }
    }
  }

  /// The time for which submissions are kept, by operation id; operations without `keeping` are absent.
  package var keptSpans: [String: RetentionPeriod] {
    Dictionary(
      uniqueKeysWithValues: catalog.operations.compactMap { operation in
        operation.keeping.map { (operation.id, RetentionPeriod($0)) }
      })
  }

  /// True once the server is about to stop.
  package var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// Tells those who ask for the readiness that the server is about to stop, and ends streams of events in the second half of
  /// `drain`, the oldest first, so that their clients come to other servers one after the other. Everything else is served as before.
  package func beginStopping(within drain: Duration) {
    stopping.store(true, ordering: .relaxed)
    events.endInOrder(after: drain / 2, within: drain / 2)
  }

  /// The operations that serve now.
  package var catalog: Catalog { definitions.catalog }

  /// Returns what `find` finds in the definitions that serve, also if only a newer set of the database has it, which another
  /// server has shown already.
  func found<Value>(_ find: (Catalog) -> Value?) -> Value? {
    find(catalog) ?? (definitions.catchUp() ? find(catalog) : nil)
  }

  /// Throws `DisabledError.disabled` if an operator has stopped the operation in that state of the data.
  func requireEnabled(_ operation: String, at state: DataVersion) throws {
    let stopped = try stopped.value(of: true, at: state) { Set(try services.availability.disabled().map(\.operation)) }
    if stopped.contains(operation) { throw DisabledError.disabled }
  }
}
