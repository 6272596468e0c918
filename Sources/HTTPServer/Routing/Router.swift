/// Finds the route of a path; built once, then only read.
///
///     let router = try Router([RouteEntry(.get, "/operations/{id}", "tree")])
///     if case .found(let handler, let parameters) = router.match(.get, "/operations/a%2Fb") {
///       print(handler, parameters["id"] ?? "")  // tree a/b
///     }
///
/// `match` is inlinable: compiled once for every type of handler, it would look its types up at each call, which took a
/// third of its time.
package struct Router<Handler: Sendable>: Sendable {
  /// The routes in the order in which they were given.
  package let routes: [RouteEntry<Handler>]

  /// The part that is the same for every type of handler.
  package let table: RouteTable

  /// Builds a router. Throws `RouterError` if a pattern is malformed, or if two routes match the same paths.
  package init(_ routes: [RouteEntry<Handler>]) throws(RouterError) {
    self.routes = routes
    table = try RouteTable(routes.map { ($0.method, $0.pattern) })
  }

  /// Returns the route for a method and a path as it was sent, percent-encoded. A literal segment wins over a
  /// parameter; `HEAD` finds the route of `GET` if it has none of its own.
  @inlinable @inline(__always) package func match(_ method: Method, _ path: String) -> Match<Handler> {
    switch table.match(method, path) {
    case .found(let route, let parameters): .found(routes[route].handler, parameters)
    case .methodNotAllowed(let allowed): .methodNotAllowed(allowed: allowed)
    case .notFound: .notFound
    }
  }
}

/// A method and a pattern of paths, with their handler.
package struct RouteEntry<Handler: Sendable>: Sendable {
  /// The method.
  package let method: Method
  /// A path whose segments are literals or names of parameters in braces: `/operations/{id}/evaluate`.
  package let pattern: String
  /// The handler of a request that matches.
  package let handler: Handler

  /// Makes a route of these parts; `Router` checks the pattern.
  package init(_ method: Method, _ pattern: String, _ handler: Handler) {
    self.method = method
    self.pattern = pattern
    self.handler = handler
  }
}

/// The reason why a router cannot be built.
package enum RouterError: Error, Hashable, CustomStringConvertible {
  /// Two routes of one method match the same paths.
  case clash(method: Method, String, String)
  /// A malformed pattern. It has one of these faults:
  /// - It does not begin with a slash.
  /// - It has an empty segment before its end.
  /// - A brace does not enclose a whole segment.
  /// - A literal has `%`, `?`, `#`, a blank or a control character.
  /// - A parameter stands there twice, or there are more than four.
  case badPattern(String)

  /// One line that names the patterns.
  package var description: String {
    switch self {
    case .clash(let method, let first, let second):
      "routes \(method.name) \(first) and \(method.name) \(second) match the same paths"
    case .badPattern(let pattern): "route pattern \(pattern) is malformed"
    }
  }
}

/// The result of a lookup in a router.
package enum Match<Handler: Sendable>: Sendable {
  /// A route matches.
  case found(Handler, Parameters)
  /// The path is known, with these methods: sorted, with `HEAD` if there is `GET`, and always with `OPTIONS`. `OPTIONS`
  /// itself comes here too, unless it has a route of its own.
  case methodNotAllowed(allowed: [Method])
  /// No route has this path.
  case notFound
}

/// The part of a router that knows routes by number.
///
///     let router = try Router([RouteEntry(.get, "/operations/{id}", "tree"), RouteEntry(.get, "/start", "start")])
///     let table = router.table  // routes by number, for a caller that keeps the handlers itself
///     if case .found(let number, let parameters) = table.match(.get, "/operations/pp.quick") {
///       print(number, parameters["id"] ?? "")  // 0 pp.quick
///     }
package struct RouteTable: Sendable {
  private let tree: RouteTree
  /// For each node of the tree, the routes that end there.
  private var endings: [Ending]

  private struct Ending {
    var routes: [(method: Method, route: Int, names: [String])] = []
    var allowed: [Method] = []
  }

  /// Builds the table of these methods and patterns. Throws `RouterError` as `Router` does.
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

  /// Returns the number of the route for a method and a path.
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
