/// A method and a pattern of paths, with what handles them.
package struct Route<Handler: Sendable>: Sendable {
  /// The method.
  package let method: Method
  /// A path whose segments are literal or a parameter's name in braces: `/operations/{id}/evaluate`.
  package let pattern: String
  /// What handles a request that matches.
  package let handler: Handler

  /// A route of these parts; whether the pattern is sound is seen when a router is built of it.
  package init(_ method: Method, _ pattern: String, _ handler: Handler) {
    self.method = method
    self.pattern = pattern
    self.handler = handler
  }
}

/// Why a router cannot be built.
package enum RouterError: Error, Hashable, CustomStringConvertible {
  /// Two routes of one method match the same paths.
  case clash(method: Method, String, String)
  /// A pattern does not begin with a slash, or has an empty, half-braced or percent-encoded segment, the same
  /// parameter twice, or more than four parameters.
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

/// What a router answers.
package enum Match<Handler: Sendable>: Sendable {
  /// A route matches.
  case found(Handler, Parameters)
  /// The path is known, with these methods: sorted, `HEAD` wherever there is `GET`, `OPTIONS` always. `OPTIONS` itself
  /// comes here too, unless it has a route of its own.
  case methodNotAllowed(allowed: [Method])
  /// No route has this path.
  case notFound
}
