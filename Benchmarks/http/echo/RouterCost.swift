import HTTPServer

/// Prints the cost of finding a route and reading its parameter, with as many routes as the server
/// has.
func measureRouter() throws {
  let patterns = [
    "/auth/login", "/auth/logout", "/auth/sessions", "/auth/sessions/{id}", "/auth/password", "/user", "/deals",
    "/deals/{id}", "/notifications", "/settings", "/banks", "/banks/{bic}", "/accounts", "/accounts/{number}",
    "/accounts/{number}/entries", "/cards", "/cards/{id}", "/submissions", "/submissions/{id}",
    "/submissions/{id}/cancel", "/submissions/{id}/signature", "/templates", "/prefill", "/operations",
    "/operations/{id}", "/operations/{id}/evaluate", "/operations/{id}/submissions", "/start", "/healthz", "/readyz",
    "/openapi.json", "/problems/{name}", "/screens/{id}", "/routes", "/flows/{id}", "/drafts", "/drafts/{operation}",
  ]
  let router = try Router(patterns.flatMap { [RouteEntry(.get, $0, $0), RouteEntry(.post, $0, $0)] })
  for path in ["/healthz", "/operations/pp.quick/evaluate", "/accounts/40817810099910004312/entries", "/none"] {
    let count = 2_000_000
    var length = 0
    let time = ContinuousClock().measure {
      for _ in 0..<count {
        switch router.match(.post, path) {
        case .found(let handler, let parameters):
          length += handler.utf8.count
          if let name = parameters.names.first { length += parameters[name]?.utf8.count ?? 0 }
        case .methodNotAllowed(let allowed): length += allowed.count
        case .notFound: length += 1
        }
      }
    }
    let nanoseconds = time / count / .nanoseconds(1)
    print("\(path): \(Int(nanoseconds.rounded())) ns a match (\(length / count))")
  }
}
