import Texts
import Definitions
import Atoms
import SourceText
import Secrets

/// The screens, routes and flows in service, checked as one set with the operations.
package struct Navigation: Sendable {
  /// The id of the initial screen.
  package static let home = "home"
  /// The screens, sorted by id.
  package let screens: [Screen]
  /// The routes, sorted by name.
  package let routes: [Route]
  /// A digest of the files and the used translations.
  package let version: String
  /// The flows, sorted by id.
  package let flows: [Flow]
  /// The operations that are steps of flows and have no route of their own.
  package let steps: Set<String>
  private let screensByID: [String: Screen]
  private let routesByName: [String: Route]
  private let continuations: [String: Continuation]

  init(
    screens: [Screen], routes: [Route], flows: [Flow], continuations: [String: Continuation], version: String
  ) {
    self.flows = flows.sorted { $0.id < $1.id }
    steps = Self.steps(of: flows)
    self.continuations = continuations
    self.screens = screens.sorted { $0.id < $1.id }
    self.routes = routes.sorted { $0.name < $1.name }
    self.version = version
    screensByID = Dictionary(screens.map { ($0.id, $0) }) { first, _ in first }
    routesByName = Dictionary(routes.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the operations that are steps of flows. An operation with pages is a flow itself.
  static func steps(of flows: [Flow]) -> Set<String> {
    Set(
      flows.filter { !$0.hasPages }.flatMap(\.steps).compactMap { step in
        if case .operation(let id) = step.target.kind, step.role != .review { id } else { nil }
      })
  }

  package func flow(_ id: String) -> Flow? { flows.first { $0.id == id } }
  package func screen(_ id: String) -> Screen? { screensByID[id] }
  /// Returns the continuation of an operation; nil if it has none.
  package func continuation(of operation: String) -> Continuation? { continuations[operation] }
  package func route(_ name: String) -> Route? { routesByName[name] }

  /// Returns the version of a set of files with the translations that they use.
  static func version(of files: DefinitionFiles, using translations: Set<Translations.Use>) -> String {
    var fields = (files.screens + files.routes + files.flows).flatMap { [Array($0.name.utf8), $0.bytes] }
    for use in translations.sorted() {
      fields += [use.language.rawValue, use.text, use.translation].map { Array($0.utf8) }
    }
    return Digest(ofFields: fields).digits(ofBytes: 6)
  }
}

/// The destination after a completed operation.
package enum Continuation: Sendable {
  /// The status of the submission.
  case result
  /// Back to the previous screen.
  case back
  /// The target of a route, with outputs of the operation.
  case route(Route, Wiring)

  /// Parses `result`, `back`, or a deep link in which `$name` is an output of the operation.
  init?(
    _ node: SourceNode, after outputs: [Port], of operation: String, among routes: [Route], _ faults: inout Diagnostics
  ) {
    switch node.scalar {
    case "result": self = .result
    case "back": self = .back
    default:
      guard let link = node.scalar.flatMap(DeepLink.init) else {
        faults.error(
          .wrongAddress, "`next` takes result, back or a link such as valence://history/submission?id=$submission",
          at: node.location)
        return nil
      }
      guard let route = routes.first(where: { $0.name == link.name }) else {
        let hint = suggestion(for: link.name, among: routes.map(\.name))
        faults.error(.unknownDefinition, "there is no route `\(link.name)`", remedy: hint, at: node.location)
        return nil
      }
      let members = link.parameters.map { name, value in
        SourceNode.Entry(
          key: SourceNode(.scalar(name, quoted: true), at: node.location),
          value: SourceNode(.scalar(value, quoted: true), at: node.location))
      }
      let before = faults.all.count
      let wiring = Wiring(
        SourceNode(.mapping(members), at: node.location), of: "route `\(link.name)`", inputs: route.parameters,
        given: outputs, from: "operation `\(operation)`", at: node.location, &faults)
      guard faults.all.count == before else { return nil }
      self = .route(route, wiring)
    }
  }
}
