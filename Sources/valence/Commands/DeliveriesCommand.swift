import BankSystems
import Hosting
import API
import ArgumentParser
import Atoms
import FoundationEssentials
import JSON
import Logging
import Model
import Operations
import Services

struct DeliveriesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliveries", abstract: "Signed submissions in transit to the systems that execute them.",
    discussion: """
      A delivery is retried until its system returns a declared outcome. No timeout rejects it: while the outcome is \
      unknown, the delivery and its hold remain until the system or an operator decides.

      EXAMPLES
        valence deliveries list
        valence deliveries show 01a2b3c4-0000-7000-8000-000000000001 --reason "complaint 318"
        valence deliveries retry 01a2b3c4-0000-7000-8000-000000000001
        valence deliveries reject 01a2b3c4-0000-7000-8000-000000000001 --reason-code no-such-product
      """,
    subcommands: [List.self, ShowDelivery.self, Retry.self, Reject.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists open deliveries, the oldest signature first.",
      discussion: """
        EXAMPLE
          valence deliveries list crm --database /var/lib/valence/valence.sqlite
        """)

    @Argument(help: "The service; without it, all.") var service: String?
    @Option(help: "Maximum number of deliveries.") var limit = 100
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let services = try audited.database(for: Self.self, data).existingServices()
      let open = try services.deliveries.open(service, limit: limit)
      for delivery in open { Output.line(DeliveriesCommand.line(of: delivery)) }
      let all = try services.deliveries.backlog().filter { service == nil || $0.service == service }
      let count = all.reduce(0) { $0 + $1.waiting + $1.unknown }
      Output.line(count == 0 ? "no open deliveries" : "\(count) open")
    }
  }

  struct ShowDelivery: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Shows a delivery with its request, which contains the person's values.",
      discussion: """
        The command requires --reason.

        EXAMPLE
          valence deliveries show 01a2b3c4-0000-7000-8000-000000000001 --reason "complaint 318"
        """)

    @Argument(help: "The submission.") var submission: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      try audited.requireReason(for: "`deliveries show`")
      let database = try audited.database(for: Self.self, data)
      let services = try database.existingServices()
      let delivery = try DeliveriesCommand.delivery(submission, services.deliveries)
      Output.line(DeliveriesCommand.line(of: delivery))
      Output.line("request   \(delivery.request ?? "(deleted)")")
      if let kept = delivery.kept { Output.line("kept      \(kept)") }
      if let contrary = delivery.contrary { Output.line("contrary  \(contrary)") }
      if let due = delivery.due { Output.line("next try  \(due)") }
      if let ended = delivery.ended { Output.line("ended     \(ended)") }
      if let until = delivery.recheckedUntil { Output.line("queried   until \(until), because it was rejected here") }
    }
  }

  struct Retry: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes an open delivery due at once, even if it may have arrived already.",
      discussion: """
        If the service file declares `repeat: never`, first make sure that the system has not executed the \
        submission. Otherwise it may be executed twice. The audit records the decision.

        EXAMPLE
          valence deliveries retry 01a2b3c4-0000-7000-8000-000000000001
        """)

    @Argument(help: "The submission.") var submission: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let database = try audited.database(for: Self.self, data)
      let deliveries = try database.services().deliveries
      let delivery = try DeliveriesCommand.delivery(submission, deliveries)
      try DeliveriesCommand.reporting {
        _ = try deliveries.retry(delivery.submission).wait()
        Output.line("\(delivery.submission) is due now: the running server attempts it")
      }
    }
  }

  struct Reject: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Rejects an open delivery with its submission, and releases the hold.",
      discussion: """
        The system is queried first, at the address that its file declares as `status`. The delivery is rejected \
        only if the system rejected the submission or does not know it. After an attempt, the command waits for \
        `missingAfter` of the file, and the system must answer twice that it does not know the submission. --force \
        REASON rejects the delivery without a query; the audit stores a digest of the reason.

        For a day afterwards, the running server queries the outcome of the submission. If the system executes it \
        nevertheless, the log and the metric `valence_delivery_outcomes_total` with the outcome `contrary` report \
        this.

        EXAMPLES
          valence deliveries reject 01a2b3c4-0000-7000-8000-000000000001 --reason-code no-such-product
          valence deliveries reject 01a2b3c4-0000-7000-8000-000000000001 --force "the bank's letter of 24 November"
        """)

    @Argument(help: "The submission.") var submission: String
    @Option(help: "The reason code of the rejected submission.") var reasonCode = "rejected-by-bank"
    @Option(help: "Rejects the delivery without querying the system, for this reason.") var force: String?
    @Option(help: .installed("config", "The configuration directory.")) var config: String?
    @OptionGroup var source: DefinitionOptions
    @OptionGroup var systems: SystemOptions
    @OptionGroup var zone: TimeZoneOption
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let forced = try force.map { try RunOptions.checked($0, of: "--force") }
      let database = try audited.database(for: Self.self, data)
      let services = try database.services()
      let delivery = try DeliveriesCommand.delivery(submission, services.deliveries)
      guard delivery.status.isOpen else {
        throw OperatorError("\(delivery.submission) is \(delivery.status.rawValue)")
      }
      let catalog = try source.catalog(in: config, or: services.definitionSets)
      let day = try zone.day
      let connected = try systems.settings.registry(
        on: day, needing: [], clock: services.clock, Logger(label: "valence"))
      let parts = ApplicationParts(
        services, catalog, systems: connected, day: day, log: Logger(label: "valence"))
      do { try connected.serve(catalog.systems, catalog.recordings) } catch {
        throw OperatorError(faults: error.faults, of: "the services")
      }
      try DeliveriesCommand.reporting {
        // Waits for a running attempt. While the system is queried, no new attempt starts.
        let asItStood = try force == nil ? DeliveryRejection(connected, services, day).asked(delivery) : nil
        let receipt = try services.deliveries.reject(
          delivery.submission, because: reasonCode, asItStood: asItStood, forced: forced
        ) { try parts.process.effect(of: $0) }.wait()
        Output.line("\(receipt.delivery.submission) is \(receipt.delivery.status.rawValue)")
      }
    }
  }

  private static func delivery(_ text: String, _ deliveries: Deliveries) throws -> Delivery {
    guard let id = SubmissionID(text) else { throw OperatorError("`\(text)` is not the id of a submission") }
    guard let delivery = try deliveries.find(id) else {
      throw OperatorError("\(text) has no delivery to a system of the bank")
    }
    return delivery
  }

  private static func reporting(_ work: () throws -> Void) throws {
    do { try work() } catch Deliveries.DeliveryError.notOpen(let status) {
      throw OperatorError("the delivery is \(status.rawValue)")
    } catch Deliveries.DeliveryError.changedMeanwhile {
      throw OperatorError("the delivery has changed since it was read: check it and try again")
    } catch Deliveries.DeliveryError.notFound {
      throw OperatorError("the delivery does not exist")
    }
  }

  private static func line(of delivery: Delivery) -> String {
    let signed = delivery.signed.map { " since \($0)" } ?? ""
    let fault = delivery.fault.map { ": \($0)" } ?? ""
    return "\(delivery.submission)  \(delivery.service) \(delivery.effect)  \(delivery.status.rawValue)\(signed), "
      + "attempts \(delivery.attempts)\(fault)"
  }
}
