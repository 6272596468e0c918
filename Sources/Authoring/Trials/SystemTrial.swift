package import BankSystems
package import Services
import Atoms
import Conditions
import Dispatch
package import JSON
package import HTTPClient
import Synchronization

/// A manual query to a system, for developers of an integration. It reports the request and whether
/// the response matches the declaration.
package struct SystemTrial {
  package struct Outcome: Sendable {
    /// The method and target of the request.
    package let request: String
    /// The body of the request as JSON text; nil without a body.
    package let body: String?
    /// The same request with letters and digits of the key values replaced, for a recording.
    let hidden: (request: String, body: String?)
    /// The response; nil if the request failed.
    package let response: OutboundResponse?
    /// The answer as JSON text, `nothing` for no record, or the reason for a missing or invalid
    /// answer.
    package let finding: String
    /// True if the response matches the declaration.
    package let fits: Bool
  }

  private let query: DeclaredQuery
  private let system: BankSystem
  private let rendered: SystemRequest.Rendered
  private let hidden: SystemRequest.Rendered
  private let day: BankDay
  private let values: [Value]

  /// Prepares a query with the key values `values`. `user` is the fact about the person that
  /// requests can read. Throws the fault if the values produce no request.
  package init(
    _ query: DeclaredQuery, of system: BankSystem, _ values: [Value], user: Value, _ day: BankDay
  ) throws(SystemRequest.Fault) {
    (self.query, self.system, self.day) = (query, system, day)
    self.values = values
    rendered = try query.request.rendered(values + [user])
    hidden = try query.request.rendered(values.map(Recording.hidden) + [InventedPerson.fact("user")])
  }

  /// Sends the query and blocks until the answer arrives. Throws `Reference.Missing` if a reference
  /// of the service file has no value.
  package func outcome(
    _ client: OutboundClient, _ environment: [String: String]
  ) throws(Reference.Missing) -> Outcome {
    let settings = try system.settings(environment)
    let outcome = outcome(over: HTTPBankSystem(system.name, settings, client))
    guard outcome.finding == OutboundFailure.broken.rawValue, settings.certificate == nil,
      settings.address.hasPrefix("https:")
    else { return outcome }
    // With TLS 1.3, a client without a certificate usually sees only that the connection closes.
    return Outcome(
      request: outcome.request, body: outcome.body, hidden: outcome.hidden, response: nil,
      finding: "\(outcome.finding) (the system may require a client certificate: see `tls`)", fits: false)
  }

  /// Returns the outcome of the query with recorded answers.
  package func outcome(_ recorded: RecordedSystem) -> Outcome { outcome(over: recorded) }

  private func outcome(over connection: any SystemConnection) -> Outcome {
    let given = Mutex<Result<OutboundResponse, OutboundFailure>?>(nil)
    let hasCome = DispatchSemaphore(value: 0)
    let asker = SystemAsker(
      caller: SystemCaller("operator", .question), timeout: .milliseconds(system.timeout), trace: TraceContext())
    connection.ask(rendered, for: asker) { result in
      given.withLock { $0 = result }
      hasCome.signal()
    }
    hasCome.wait()
    let result = given.withLock { $0 } ?? .failure(.stopped)
    let ((request, body), hidden) = (Self.text(of: rendered), Self.text(of: hidden))
    do {
      let response = try result.get()
      do {
        var finding = "nothing"
        let answer = try query.answer(in: response) { day.date(at: $0) }
        if case .found(let value) = answer, let key = otherKey(of: value) {
          finding = "nothing: `\(key)` of the option differs from the key"
        } else if case .found(let value) = answer {
          var writer = Writer()
          writer.value(value)
          finding = String(decoding: writer.bytes, as: UTF8.self)
        }
        return Outcome(request: request, body: body, hidden: hidden, response: response, finding: finding, fits: true)
      } catch {
        return Outcome(
          request: request, body: body, hidden: hidden, response: response, finding: "\(error)", fits: false)
      }
    } catch {
      let remedy = connection.remedy(for: error).map { ", add \($0)" } ?? ""
      return Outcome(
        request: request, body: body, hidden: hidden, response: nil, finding: error.rawValue + remedy, fits: false)
    }
  }

  /// Returns the key that the record of an option does not have; nil if it has all compared keys.
  private func otherKey(of record: Value) -> String? {
    query.comparedKeys.first { record[query.keys[$0].name]?.plainText != values[$0].plainText }
      .map { query.keys[$0].name }
  }

  private static func text(of request: SystemRequest.Rendered) -> (request: String, body: String?) {
    ("\(request.method) \(request.target)", request.body.map { String(decoding: $0, as: UTF8.self) })
  }
}
