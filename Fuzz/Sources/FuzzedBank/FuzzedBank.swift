package import API
import DemoData
import Foundation
package import HTTPServer
import JSON
import Logging
import Model
import Operations
import SQLiteStorage
import Secrets
import Services
import Storage

/// The whole server as a function, with a real database, the demo data and the shipped
/// configuration.
package final class FuzzedBank {
  package let application: Application
  /// The token of a customer.
  package let customer: String
  /// The token of an operator.
  package let `operator`: String
  /// The token of the core system.
  package let core: String
  private let database: Database
  /// Identifiers by placeholder. They are renewed regularly, because signed or cancelled
  /// submissions cannot be used again.
  private var names: [String: String] = [:]

  /// Creates the server with a new database. `VALENCE_ROOT` names the repository. Default: the
  /// parent directory.
  package init() throws {
    let root = ProcessInfo.processInfo.environment["VALENCE_ROOT"] ?? ".."
    database = try Database.temporary()
    let migrator = Migrator(try Migration.load(directory: "\(root)/migrations/sqlite")) { Digest(of: $0).bytes }
    try database.exclusively { _ = try migrator.apply(to: $0) }
    guard let bic = BIC(Demo.ownBIC), let day = BankDay(timeZone: BankDay.standardZone) else {
      throw CancellationError()
    }
    var configuration = ServiceConfiguration(ownBIC: bic)
    configuration.passwordCost = .minimum
    configuration.messages.codes = BlockingSender(Telephones())
    let services = try BankServices(store: database, keys: SecretKeys(SecretKey()), configuration: configuration)
    let access = try Demo.fill(services)
    let catalog = try Catalog(directory: "\(root)/config/operations", vocabulary: .bank)
    let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
    var options = ApplicationOptions()
    options.web = try WebClient(directory: "\(root)/web")
    options.hasPlayground = true
    let parts = ApplicationParts(services, catalog, day: day, options: options, log: silent)
    try parts.definitions.serve(catalog)
    application = try Application(parts, access: silent)
    let origin = Origin(address: "127.0.0.1")
    func token(_ login: String, _ password: String) throws -> String {
      try services.auth.login(login, password: password, from: origin).wait().token
    }
    customer = try token(access.login, access.password)
    for (login, role) in [("olga", Person.Role.operator), ("abs", .core)] {
      _ = try services.users.add(login: login, name: "Ольга", password: "a long password", role: role).wait()
    }
    (self.operator, core) = (try token("olga", "a long password"), try token("abs", "a long password"))
    renew()
  }

  /// Replaces the submission that awaits a signature, the template and the deal.
  package func renew() {
    if let before = names["submission"] {
      _ = ask(.post, "/submissions/\(before)/cancel", as: customer)
    }
    let sent = ask(.post, "/operations/pp.quick/submissions", as: customer, Self.payment, key: UUID().uuidString)
    names["submission"] = sent?["submission"]?["id"]?.string ?? names["submission"]
    let deals = ask(.get, "/deals", as: customer)
    names["deal"] = deals?["data"]?.array?.first?["id"]?.string ?? names["deal"]
    let kept = ask(
      .post, "/templates", as: customer,
      "{\"operation\": \"pp.quick\", \"title\": \"\(UUID().uuidString)\", \"values\": {\"name\": \"x\"}}")
    names["template"] = kept?["id"]?.string ?? names["template"]
  }

  /// Returns the text with its placeholders replaced: `{submission}`, `{template}`, `{deal}`.
  package func filledIn(_ text: String) -> String {
    var text = text
    for (name, value) in names { text = text.replacingOccurrences(of: "{\(name)}", with: value) }
    return text
  }

  /// Returns the response to a request; nil after a timeout of five seconds.
  package func answer(to request: Request) -> Response? {
    switch application.respond(to: request) {
    case .now(let response): return response
    case .later(let job):
      let (done, kept) = (DispatchSemaphore(value: 0), Kept())
      job.start { response in
        kept.response.withLock { $0 = $0 ?? response }
        done.signal()
      }
      guard done.wait(timeout: .now() + 5) == .success else { return nil }
      return kept.response.withLock { $0 }
    }
  }

  private func ask(
    _ method: HTTPServer.Method, _ path: String, as token: String, _ body: String = "", key: String? = nil
  )
    -> Value?
  {
    var headers = [("Host", "a"), ("Content-Type", "application/json"), ("Authorization", "Bearer \(token)")]
    if let key { headers.append(("Idempotency-Key", key)) }
    let request = Request(method: method, path: path, headers: Headers(headers), body: Array(body.utf8), id: "fuzz")
    return answer(to: request).flatMap { try? Value(reading: $0.body) }
  }

  /// A valid payment.
  package static let payment = """
    {"values": {"from": "40817810500000000001", "name": "ООО Ромашка", "account": "40702810138250123017", \
    "bic": "044525225", "purpose": "Оплата по счету 12", "amount": "0.01"}}
    """
}

/// Discards all messages.
private struct Telephones: CodeSender {
  func send(_ message: Message, within limit: Duration) {}
}
