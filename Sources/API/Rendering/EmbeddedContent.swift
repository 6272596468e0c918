import BankSystems
import Atoms
import HTTPServer
import JSON
import Operations
import Services

/// The content of modules, included in the response with the first screen to save requests.
///
/// - A list is the response of its endpoint, for the same caller, with the same access rules.
/// - A screen contains the content of its own modules.
/// - The client requests omitted content. Content is omitted on failure, and a list also if it is
///   longer than `maximum` or not marked as free of secrets. It is also omitted if it needs an
///   answer of a system of the bank that is not cached.
struct EmbeddedContent: Sendable {
  /// The maximum length of a list in bytes. A longer list would delay the screen.
  static let maximum = 16_384
  /// The maximum depth of screens below the home screen: a tab, and a screen in it.
  static let deepest = 2

  private let router: Router<Endpoint>

  /// Creates the content of the GET endpoints. Throws `RouterError` if two patterns conflict.
  init(of endpoints: [Endpoint]) throws(RouterError) {
    router = try Router(endpoints.filter { $0.method == .get }.map { RouteEntry(.get, $0.pattern, $0) })
  }

  /// Returns the content for the response to `call`.
  func carried(by call: Call, of pages: PageRendering) -> Carrying {
    Carrying(contents: self, pages: pages, call: call, depth: 0)
  }

  /// Returns the response of the list at a path, with the same access check as for a request; nil
  /// if the content is omitted.
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

/// The content that one response can include.
struct Carrying {
  fileprivate let contents: EmbeddedContent
  fileprivate let pages: PageRendering
  fileprivate let call: Call
  fileprivate let depth: Int

  /// Returns the JSON content of an embedded module; nil if it is omitted.
  func content(of module: Module, from given: [String: String]) -> [UInt8]? {
    guard module.target.transition.kind == .embed else { return nil }
    // Content may use cached answers of systems, but does not cause a fetch.
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
