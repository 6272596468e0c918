package import BankSystems
package import Logging
package import Operations
package import Services
import Synchronization

/// The parts of an application over one set of services. `Application` gives each group of endpoints
/// the parts that it uses.
///
///     let parts = ApplicationParts(services, catalog, day: day, log: logger)
///     try parts.definitions.serve(catalog)
///     let application = try Application(parts, access: accessLogger)
package struct ApplicationParts: Sendable {
  /// The services.
  package let services: BankServices
  /// The operations with their trees and evaluations.
  let forms: OperationForms
  /// The way of a submission from its validation to its effect.
  package let process: SubmissionProcess
  /// Screens, flows and result trees as JSON.
  let pages: PageRendering
  /// The metrics.
  package let metrics: BankMetrics
  /// The event streams of people.
  package let events: EventStreams
  /// The operator's choices.
  let options: ApplicationOptions
  /// The announcement of the stop.
  let stopping = StopNotice()
  /// The log for faults.
  let log: Logger

  /// Creates the parts for a catalog, which `definitions.serve` then puts in service.
  ///
  /// Without `systems`, those that service files declare have their recorded answers.
  package init(
    _ services: BankServices, _ catalog: Catalog, systems: BankSystemRegistry? = nil, day: BankDay,
    options: ApplicationOptions = ApplicationOptions(), log: Logger
  ) {
    let systemLog = SystemLog(log, clock: services.clock)
    let systems =
      systems ?? BankSystemRegistry(.recorded, client: nil, day: day, clock: services.clock) { systemLog.report($0) }
    let definitions = ServingDefinitions(catalog, versions: services.versions, systems: systems)
    let deliveryLog = DeliveryLog(log, clock: services.clock)
    let courier = DeliveryWorker(
      services.deliveries, systems, leases: services.leases, day: day, clock: services.clock
    ) { deliveryLog.report($0) }
    self.services = services
    self.options = options
    self.log = log
    metrics = BankMetrics(services, definitions, systems, courier)
    events = EventStreams(services, day, options.events, metrics.registry, log)
    forms = OperationForms(
      services, definitions, systems, BankClock(day, services.clock), options.clients, metrics, log)
    process = SubmissionProcess(forms, services, courier)
    pages = PageRendering(forms, process, services.drafts)
  }

  /// The operations that serve now, and earlier versions of them.
  package var definitions: ServingDefinitions { forms.definitions }

  /// The systems of the bank that operations ask.
  package var systems: BankSystemRegistry { forms.systems }

  /// The worker that hands signed submissions over to them.
  package var courier: DeliveryWorker { process.courier }

  /// Makes `/readyz` report that the server is about to stop.
  ///
  /// Ends event streams in the second half of `drain`, the oldest first, so that their clients
  /// connect to other servers one after the other. All other requests are served as before.
  package func beginStopping(within drain: Duration) {
    stopping.announce()
    events.endInOrder(after: drain / 2, within: drain / 2)
  }
}

/// The announcement that the server is about to stop.
final class StopNotice: Sendable {
  private let stopping = Atomic(false)

  /// True once the stop is announced.
  var isAnnounced: Bool { stopping.load(ordering: .relaxed) }

  /// Announces the stop.
  func announce() { stopping.store(true, ordering: .relaxed) }
}
