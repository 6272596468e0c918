package import Definitions
import Atoms
import Dispatch
import Dates
package import SourceText
package import JSON
import Model
package import HTTPClient
import Synchronization

/// The recorded answers of a system, in `config/services/NAME.recorded.yaml`, for trying operations
/// without the system.
///
///     recorded: crm
///     answers:
///       - {name: sber, get: /companies/7707083893, body: {data: {shortName: ПАО Сбербанк}}}
///       - {name: slow, get: /companies/7702235133, delay: 3, status: 404}
///       - {name: down, get: /companies/7728168971, failure: timeout}
///     otherwise: {status: 404}
package final class RecordedSystem: SystemConnection {
  /// A recorded request with its outcome.
  struct Exchange: Sendable {
    /// The author's name for the exchange; nil without one.
    let name: String?
    let method: String
    /// The path and the query as sent.
    let target: String
    /// The members that the request body must contain; nil for any body.
    let body: Value?
    let outcome: Outcome
    let location: Location
  }

  struct Outcome: Sendable {
    var status = 200
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    var failure: OutboundFailure?
    /// The delay of the answer in milliseconds.
    var delay = 0
  }

  package let name: String
  /// The location of the file.
  package let location: Location
  let exchanges: [Exchange]
  let otherwise: Outcome
  private let asked = Mutex(0)

  /// Creates a recording without exchanges. Each request has the status 404.
  init(name: String) {
    (self.name, exchanges) = (name, [])
    otherwise = Outcome(status: 404)
    location = Location(file: SourceFile(name: "", text: ""), line: 1, column: 1)
  }

  private init(name: String, exchanges: [Exchange], otherwise: Outcome, at location: Location) {
    (self.name, self.exchanges, self.otherwise) = (name, exchanges, otherwise)
    self.location = location
  }

  package var isCircuitOpen: Bool { false }
  package var refusedNetwork: String? { nil }
  package func isCircuitOpen(for purpose: SystemCaller.Purpose) -> Bool { false }
  package var counts: SystemClient.Counts { SystemClient.Counts(sent: asked.withLock { $0 }) }

  package func ask(
    _ request: SystemRequest.Rendered, for asker: SystemAsker,
    then: @escaping @Sendable (Result<OutboundResponse, OutboundFailure>) -> Void
  ) {
    asked.withLock { $0 += 1 }
    let outcome = outcome(of: request)
    let delay = Duration.milliseconds(outcome.delay)
    let isLate = delay >= asker.timeout
    let result: Result<OutboundResponse, OutboundFailure> =
      if isLate { .failure(.timeout) } else if let failure = outcome.failure { .failure(failure) } else {
        .success(OutboundResponse(status: outcome.status, headers: outcome.headers, body: outcome.body))
      }
    let wait = isLate ? asker.timeout : delay
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(wait / .milliseconds(1)))) { then(result) }
  }

  /// Returns the recorded outcome of a request. An exchange with one of the `names` takes
  /// precedence over the first match.
  func outcome(of request: SystemRequest.Rendered, preferring names: [String] = []) -> Outcome {
    let body = request.body.flatMap { try? Value(reading: $0) } ?? .null
    let found = exchanges.filter { exchange in
      exchange.method == request.method && exchange.target == request.target
        && (exchange.body.map { Self.matches($0, body) } ?? true)
    }
    let named = found.first { exchange in exchange.name.map(names.contains) ?? false }
    return (named ?? found.first)?.outcome ?? otherwise
  }

  /// Returns the recorded answer to a query, and its delay in milliseconds.
  func exchange(
    of query: DeclaredQuery, _ request: SystemRequest.Rendered, preferring names: [String],
    _ day: (Instant) -> CivilDate
  ) -> (answer: LookupAnswer, delay: Int) {
    let outcome = outcome(of: request, preferring: names)
    guard outcome.failure == nil else { return (.unavailable, outcome.delay) }
    let response = OutboundResponse(status: outcome.status, headers: outcome.headers, body: outcome.body)
    return ((try? query.answer(in: response, day)) ?? .unavailable, outcome.delay)
  }

  /// True if an answer has a delay.
  var isDelayed: Bool { otherwise.delay > 0 || exchanges.contains { $0.outcome.delay > 0 } }

  package var names: [String] { exchanges.compactMap(\.name) }

  /// Returns a YAML node as JSON.
  package static func json(_ node: SourceNode) -> Value { RecordingReading.json(node) }

  /// Returns true if a body contains the expected members with the expected values.
  static func matches(_ wanted: Value, _ body: Value) -> Bool {
    guard let members = wanted.object?.members else { return wanted == body }
    return members.allSatisfy { member in body.object?[member.name].map { matches(member.value, $0) } ?? false }
  }
}

