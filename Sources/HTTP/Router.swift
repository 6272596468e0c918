/// Finds the route of a path: a tree of segments, built once and then only read. A literal segment wins over a
/// parameter, and a path that fails further down a literal branch is still tried as a parameter.
package struct Router<Handler: Sendable>: Sendable {
  /// The routes in the order in which they were given.
  package let routes: [Route<Handler>]

  /// A place in the tree.
  private struct Node {
    var literals: [(segment: [UInt8], node: Int)] = []
    var parameter: Int?
    var endings: [(method: Method, route: Int)] = []
    var allowed: [Method] = []
  }

  private var nodes = [Node()]
  private var names: [[String]] = []

  /// A router over `routes`; fails on a malformed pattern and on two routes that match the same paths.
  package init(_ routes: [Route<Handler>]) throws(RouterError) {
    self.routes = routes
    for (index, route) in routes.enumerated() {
      let pattern = try Pattern(route.pattern)
      names.append(pattern.names)
      var node = 0
      for segment in pattern.segments { node = step(from: node, segment) }
      if let other = nodes[node].endings.first(where: { $0.method == route.method }) {
        throw .clash(method: route.method, routes[other.route].pattern, route.pattern)
      }
      nodes[node].endings.append((route.method, index))
    }
    for node in nodes.indices where !nodes[node].endings.isEmpty {
      var allowed = Set(nodes[node].endings.map(\.method)).union([.options])
      if allowed.contains(.get) { allowed.insert(.head) }
      nodes[node].allowed = allowed.sorted()
    }
  }

  private mutating func step(from node: Int, _ segment: Pattern.Segment) -> Int {
    switch segment {
    case .literal(let bytes):
      if let known = nodes[node].literals.first(where: { $0.segment == bytes }) { return known.node }
      nodes[node].literals.append((bytes, nodes.count))
    case .parameter:
      if let known = nodes[node].parameter { return known }
      nodes[node].parameter = nodes.count
    }
    nodes.append(Node())
    return nodes.count - 1
  }

  /// The route for a method and a path as it was sent, percent-encoded. `HEAD` finds the route of `GET` where it has
  /// none of its own.
  package func match(_ method: Method, _ path: String) -> Match<Handler> {
    var places = Places()
    var text = path
    let found = text.withUTF8 { path in
      path.first == UInt8(ascii: "/") ? end(path, path.count == 1 ? nil : 1, node: 0, count: 0, &places) : nil
    }
    guard let found else { return .notFound }
    guard let route = route(method, at: found) else { return .methodNotAllowed(allowed: nodes[found].allowed) }
    return .found(routes[route].handler, Parameters(names: names[route], path: path, places: places))
  }

  private func route(_ method: Method, at node: Int) -> Int? {
    for ending in nodes[node].endings where ending.method == method { return ending.route }
    return method == .head ? route(.get, at: node) : nil
  }

  /// The node at which the path from byte `start` on ends, nil if it leads nowhere; `start` is nil behind the last
  /// segment.
  private func end(
    _ path: UnsafeBufferPointer<UInt8>, _ start: Int?, node: Int, count: Int, _ places: inout Places
  ) -> Int? {
    guard let start else { return nodes[node].endings.isEmpty ? nil : node }
    var end = start
    while end < path.count && path[end] != UInt8(ascii: "/") { end += 1 }
    let next = end < path.count ? end + 1 : nil
    let segment = UnsafeBufferPointer(rebasing: path[start..<end])
    for literal in nodes[node].literals where Router.equal(literal.segment, segment) {
      if let found = self.end(path, next, node: literal.node, count: count, &places) { return found }
    }
    guard let parameter = nodes[node].parameter, !segment.isEmpty else { return nil }
    places[count] = start..<end
    return self.end(path, next, node: parameter, count: count + 1, &places)
  }

  private static func equal(_ literal: [UInt8], _ segment: UnsafeBufferPointer<UInt8>) -> Bool {
    if literal.count == segment.count { return literal.elementsEqual(segment) }
    // A segment may be spelled with escapes that it does not need; it then is longer than what it stands for.
    guard literal.count < segment.count, segment.contains(UInt8(ascii: "%")),
      let decoded = try? PercentEncoding.decode(segment)
    else { return false }
    return decoded.utf8.elementsEqual(literal)
  }
}
