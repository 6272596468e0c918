import DemoData
import FoundationEssentials
import Hosting
import Operations
import Services
import Synchronization

/// A server of the kit for people with an app. `/start` lists the sessions, and `/report` shows
/// their verdicts.
package final class KitServer: Sendable {
  package let port: UInt16
  /// The login of the demo person, for the terminal.
  package let greeting: String
  private let bank: KitBank
  private let proxy: FaultProxy

  /// The time for which an answer waits for another one.
  private static let patience: Duration = .seconds(30)

  /// Opens the port. Throws an `OperatorError` if it is in use, or if the kit cannot be served.
  package init(_ kit: ConformanceKit, in directory: String, migrations: String, host: String, port: UInt16) throws {
    let banks = try KitBanks(kit: directory, migrations: migrations)
    let operations = KitOperations(banks.configuration, kit.sessions)
    let bank = try Self.written(operations, [:]) { try banks.bank(try Catalog.loaded(from: "\($0)/operations")) }
    let book = SessionBook(kit, operations, bank) { versions in
      // The definitions were checked at the start; only the version can be missing.
      try? Self.written(operations, versions) { try bank.serve($0) }
    }
    let page = SessionPage(kit: kit, book: book)
    let relay = ExchangeRelay(to: bank.port, patience: Self.patience) { request in
      guard request.method == "GET", request.path == "/report" else { return .forward(book.session(of: request)) }
      let headers = [
        HeaderLine(name: "Content-Type", value: "text/html; charset=utf-8"),
        HeaderLine(name: "Cache-Control", value: "no-store"),
        HeaderLine(name: "Content-Security-Policy", value: "default-src 'none'; style-src 'unsafe-inline'"),
        HeaderLine(name: "X-Content-Type-Options", value: "nosniff"),
      ]
      return .answer(RelayedAnswer(status: 200, headers: headers, body: Array(page.html.utf8)))
    }
    do {
      proxy = try FaultProxy(on: host, port: port, relay)
    } catch let failure as StreamSocket.Failure {
      bank.stop()
      throw OperatorError(failure.description)
    }
    self.bank = bank
    self.port = proxy.port
    greeting = """
      login            \(banks.access.login)
      password         \(banks.access.password)
      security matrix
      \(MatrixTable(banks.access.matrix))
      """
  }

  /// Closes the port and the database.
  package func stop() {
    proxy.stop()
    bank.stop()
  }

  /// Calls `use` with a temporary folder of the definitions.
  private static func written<Result>(
    _ operations: KitOperations, _ versions: [String: String], _ use: (String) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "valence-kit-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try operations.write(to: folder, changed: versions)
    return try use(folder)
  }
}
