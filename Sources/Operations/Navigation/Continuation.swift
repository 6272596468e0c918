import Atoms

/// What comes after an operation that is complete.
package enum Continuation: Sendable {
  /// What became of it is shown.
  case result
  /// Back to where it came from.
  case back
  /// On to what a route opens, with what comes out of the operation.
  case route(Route, Wiring)

  /// Reads `result`, `back`, or a deep link in which `$name` is an output of the operation.
  init?(
    _ node: SourceNode, after outputs: [Port], of operation: String, among routes: [Route], _ faults: inout Diagnostics
  ) {
    switch node.scalar {
    case "result": self = .result
    case "back": self = .back
    default:
      guard let link = node.scalar.flatMap(Link.init) else {
        faults.error(
          "`next` takes result, back or a link such as valence://history/submission?id=$submission", at: node.location)
        return nil
      }
      guard let route = routes.first(where: { $0.name == link.name }) else {
        let hint = suggestion(for: link.name, among: routes.map(\.name))
        faults.error("there is no route `\(link.name)`\(hint)", at: node.location)
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