extension RecordedSystem {
  /// The suffix of files with recorded answers.
  package static let ending = ".recorded.yaml"

  /// Parses a file. Throws all its faults.
  package convenience init(_ file: DefinitionFile) throws(Diagnostics) {
    let root = try YAMLFile(file.bytes, name: file.name).root
    var reading = RecordingReading()
    let (name, exchanges, otherwise) = reading.recording(root)
    guard !reading.faults.hasErrors else { throw reading.faults }
    self.init(name: name, exchanges: exchanges, otherwise: otherwise, at: root.location)
  }
}

/// Parses one file of recorded answers and collects all faults with their locations.
private struct RecordingReading {
  var faults = Diagnostics()

  mutating func recording(
    _ root: SourceNode
  ) -> (name: String, exchanges: [RecordedSystem.Exchange], otherwise: RecordedSystem.Outcome) {
    guard let entries = root.mapping else {
      faults.error(
        .wrongShape, "recorded answers are a mapping with `recorded` and `answers`, not \(root.noun)", at: root.location
      )
      return ("", [], .init())
    }
    var head = Properties(entries, at: root.location)
    let name = head.string("recorded")
    if name == nil {
      faults.error(.missingProperty, "`recorded`, the name of the service, is missing", at: root.location)
    }
    let (list, rest) = (head.node("answers"), head.node("otherwise"))
    head.refuseTheRest(of: "recorded answers")
    faults.append(head.diagnostics)
    if let list, list.sequence == nil {
      faults.error(.wrongShape, "`answers` takes a list, not \(list.noun)", at: list.location)
    }
    var otherwise = RecordedSystem.Outcome(status: 404)
    if let rest {
      var parts = Properties(rest.mapping ?? [], at: rest.location)
      otherwise = outcome(&parts, status: 404)
      finish(&parts, "`otherwise`")
    }
    return (name ?? "", (list?.sequence ?? []).compactMap { exchange($0) }, otherwise)
  }

  private mutating func exchange(_ node: SourceNode) -> RecordedSystem.Exchange? {
    guard let entries = node.mapping else {
      faults.error(
        .wrongShape, "an answer is a mapping such as {get: /path, body: ...}, not \(node.noun)", at: node.location)
      return nil
    }
    var line = Properties(entries, at: node.location)
    let name = line.string("name")
    let (get, post) = (line.string("get"), line.string("post"))
    let body = line.node("with").map { Self.json($0) }
    let outcome = outcome(&line, status: 200)
    finish(&line, "an answer")
    guard let target = get ?? post, get == nil || post == nil else {
      faults.error(
        .missingProperty, "an answer requires either `get` or `post`, with the path and query as sent",
        at: node.location)
      return nil
    }
    return .init(
      name: name, method: get == nil ? "POST" : "GET", target: target, body: body, outcome: outcome,
      location: node.location)
  }

  private mutating func outcome(_ parts: inout Properties, status: Int) -> RecordedSystem.Outcome {
    var outcome = RecordedSystem.Outcome()
    outcome.status = parts.integer("status", in: 100...599) ?? status
    if let word = parts.word("failure", of: OutboundFailure.allCases.map(\.rawValue)) {
      outcome.failure = OutboundFailure(rawValue: word)
    }
    outcome.delay = parts.seconds("delay", upTo: 3_600) ?? 0
    if let node = parts.node("body") {
      var writer = Writer()
      writer.value(Self.json(node))
      outcome.body = writer.bytes
    }
    return outcome
  }

  private mutating func finish(_ parts: inout Properties, _ what: String) {
    parts.refuseTheRest(of: what)
    faults.append(parts.diagnostics)
  }

  /// Returns a YAML node as JSON. Unquoted numbers, `true`, `false` and null keep their types.
  static func json(_ node: SourceNode) -> Value {
    switch node.content {
    case .null: return .null
    case .scalar(let text, quoted: true): return .string(text)
    case .scalar("true", _): return true
    case .scalar("false", _): return false
    case .scalar(let text, _):
      // JSON has no numbers with leading zeros, so such a value is a text.
      return (try? Value(reading: Array(text.utf8))).flatMap { $0.decimal == nil ? nil : $0 } ?? .string(text)
    case .sequence(let nodes): return .array(nodes.map(json))
    case .mapping(let entries): return .object(Object(entries.map { ($0.key.scalar ?? "", json($0.value)) }))
    }
  }
}
