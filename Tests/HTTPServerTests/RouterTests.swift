import HTTPServer
import Testing

@Suite struct RouterTests {
  private let router: Router<String>

  init() throws {
    router = try Router([
      RouteEntry(.get, "/", "root"),
      RouteEntry(.get, "/operations", "list"),
      RouteEntry(.get, "/operations/{id}", "tree"),
      RouteEntry(.post, "/operations/{id}/evaluate", "evaluate"),
      RouteEntry(.post, "/operations/{operation}/submissions", "submit"),
      RouteEntry(.get, "/users/me", "me"),
      RouteEntry(.patch, "/users/me", "change"),
      RouteEntry(.delete, "/users/{id}", "erase"),
      RouteEntry(.get, "/users/{id}/cards/{card}", "card"),
      RouteEntry(.get, "/files/", "files"),
      RouteEntry(.other("REPORT"), "/files/", "report"),
      RouteEntry(.head, "/users/{id}/cards/{card}", "card head"),
    ])
  }

  @Test(
    "A method and path match a route, or result in 404 or in 405 with the allowed methods",
    arguments: [
      ("GET", "/", "root"),
      ("GET", "/operations", "list"),
      ("HEAD", "/operations", "list"),
      ("GET", "/operations/pp.quick", "tree id=pp.quick"),
      ("GET", "/operations/a%2Fb", "tree id=a/b"),
      ("GET", "/operations/%D1%84+x", "tree id=ф+x"),
      ("GET", "/%6Fperations/x", "tree id=x"),
      ("POST", "/operations/x/evaluate", "evaluate id=x"),
      ("POST", "/operations/x/%65valuate", "evaluate id=x"),
      ("POST", "/operations/evaluate/evaluate", "evaluate id=evaluate"),
      ("POST", "/operations/x/submissions", "submit operation=x"),
      ("GET", "/users/me", "me"),
      ("GET", "/users/me/cards/1", "card id=me card=1"),
      ("HEAD", "/users/7/cards/1", "card head id=7 card=1"),
      ("GET", "/files/", "files"),
      ("REPORT", "/files/", "report"),
      ("POST", "/operations", "405 GET, HEAD, OPTIONS"),
      ("OPTIONS", "/operations", "405 GET, HEAD, OPTIONS"),
      ("DELETE", "/users/me", "405 GET, HEAD, OPTIONS, PATCH"),
      ("GET", "/users/7", "405 DELETE, OPTIONS"),
      ("get", "/operations", "405 GET, HEAD, OPTIONS"),
      ("PUT", "/files/", "405 GET, HEAD, OPTIONS, REPORT"),
      ("GET", "/operations/", "404"),
      ("GET", "/operations//evaluate", "404"),
      ("POST", "/operations/x/evaluate/", "404"),
      ("GET", "/Operations", "404"),
      ("GET", "/files", "404"),
      ("GET", "//", "404"),
      ("GET", "", "404"),
      ("GET", "operations", "404"),
      ("OPTIONS", "*", "404"),
      ("GET", "/operations/../users/me", "404"),
    ])
  func matchesRoutes(method: String, path: String, outcome: String) {
    #expect(describe(router.match(Method(method), path)) == outcome)
  }

  @Test("A parameter that the matched route does not declare is nil") func returnsNilForUnknownParameter() {
    guard case .found(_, let parameters) = router.match(.get, "/operations/x") else {
      Issue.record("no route")
      return
    }
    #expect(parameters["operation"] == nil)
    #expect(parameters.names == ["id"])
  }

  @Test("A router lists its routes in the order of registration") func listsRoutesInOrder() {
    #expect(router.routes.map(\.pattern).prefix(3) == ["/", "/operations", "/operations/{id}"])
    #expect(router.routes.count == 12)
  }

  @Test(
    "Two routes with the same method and matching paths are rejected",
    arguments: [
      ("/a", "/a"), ("/a/{x}", "/a/{x}"), ("/a/{x}", "/a/{y}"), ("/{x}/b/{y}", "/{y}/b/{x}"), ("/", "/"),
    ])
  func rejectsClashingRoutes(first: String, second: String) {
    let error = #expect(throws: RouterError.self) {
      try Router([RouteEntry(.get, first, 1), RouteEntry(.post, second, 2), RouteEntry(.get, second, 3)])
    }
    #expect(error == .clash(method: .get, first, second))
    #expect(error?.description == "routes GET \(first) and GET \(second) match the same paths")
  }

  @Test(
    "A malformed route pattern is rejected",
    arguments: [
      "", "a", "/a//b", "//", "/{}", "/{a", "/a}", "/x{a}", "/{a}/{a}", "/{{a}}", "/a%20b", "/a?b", "/a b",
      "/{a}/{b}/{c}/{d}/{e}",
    ])
  func rejectsMalformedPattern(pattern: String) {
    #expect(throws: RouterError.badPattern(pattern)) { try Router([RouteEntry(.get, pattern, 1)]) }
  }

  private func describe(_ match: Match<String>) -> String {
    switch match {
    case .found(let handler, let parameters):
      ([handler] + parameters.names.map { "\($0)=\(parameters[$0] ?? "nil")" }).joined(separator: " ")
    case .methodNotAllowed(let allowed): "405 " + allowed.map(\.name).joined(separator: ", ")
    case .notFound: "404"
    }
  }
}
