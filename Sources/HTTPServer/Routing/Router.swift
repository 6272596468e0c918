/// Finds the route of a method and path. Immutable after creation.
///
/// `match` is inlinable so that it is specialized for each type of handler.
package struct Router<Handler: Sendable>: Sendable {
  /// The routes in the order of registration.
  package let routes: [RouteEntry<Handler>]

  /// The lookup table, which does not depend on the type of the handler.
  package let table: RouteTable

  /// Creates a router. Throws `RouterError` if a pattern is malformed or two routes match the same
  /// paths.
  package init(_ routes: [RouteEntry<Handler>]) throws(RouterError) {
    self.routes = routes
    table = try RouteTable(routes.map { ($0.method, $0.pattern) })
  }

  /// Returns the route for a method and a percent-encoded path. A literal segment takes precedence
  /// over a parameter. `HEAD` uses the route of `GET` unless it has its own.
  @inlinable @inline(__always) package func match(_ method: Method, _ path: String) -> Match<Handler> {
    switch table.match(method, path) {
    case .found(let route, let parameters): .found(routes[route].handler, parameters)
    case .methodNotAllowed(let allowed): .methodNotAllowed(allowed: allowed)
    case .notFound: .notFound
    }
  }
}

/// A method and a path pattern with their handler.
package struct RouteEntry<Handler: Sendable>: Sendable {
  package let method: Method
  /// The pattern. Its segments are literals or parameter names in braces:
  /// `/operations/{id}/evaluate`.
  package let pattern: String
  package let handler: Handler

  /// Creates an entry. `Router` validates the pattern.
  package init(_ method: Method, _ pattern: String, _ handler: Handler) {
    self.method = method
    self.pattern = pattern
    self.handler = handler
  }
}

package enum RouterError: Error, Hashable, CustomStringConvertible {
  case clash(method: Method, String, String)
  /// A malformed pattern, with one of these faults:
  /// - It does not begin with a slash.
  /// - It contains an empty segment before the end.
  /// - A brace does not enclose a whole segment.
  /// - A literal contains `%`, `?`, `#`, a space or a control character.
  /// - A parameter name is repeated.
  /// - It has more than four parameters.
  case badPattern(String)

  /// A one-line message with the patterns.
  package var description: String {
    switch self {
    case .clash(let method, let first, let second):
      "routes \(method.name) \(first) and \(method.name) \(second) match the same paths"
    case .badPattern(let pattern): "route pattern \(pattern) is malformed"
    }
  }
}

package enum Match<Handler: Sendable>: Sendable {
  case found(Handler, Parameters)
  /// The path exists, but not with this method. The allowed methods are sorted. They always include
  /// `OPTIONS`, and `HEAD` if `GET` is allowed. An `OPTIONS` request gets this result unless the
  /// path has an `OPTIONS` route.
  case methodNotAllowed(allowed: [Method])
  case notFound
}

/// The lookup table of a router, which identifies routes by number.
package struct RouteTable: Sendable {
  private let tree: RouteTree
  /// The routes that end at each node of the tree.
  private var endings: [Ending]

  private struct Ending {
    var routes: [(method: Method, route: Int, names: [String])] = []
    var allowed: [Method] = []
  }

  /// Creates the table. Throws `RouterError` under the same conditions as `Router`.
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
