import BankSystems
import Atoms
import HTTPServer
import JSON
import Operations
import Services

/// Answers what the modules of the first screen would be asked for next, so that a client has it without asking.
///
/// - A list is answered by its own endpoint, for the same caller, by the same rules and in the same words.
/// - A screen is written with the contents of its own modules.
/// - A content is left out if it fails, if it waits for a system of the bank, if it is longer than `maximum`, or if it is not
///   declared free of secrets. The client then requests it.
///
///     let contents = try EmbeddedContent(of: endpoints)
///     let carrying = contents.carried(by: call, of: pages)
///     try pages.writeScreen(home, from: [:], carrying: carrying, for: call, to: &writer)
struct EmbeddedContent: Sendable {
  /// The most bytes of a list that is carried: a longer one would hold up the screen.
  static let maximum = 16_384
  /// The most screens in each other below home: a tab, and a screen in it.
  static let deepest = 2

  private let router: Router<Endpoint>

  /// Creates the contents that `endpoints` answer. Throws `RouterError` if two of them clash.
  init(of endpoints: [Endpoint]) throws(RouterError) {
    router = try Router(endpoints.filter { $0.method == .get }.map { RouteEntry(.get, $0.pattern, $0) })
  }

  /// Returns the contents that the answer to `call` carries.
  func carried(by call: Call, of pages: PageRendering) -> Carrying {
    Carrying(contents: self, pages: pages, call: call, depth: 0)
  }

  /// Returns the answer of the list at a path, with its caller checked as for a request; nil for what is not carried.
  fileprivate func rows(at path: String, _ query: [(name: String, value: String)], for call: Call) throws -> [UInt8]? {
    guard case .found(let endpoint, let parameters) = router.match(.get, path) else { return nil }
    let caller = try call.caller
    try endpoint.access.require(caller)
    let asked = call.request
    let request = Request(
      method: .get, path: path, query: query, headers: asked.headers, peer: asked.peer, id: asked.id,
      arrived: asked.arrived)
    let inner = Call(
      request: request, parameters: parameters, language: call.language, identity: .success(caller),
      fetched: call.fetched)
    guard case .now(let response) = try endpoint.handle(inner), inner.unknown == nil else { return nil }
    guard response.status == 200, response.isCompressible, response.body.count <= Self.maximum else { return nil }
    return response.body
  }
}

/// The contents that one answer carries.
struct Carrying {
  fileprivate let contents: EmbeddedContent
  fileprivate let pages: PageRendering
  fileprivate let call: Call
  fileprivate let depth: Int

  /// Returns the answer of the address of a module that is drawn in place, as JSON; nil for what is not carried.
  func content(of module: Module, from given: [String: String]) -> [UInt8]? {
    guard module.target.transition.kind == .embed else { return nil }
    // A content may use answers of systems that are kept; the server fetches none for it.
    let inner = Call(
      request: call.request, parameters: call.parameters, language: call.language,
      identity: Result { () throws(Problem) in try call.caller },
      fetched: !pages.forms.systems.isEmpty ? SystemAnswers(pages.forms.systems, for: call.request) : nil)
    let written = try? EvaluationBudget.with { try content(of: module.target, from: given, for: inner) }
    guard let written, inner.fetched?.isMissing != true, inner.unknown == nil else { return nil }
    return written
  }

  private func content(of target: Target, from given: [String: String], for call: Call) throws -> [UInt8]? {
    switch target.kind {
    case .list:
      guard let (path, query) = target.request(from: given) else { return nil }
      return try contents.rows(at: path, query, for: call)
    case .screen(let id):
      guard depth < EmbeddedContent.deepest, let screen = pages.forms.catalog.navigation.screen(id) else { return nil }
      let inputs = GivenInputs(target.wiring.values(from: given), for: screen.inputs)
      guard inputs.violations.isEmpty else { return nil }
      var writer = Writer(capacity: 4096)
      let inner = Carrying(contents: contents, pages: pages, call: call, depth: depth + 1)
      try pages.writeScreen(screen, from: inputs.values, carrying: inner, for: call, to: &writer)
      return writer.bytes
    default: return nil
    }
  }
}
