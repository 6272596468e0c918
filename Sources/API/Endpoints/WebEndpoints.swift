import HTTP

/// The web client: its page at `/`, and what the page loads.
struct WebEndpoints {
  let client: WebClient

  /// What the page may load and run: files of this server, and nothing that stands in the page itself.
  static let policy = (
    "Content-Security-Policy",
    """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'
    """
  )

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/", .open,
        EndpointDocument(
          tag: "Web client", id: "getWebClient", summary: "The web client's page.", anyClient: true,
          answers: [
            .init(200, nil, "The page.", type: "text/html; charset=utf-8"), .init(304, nil, "The client has it."),
          ],
          problems: [.notFound]),
        handle: page),
      Endpoint(
        .get, "/web/{version}/{name}", .open,
        EndpointDocument(
          tag: "Web client", id: "getWebFile",
          summary: "A file that the page of that version loads; the page names it, and it may be kept for good.",
          anyClient: true,
          answers: ["text/javascript", "text/css", "image/svg+xml"].map { .init(200, nil, "The file.", type: $0) },
          problems: [.notFound]),
        handle: file),
    ]
  }

  @Sendable private func page(_ call: Call) throws -> Reply { try Self.page(WebClient.first, of: client, call) }

  /// A page of the client.
  static func page(_ name: String, of client: WebClient, _ call: Call) throws -> Reply {
    guard let page = client.page(name) else { throw Problem(.notFound) }
    let headers = [("Content-Type", page.type), ("Cache-Control", "no-cache"), policy]
    return .now(Response(status: 200, headers: headers, body: page.bytes).tagged(for: call.request, isAlike: true))
  }

  @Sendable private func file(_ call: Call) throws -> Reply {
    guard let file = client.file(try call.parameter("name"), version: try call.parameter("version")) else {
      throw Problem(.notFound)
    }
    let headers = [("Content-Type", file.type), ("Cache-Control", "public, max-age=31536000, immutable")]
    return .now(Response(status: 200, headers: headers, body: file.bytes))
  }
}
