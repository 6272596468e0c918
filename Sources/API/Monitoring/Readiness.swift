import BICDirectory
import BankSystems
import Dates
import Model
import HTTPServer
import JSON
import Operations
import Platform
import Services

/// The readiness of the server: the database, the operations, the BIC directory, the bank's
/// systems, messages and the core.
struct Readiness {
  private enum DirectoryState: String {
    case ok
    /// Usable, but older than `directoryDays`.
    case stale
    /// Contains no bank, so payments are not possible.
    case empty
  }

  /// The maximum age of a current directory, in days.
  ///
  /// The Bank of Russia publishes a directory on each working day, and holidays are shorter.
  static let directoryDays = 14

  /// The number of the program and the commit of its build.
  private static let version = "\(BuildIdentity.number) (\(BuildIdentity.commit ?? "development build"))"

  private let services: BankServices
  private let definitions: ServingDefinitions
  private let storage: String
  private let cause: String?
  private let edition: DirectoryEdition?
  private let core: CoreFeed.Health?
  private let systems: [(name: String, status: String)]
  /// The open deliveries, each with true if an operator must check them.
  private let deliveries: [(backlog: Deliveries.Backlog, isOverdue: Bool)]
  private let messages: [Messages.Figures]
  private let isStopping: Bool

  /// Combines the result of the database reads with the state in memory.
  init(_ sources: ReadinessSources, _ found: Result<ReadinessReads.Found, StorageFailureKind>) {
    services = sources.services
    definitions = sources.definitions
    isStopping = sources.stopping.isAnnounced
    systems = sources.systems.figures.map { ($0.name, $0.isRecorded ? "recorded" : $0.isCircuitOpen ? "paused" : "ok") }
    let read = try? found.get()
    (core, edition, messages) = (read?.core, read?.edition, read?.messages ?? [])
    deliveries = (read?.deliveries ?? []).map { ($0, sources.courier.isOverdue($0)) }
    let trouble = services.storageTrouble
    let obstacle: StorageFailureKind?
    switch found {
    case .failure(let met): obstacle = met
    case .success: obstacle = trouble?.obstacle
    }
    storage = obstacle?.rawValue ?? "ok"
    cause = trouble?.obstacle == obstacle ? trouble?.cause : nil
  }

  /// True if the server can handle requests.
  ///
  /// The following do not affect readiness, because people can still use the server: an
  /// unresponsive core, failing or recorded systems, overdue deliveries, stuck messages, a stale
  /// directory and a failed reload.
  var isReady: Bool {
    let hasBanks = directory != .empty || !services.configuration.requiresDirectory
    return !isStopping && storage == "ok" && hasOperations && hasBanks
  }

  private var hasOperations: Bool { !definitions.catalog.operations.isEmpty }

  private var directory: DirectoryState {
    let banks = services.banks
    if banks.directory.count == 0 { return .empty }
    guard let edition else { return .ok }
    let age = banks.today.daysSinceEpoch - edition.businessDay.daysSinceEpoch
    return age > Self.directoryDays ? .stale : .ok
  }

  /// The response: 200 or 503 with the status of each part.
  ///
  /// It contains `core` if the core executes submissions or has submissions to acknowledge.
  var response: Response {
    var writer = Writer()
    writer.object { writer in
      writer.member("status", isReady ? "ok" : isStopping ? "stopping" : "unavailable")
      writer.member("version", Self.version)
      writer.key("checks")
      writer.object { writer in
        writer.key("database")
        writer.object { writer in
          writer.member("status", storage)
          if let cause { writer.member("cause", cause) }
          if let check = services.damageCheck { writer.member("check", check) }
        }
        writer.key("definitions")
        writer.object { writer in
          writer.member("status", hasOperations ? "ok" : "empty")
          writer.member("operations", definitions.catalog.operations.count)
          if let failure = definitions.reloadFailure {
            writer.member("reloadFailedAt", failure.instant.description)
            if !failure.held.isEmpty {
              writer.key("held")
              writer.array { writer in for name in failure.held { writer.string(name) } }
            }
          }
        }
        writer.key("directory")
        writer.object { writer in
          writer.member("status", directory.rawValue)
          writer.member("banks", services.banks.directory.count)
          if let edition { writer.member("date", edition.businessDay.description) }
        }
        if !systems.isEmpty {
          writer.key("systems")
          writer.object { writer in
            for system in systems {
              writer.key(system.name)
              writer.object { $0.member("status", system.status) }
            }
          }
        }
        if !deliveries.isEmpty {
          writer.key("deliveries")
          writer.array { writer in
            for (backlog, isOverdue) in deliveries { writer.health(of: backlog, isOverdue: isOverdue) }
          }
        }
        if !messages.isEmpty {
          writer.key("messages")
          writer.object { writer in
            for figures in messages {
              writer.key(figures.kind.rawValue)
              writer.object { writer in
                writer.member("status", figures.isStuck ? "stuck" : "ok")
                writer.member("waiting", figures.waiting)
                writer.member("oldestSeconds", Int(figures.oldest.components.seconds))
              }
            }
          }
        }
        if let core, services.configuration.execution.core == .feed || core.waiting > 0 {
          writer.key("core")
          writer.health(of: core)
        }
      }
    }
    return Response(
      status: isReady ? 200 : 503,
      headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")]
        + (isReady ? [] : [("Retry-After", "1")]),
      body: writer.bytes)
  }
}

struct ReadinessSources: Sendable {
  let services: BankServices
  let definitions: ServingDefinitions
  let systems: BankSystemRegistry
  let courier: DeliveryWorker
  let stopping: StopNotice
}

extension Writer {
  /// Writes the state of the open deliveries of one effect.
  fileprivate mutating func health(of backlog: Deliveries.Backlog, isOverdue: Bool) {
    object { writer in
      writer.member("system", backlog.service)
      writer.member("effect", backlog.effect)
      writer.member("status", isOverdue ? "overdue" : "ok")
      writer.member("waiting", backlog.waiting)
      writer.member("unknown", backlog.unknown)
      writer.member("failing", backlog.failing)
      writer.member("oldestSeconds", Int(backlog.oldest.components.seconds))
    }
  }

  /// Writes the state of the bank's core and its unacknowledged submissions.
  mutating func health(of core: CoreFeed.Health) {
    beginObject()
    member("status", core.isSilent ? "silent" : "ok")
    member("waiting", core.waiting)
    member("oldestSeconds", Int(core.oldest.components.seconds))
    if let pull = core.lastPull { member("lastPullAt", pull.description) }
    endObject()
  }
}
