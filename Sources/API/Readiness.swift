import HTTP
import JSON
import Model
import Operations
import Services

/// Whether the server can work now, by its parts.
struct Readiness {
  /// How the BIC directory stands.
  private enum Directory: String {
    case ok
    /// It is in force, and newer ones should have been imported since.
    case stale
    /// No bank is in it: nothing can be paid.
    case empty
  }

  /// How many days a directory may be behind: the Bank of Russia gives one every working day, and the longest holidays
  /// are shorter.
  static let directoryDays = 14

  private let services: BankServices
  private let definitions: Definitions
  private let storage: String
  private let edition: DirectoryEdition?
  private let core: CoreFeed.Health?

  /// Looks at the bank.
  init(_ bank: Bank) {
    (services, definitions) = (bank.services, bank.definitions)
    var found: (core: CoreFeed.Health, edition: DirectoryEdition?)?
    var obstacle: StorageObstacle?
    do {
      // These read, so they fail where the database does not answer.
      found = (try services.coreFeed.health(), try services.banks.edition())
    } catch {
      obstacle = StorageObstacle(error) ?? .failing
    }
    (core, edition) = (found?.core, found?.edition)
    storage = (obstacle ?? services.obstacle)?.rawValue ?? "ok"
  }

  /// Whether it can: a silent core, an old directory and a reload that failed keep nobody from working.
  var isReady: Bool { storage == "ok" && hasOperations && directory != .empty }

  private var hasOperations: Bool { !definitions.catalog.operations.isEmpty }

  private var directory: Directory {
    let banks = services.banks
    if banks.directory.count == 0 { return .empty }
    guard let edition else { return .ok }
    let age = banks.today.daysSinceEpoch - edition.businessDay.daysSinceEpoch
    return age > Self.directoryDays ? .stale : .ok
  }

  /// The answer.
  var response: Response {
    var writer = Writer()
    writer.object { writer in
      writer.member("status", isReady ? "ok" : "unavailable")
      writer.key("checks")
      writer.object { writer in
        writer.key("database")
        writer.object { $0.member("status", storage) }
        writer.key("definitions")
        writer.object { writer in
          writer.member("status", hasOperations ? "ok" : "empty")
          writer.member("operations", definitions.catalog.operations.count)
          if let failed = definitions.reloadFailed { writer.member("reloadFailedAt", failed.description) }
        }
        writer.key("directory")
        writer.object { writer in
          writer.member("status", directory.rawValue)
          writer.member("banks", services.banks.directory.count)
          if let edition { writer.member("date", edition.businessDay.description) }
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
