/// What a router does, with routes known by their number.
package struct RouteTable: Sendable {
  private let tree: RouteTree
  /// For each node of the tree, the routes that end there.
  private var endings: [Ending]

  private struct Ending {
    var routes: [(method: Method, route: Int, names: [String])] = []
    var allowed: [Method] = []
  }

  /// The table of methods and patterns.
  init(_ routes: [(method: Method, pattern: String)]) throws(RouterError) {
    var patterns: [Pattern] = []
    for route in routes { patterns.append(try Pattern(route.pattern)) }
    tree = RouteTree(patterns)
    endings = Array(repeating: Ending(), count: (tree.ends.max() ?? 0) + 1)
    for (index, route) in routes.enumerated() {
      var ending = endings[tree.ends[index]]
      if let other = ending.routes.first(where: { $0.method == route.method }) {
        throw .clash(method: route.method, routes[other.route].pattern, route.pattern)
      }
      ending.routes.append((route.method, index, patterns[index].names))
      var allowed = Set(ending.routes.map(\.method)).union([.options])
      if allowed.contains(.get) { allowed.insert(.head) }
      ending.allowed = allowed.sorted()
      endings[tree.ends[index]] = ending
    }
  }

  /// The number of the route for a method and a path.
  package func match(_ method: Method, _ path: String) -> Match<Int> {
    guard let (node, places) = tree.find(path) else { return .notFound }
    guard let index = index(method, at: node) ?? (method == .head ? index(.get, at: node) : nil) else {
      return .methodNotAllowed(allowed: endings[node].allowed)
    }
    let found = endings[node].routes[index]
    return .found(found.route, Parameters(names: found.names, path: path, places: places))
  }

  private func index(_ method: Method, at node: Int) -> Int? {
    for index in endings[node].routes.indices where endings[node].routes[index].method == method { return index }
    return nil
  }
}
