import Foundation
import Synchronization
import ValenceClient

/// A fault of a case, which the driver reports as an error.
struct CaseFault: Error, CustomStringConvertible {
  let description: String
}

/// A transport whose responses come from later steps.
final class StepTransport: Transport {
  private struct State {
    var open: [Int: CheckedContinuation<Response, any Error>] = [:]
    var all: [Request] = []
    var seen = 0
  }
  /// The network fails.
  private struct Lost: Error {}

  private let state = Mutex(State())

  /// Returns the number of requests without a response to an address, or to all others.
  func openCount(to path: String?, isOther: Bool = false) -> Int {
    state.withLock { state in state.open.keys.count { (state.all[$0].path == path) != isOther } }
  }

  /// Returns the requests since the last call, each with its number.
  func newRequests() -> [(number: Int, request: Request)] {
    state.withLock { state in
      defer { state.seen = state.all.count }
      return (state.seen..<state.all.count).map { ($0, state.all[$0]) }
    }
  }

  func send(_ request: Request) async throws -> Response {
    try await withCheckedThrowingContinuation { continuation in
      state.withLock { state in
        state.open[state.all.count] = continuation
        state.all.append(request)
      }
    }
  }

  /// Ends a request with a response; nil loses it.
  func end(_ number: Int, with response: Response?) throws {
    guard let open = state.withLock({ $0.open.removeValue(forKey: number) }) else {
      throw CaseFault(description: "request \(number) has a response")
    }
    if let response { open.resume(returning: response) } else { open.resume(throwing: Lost()) }
  }

  /// Loses all open requests.
  func endAll() {
    let open = state.withLock { state in
      defer { state.open = [:] }
      return state.open
    }
    for each in open.values { each.resume(throwing: Lost()) }
  }
}

/// A form of a case and the requests that it has sent.
@MainActor final class Bench {
  private let transport = StepTransport()
  private let session: FormSession
  /// The numbers of the questions and of the requests of taps.
  private var (questions, taps): ([Int], [Int]) = ([], [])
  private var revisions: [WireValue] = []
  private var keys: [String] = []
  /// The number of taps that are not over.
  private var tapping = 0
  /// The time for which a tap may wait before its request.
  private let patience = Duration.seconds(3)

  init(_ tree: Members) throws {
    let client = Client(transport, as: .init(version: "kit/1.0", language: "en"))
    session = FormSession(try Tree(tree), client)
  }

  func close() {
    session.close()
    transport.endAll()
  }

  /// Performs a step, an object with one member. Returns what it has caused.
  func perform(_ step: Members) async throws -> Members {
    guard let (name, argument) = step.first, step.count == 1 else { throw CaseFault(description: "no step") }
    try await act(name, argument)
    try await rest()
    var found: Members = [:]
    for (number, request) in transport.newRequests() { try note(number, request, in: &found) }
    found.merge(read(name, argument)) { $1 }
    return found
  }

  /// Waits until each request of the client has arrived, and each response was processed.
  private func rest() async throws {
    let (path, end) = (session.form.tree.evaluate?.href, ContinuousClock.now + patience)
    func isBusy() -> Bool {
      let (asked, tapped) = (transport.openCount(to: path), transport.openCount(to: path, isOther: true))
      return session.openRequests != asked + tapped || tapping != tapped
    }
    repeat { try await Task.sleep(for: .milliseconds(1)) } while isBusy() && ContinuousClock.now < end
  }

  /// Begins a tap. Its response is a later step.
  private func tap(_ path: String) {
    tapping += 1
    Task {
      _ = try? await session.tap(path)
      tapping -= 1
    }
  }

  private func end(_ number: Int, with response: Members) throws {
    let status = response["status"]?.integer ?? 200
    guard status > 0 else { return try transport.end(number, with: nil) }
    let headers = response["retryAfter"]?.integer.map { ["Retry-After": String($0)] } ?? [:]
    let body = try JSONEncoder().encode(response["body"] ?? [:])
    try transport.end(number, with: Response(status: status, headers: headers, body: Array(body)))
  }

