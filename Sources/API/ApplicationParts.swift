package import BankSystems
package import Logging
package import Operations
package import Services
import Synchronization

/// The shared parts of an application over one set of services.
///
/// `Endpoints` gives each group of endpoints only the parts that it uses.
package struct ApplicationParts: Sendable {
  package let services: BankServices
  /// Operations, their trees and evaluations.
  let forms: OperationForms
  /// Validation, effects and deliveries of submissions.
  package let process: SubmissionProcess
  /// Screens, flows and result trees as JSON.
  let pages: PageRendering
  package let metrics: BankMetrics
  package let events: EventStreams
  /// The operator's settings.
  let options: ApplicationOptions
  let stopping = StopNotice()
  let log: Logger

  /// Creates the parts for a catalog. `definitions.serve` must then activate the catalog.
  ///
  /// If `systems` is nil, systems declared in service files return their recorded answers.
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

  /// The active operations and their earlier versions.
  package var definitions: ServingDefinitions { forms.definitions }

  /// The bank's systems that operations query.
  package var systems: BankSystemRegistry { forms.systems }

  /// The worker that delivers signed submissions to the bank's systems.
  package var courier: DeliveryWorker { process.courier }

  /// Makes `/readyz` report `stopping`.
  ///
  /// Ends event streams in the second half of `drain`, the oldest first, so that clients reconnect
  /// to other servers at different times. Other requests continue to be answered.
  package func beginStopping(within drain: Duration) {
    stopping.announce()
    events.endInOrder(after: drain / 2, within: drain / 2)
  }
}

/// A flag that the server is about to stop.
final class StopNotice: Sendable {
  private let stopping = Atomic(false)

  /// True after `announce()`.
  var isAnnounced: Bool { stopping.load(ordering: .relaxed) }

  func announce() { stopping.store(true, ordering: .relaxed) }
}
