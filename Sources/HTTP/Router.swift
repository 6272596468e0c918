/// Finds the route of a path; built once, then only read. `match` is inlinable: compiled once for every kind of handler,
/// it would look its types up at each call, which took a third of its time.
package struct Router<Handler: Sendable>: Sendable {
  /// The routes in the order in which they were given.
  package let routes: [Route<Handler>]

  /// What is the same for every kind of handler.
  package let table: RouteTable

  /// A router over `routes`; fails on a malformed pattern and on two routes that match the same paths.
  package init(_ routes: [Route<Handler>]) throws(RouterError) {
    self.routes = routes
    table = try RouteTable(routes.map { ($0.method, $0.pattern) })
  }

  /// The route for a method and a path as it was sent, percent-encoded. A literal segment wins over a parameter; `HEAD`
  /// finds the route of `GET` where it has none of its own.
  @inlinable @inline(__always) package func match(_ method: Method, _ path: String) -> Match<Handler> {
    switch table.match(method, path) {
    case .found(let route, let parameters): .found(routes[route].handler, parameters)
    case .methodNotAllowed(let allowed): .methodNotAllowed(allowed: allowed)
    case .notFound: .notFound
    }
  }
}
