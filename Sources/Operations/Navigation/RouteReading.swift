import Atoms

/// The routes of a file while they are read: `routes: [{route: payments/quick, operation: pp.quick}, ...]`.
struct RouteReading {
  /// One line.
  struct Line {
    let name: String
    let location: Location
    let target: WrittenTarget
    /// The names and types behind `?`; nil where they are those that the target takes.
    let parameters: [Port]?
  }

  /// The lines that could be read.
  private(set) var lines: [Line] = []

  /// Reads a file.
  init(_ root: SourceNode, _ faults: inout Diagnostics) {
    guard let entries = root.mapping else {
      faults.error("a file of routes is a mapping with `routes`, not \(root.noun)", at: root.location)
      return
    }
    var head = Properties(entries, at: root.location)
    let routes = head.node("routes")
    head.refuseTheRest(of: "a file of routes")
    faults.append(head.diagnostics)
    if routes?.sequence?.isEmpty ?? true {
      faults.error("`routes` takes a list of routes, one line each", at: (routes ?? root).location)
    }
    for line in routes?.sequence ?? [] {
      if let line = Self.line(line, &faults) { lines.append(line) }
    }
  }

  private static func line(_ line: SourceNode, _ faults: inout Diagnostics) -> Line? {
    guard let entries = line.mapping else {
      faults.error("a route is written as {route: product/feature, ...}, not \(line.noun)", at: line.location)
      return nil
    }
    var properties = Properties(entries, at: line.location)
    let node = properties.node("route")
    let parameters = properties.node("parameters")
    let target = WrittenTarget(&properties, words: KnownModules.opening, &faults)
    properties.refuseTheRest(of: "a route")
    faults.append(properties.diagnostics)
    let declared = parameters.map { [Port]($0, of: "parameters", &faults) }
    guard let name = node?.scalar, Link.isName(name) else {
      faults.error(
        "`route` takes product/feature: small Latin letters, digits, ., - and _",
        at: (node ?? line).location)
      return nil
    }
    guard let target else { return nil }
    if target.transition?.kind == .embed {
      faults.error("a route opens something by itself, so that there is nothing to embed it in", at: line.location)
    }
    return Line(name: name, location: node?.location ?? line.location, target: target, parameters: declared)
  }
}

extension RouteReading.Line {
  /// The route among what there is.
  func route(in known: KnownModules, _ faults: inout Diagnostics) -> Route? {
    let inputs = known.signature(target.word, target.name.scalar ?? "")?.inputs ?? []
    let given = parameters ?? inputs
    let target =
      target.input == nil && parameters == nil
      ? passing(inputs, in: known, &faults)
      : target.target(in: known, given: given, from: "the route's parameters", otherwise: .push, &faults)
    let place = "\(location.file.name):\(location.line)"
    return target.map { Route(name: name, parameters: given, target: $0, place: place) }
  }

  private func passing(_ inputs: [Port], in known: KnownModules, _ faults: inout Diagnostics) -> Target? {
    known.module(target.word, named: target.name, &faults).map { module in
      Target(
        kind: module.kind, wiring: .passing(inputs, to: inputs), transition: target.transition ?? Transition(.push))
    }
  }
}