  /// Adds a request to what a step has caused.
  private func note(_ number: Int, _ request: Request, in found: inout Members) throws {
    let body = try request.body.map { try JSONDecoder().decode(WireValue.self, from: Data($0)) }
    if request.path == session.form.tree.evaluate?.href {
      questions.append(number)
      revisions.append(body?.object?["revision"] ?? .null)
      let said = (body?.object ?? [:]).filter { $0.key != "revision" }
      found["asks"] = .array((found["asks"]?.array ?? []) + [.object(said)])
      return
    }
    taps.append(number)
    let key = request.headers["Idempotency-Key"]
    if let key, !keys.contains(key) { keys.append(key) }
    let sent: WireValue = [
      "method": .string(request.method), "href": .string(request.path), "body": body ?? .null,
      "key": key.flatMap { keys.firstIndex(of: $0) }.map { .integer(Int64($0 + 1)) } ?? .null,
    ]
    found["sends"] = .array((found["sends"]?.array ?? []) + [sent])
  }

  private func read(_ name: String, _ argument: WireValue) -> Members {
    switch name {
    case "look":
      let paths = (argument.array ?? []).compactMap(\.string)
      return ["shows": .object(Dictionary(uniqueKeysWithValues: paths.map { ($0, shown($0)) }))]
    case "values": return ["values": .object(session.form.values)]
    case "entries": return ["entries": .object(session.form.keptValues)]
    case "displayed": return ["displayed": .object(session.form.shown)]
    default: return [:]
    }
  }

  /// The members of an atom as the client has them.
  private func shown(_ path: String) -> WireValue {
    guard let atom = session.form[path] else { return .null }
    var members = atom.wire
    (members["items"], members["item"], members["atoms"]) = (nil, nil, nil)
    members["value"] = atom.items.map { .integer(Int64($0.count)) } ?? atom.value
    (members["shown"], members["enabled"]) = (.bool(atom.isShown), .bool(atom.isEnabled))
    return .object(members)
  }

  private func act(_ name: String, _ argument: WireValue) async throws {
    let at = argument.object?["at"]?.string ?? argument.string ?? ""
    let to = (argument.object?["to"]?.integer ?? 0) - 1
    switch name {
    case "enter": session.enter(argument.object?["value"] ?? .null, at: at)
    case "leave": session.endEditing(at: at)
    case "choose": session.choose(argument.object?["value"] ?? .null, at: at)
    case "add": session.addItem(to: at)
    case "remove": session.removeItem(argument.object?["index"]?.integer ?? 0, from: at)
    case "fill": session.fill(argument.object ?? [:])
    case "tap": tap(at)
    case "answer":
      let body = ["atoms": [:], "revision": revisions[to]].merging(argument.object ?? [:]) { $1 }
      try end(questions[to], with: ["body": .object(body)])
    case "fail": try end(questions[to], with: ["status": 0].merging(argument.object ?? [:]) { $1 })
    case "respond": try end(taps[to], with: argument.object ?? [:])
    case "redraw": session.redraw(as: try Tree(argument.object ?? [:]))
    case "wait":
      try await Task.sleep(for: .seconds(Double(argument.text ?? "") ?? 0))
    case "hide": session.isVisible = argument.bool != true
    case "look", "values", "entries", "displayed": break
    default: throw CaseFault(description: "unknown step \(name)")
    }
  }
}

/// Performs all steps of a case on a new form.
@MainActor func form(_ given: Members) async throws -> Members {
  let bench = try Bench(given["tree"]?.object ?? [:])
  defer { bench.close() }
  var results: [WireValue] = []
  for step in given["steps"]?.array ?? [] { results.append(.object(try await bench.perform(step.object ?? [:]))) }
  return ["steps": .array(results)]
}
