import Atoms
import HTTPServer
import JSON
import Model
import Operations
import Services

/// Endpoints for the first tree or screen of a client, other screens and deep links.
///
/// A client needs to know only these addresses. Responses contain all others.
struct NavigationEndpoints {
  let pages: PageRendering
  let forms: OperationForms
  let events: EventStreams
  let users: Users
  let contents: EmbeddedContent

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/start", .anybody,
        EndpointDocument(
          tag: "Navigation", id: "start",
          summary:
            "The first document of a client: the login operation without authentication, the home screen for a person; with a deep "
            + "link also its destination. The screen includes the content of the modules that are shown first (`content`).",
          headers: ClientHeaders.documents, query: [Self.link(required: false)],
          answers: [
            .init(200, "Drawing", "The tree or the screen.", headers: [EventStreams.lastID]),
            .init(304, nil, "Not modified.", headers: [EventStreams.lastID]),
          ],
          problems: [.notFound, .kindsNotAccepted, .operationDisabled] + Self.ofLinks),
        handle: start),
      Endpoint(
        .get, "/screens/{id}", .anybody,
        EndpointDocument(
          tag: "Navigation", id: "drawScreen", summary: "A screen of modules; query parameters are its inputs.",
          headers: ClientHeaders.documents, freeQuery: true,
          answers: [.init(200, "Screen", "The screen."), .init(304, nil, "Not modified.")],
          problems: [.notFound, .unknownQuery]),
        handle: draw),
      Endpoint(
        .get, "/routes", .anybody,
        EndpointDocument(
          tag: "Navigation", id: "resolveRoute",
          summary: "The target of a deep link, with its inputs and its transition.",
          headers: ClientHeaders.documents, query: [Self.link(required: true)],
          answers: [.init(200, "Lead", "The target."), .init(304, nil, "Not modified.")],
          problems: [.operationDisabled, .kindsNotAccepted] + Self.ofLinks),
        handle: resolve),
    ]
  }

  private static let ofLinks: [ProblemType] = [.malformedRoute, .unknownRoute, .routeParameters]

  private static func link(required: Bool) -> ParameterDocument {
    ParameterDocument(
      "url", "a deep link, such as valence://payments/quick?bic=044525225", required: required, linkSchema)
  }

  /// The JSON Schema of a deep link.
  static let linkSchema = Value.textSchema(
    "^valence://[A-Za-z0-9._-]+/[A-Za-z0-9._-]+([?&][A-Za-z0-9._~=&-]*)?$", example: "valence://person/profile")

  @Sendable private func start(_ call: Call) throws -> Reply {
    let url = call.query("url")
    guard call.identity != nil else {
      if let url { _ = try pages.link(url) }
      return .now(
        try Response.json { $0.raw(try pages.loginTree(goingOnTo: url, for: call)) }.compressible.tagged(
          for: call.request))
    }
    let lead = try url.map { try pages.lead(to: try pages.link($0), for: call) }
    // Read the position first. Later changes are sent as events, and earlier changes are in the
    // response.
    let place = try events.place(for: try call.caller)
    guard let home = forms.catalog.navigation.screen(Navigation.home) else {
      let name = try users.find(try call.caller.person)?.name ?? ""
      let tree = try pages.welcomeTree(greeting: name, for: call)
      return .now(Response.json(headers: [place]) { $0.raw(tree) }.compressible.tagged(for: call.request))
    }
    let drawn = try Response.json(headers: [place]) { writer in
      let carrying = contents.carried(by: call, of: pages)
      try pages.writeScreen(home, from: [:], carrying: carrying, for: call, to: &writer) { writer in
        guard let lead else { return }
        writer.key("open")
        writer.lead(lead)
      }
    }
    return .now(drawn.compressible.tagged(for: call.request))
  }

  @Sendable private func draw(_ call: Call) throws -> Reply {
    let id = try call.parameter("id")
    if forms.catalog.navigation.screen(id)?.isPublic != true { _ = try call.caller }
    guard let screen = forms.found({ $0.navigation.screen(id) }) else { throw Problem(.notFound) }
    let given = GivenInputs(call.request.query, for: screen.inputs)
    guard given.violations.isEmpty else { throw Problem(.unknownQuery).violations(given.violations) }
    return .now(
      try Response.json { try pages.writeScreen(screen, from: given.values, for: call, to: &$0) }.compressible.tagged(
        for: call.request))
  }

  @Sendable private func resolve(_ call: Call) throws -> Reply {
    // Malformed client headers are rejected, even if every client can draw the target.
    _ = try call.capabilities()
    guard let url = call.query("url") else {
      throw Problem(.malformedRoute, ru: "Нет `url`.", en: "`url` is missing.")
    }
    let link = try pages.link(url)
    // Unauthenticated callers get 401 for existing and unknown routes alike, so that they cannot
    // distinguish them.
    if forms.catalog.isOpen(forms.catalog.navigation.route(link.name)) != true {
      do {
        _ = try call.caller
      } catch {
        throw error.member("next", try pages.loginTree(goingOnTo: url, for: call))
      }
    }
    let lead = try pages.lead(to: link, for: call)
    return .now(Response.json { $0.lead(lead) }.tagged(for: call.request))
  }
}
