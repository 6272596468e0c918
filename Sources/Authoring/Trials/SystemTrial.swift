package import BankSystems
package import Services
import Atoms
import Dispatch
package import JSON
package import HTTPClient
import Synchronization

/// One question to a system by hand, for whoever connects it: what was sent, and how the answer fits its declaration.
///
///     let trial = SystemTrial(query, of: system, ["7707083893"], user: .null, day)
///     let outcome = try trial.outcome(client, environment)
///     print(outcome.request, outcome.status ?? 0, outcome.finding)
package struct SystemTrial {
  /// The outcome of a question.
  package struct Outcome: Sendable {
    /// The request's method and target.
    package let request: String
    /// The body of the request as JSON text; nil without one.
    package let body: String?
    /// The same request with other letters and digits in the values of the keys, for a recording.
    let hidden: (request: String, body: String?)
    /// The response; nil without one.
    package let response: OutboundResponse?
    /// The answer as JSON text, `nothing`, or the reason why there is none.
    package let finding: String
    /// True if the response fits the declaration.
    package let fits: Bool
  }

  /// The values do not make a request: one is missing, or cannot be part of a path.
  package struct NoRequest: Error {}

  private let query: DeclaredQuery
  private let system: BankSystem
  private let rendered: SystemRequest.Rendered
  private let hidden: SystemRequest.Rendered
  private let day: BankDay

  /// Prepares a question with these values of the keys; `user` is what requests read of the person.
  package init(
    _ query: DeclaredQuery, of system: BankSystem, _ values: [Value], user: Value, _ day: BankDay
  ) throws(NoRequest) {
    (self.query, self.system, self.day) = (query, system, day)
    do {
      rendered = try query.request.rendered(values + [user])
      hidden = try query.request.rendered(values.map(Recording.hidden) + [InventedPerson.fact("user")])
    } catch {
      throw NoRequest()
    }
  }

  /// Asks the system, and returns when it has answered. Throws the reference of the service file that has no value.
  package func outcome(
    _ client: OutboundClient, _ environment: [String: String]
  ) throws(Reference.Missing) -> Outcome {
    let settings = try system.settings(environment)
    let outcome = outcome(over: HTTPBankSystem(system.name, settings, client))
    guard outcome.finding == OutboundFailure.broken.rawValue, settings.certificate == nil,
      settings.address.hasPrefix("https:")
    else { return outcome }
    // With TLS 1.3 a client without a certificate mostly sees no more than the end of the connection.
    return Outcome(
      request: outcome.request, body: outcome.body, hidden: outcome.hidden, response: nil,
      finding: "\(outcome.finding) (perhaps the system asks for a certificate: see `tls`)", fits: false)
  }

  /// Returns the outcome by recorded answers.
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
        if case .found(let value) = answer {
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
      return Outcome(request: request, body: body, hidden: hidden, response: nil, finding: error.rawValue, fits: false)
    }
  }

  private static func text(of request: SystemRequest.Rendered) -> (request: String, body: String?) {
    ("\(request.method) \(request.target)", request.body.map { String(decoding: $0, as: UTF8.self) })
  }
}
