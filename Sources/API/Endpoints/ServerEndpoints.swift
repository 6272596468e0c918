import Texts
import HTTPServer
import JSON
import Operations
import Services

/// Endpoints for health, readiness and problem types.
struct ServerEndpoints {
  /// The paths that load balancers and supervisors poll. They are answered even if all threads for
  /// blocking database calls are busy.
  static let health: Set = [ServerAddress.health, ServerAddress.readiness]

  static let schemas: [EndpointSchema] = [.list("Problems", of: "ProblemExplanation", hasParts: false)]

  private let sources: ReadinessSources
  private let reads: ReadinessReads

  /// Creates the endpoints. `sources` are the inputs of the readiness.
  init(_ sources: ReadinessSources) {
    self.sources = sources
    reads = ReadinessReads(sources.services)
  }

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/healthz", .open,
        EndpointDocument(
          tag: "Server", id: "getHealth", summary: "Confirms that the server is alive.", anyClient: true,
          isUnlimited: true,
          isInLanguage: false,
          answers: [.init(200, "Health", "Alive.")]),
        handle: health),
      Endpoint(
        .get, "/readyz", .open,
        EndpointDocument(
          tag: "Server", id: "getReadiness",
          summary:
            "The readiness of the server: the database can be read and written, and operations and the BIC directory "
            + "are loaded. The state of the bank's core is included but does not affect readiness.",
          anyClient: true, isUnlimited: true, isInLanguage: false,
          answers: [
            .init(200, "Readiness", "Ready."),
            .init(503, "Readiness", "Not ready, because a check is not `ok` or the server is about to stop."),
          ]),
        handle: readiness),
      Endpoint(
        .get, "/problems", .open,
        EndpointDocument(
          tag: "Server", id: "listProblems", summary: "All problem types with their explanations.", anyClient: true,
          answers: [.init(200, "Problems", "The problem types."), .init(304, nil, "Not modified.")]),
        handle: problems),
      Endpoint(
        .get, "/problems/{name}", .open,
        EndpointDocument(
          tag: "Server", id: "getProblem", summary: "The explanation of a problem type.", anyClient: true,
          answers: [.init(200, "ProblemExplanation", "The explanation.")], problems: [.notFound]),
        handle: problem),
    ]
  }

  @Sendable private func health(_ call: Call) -> Reply {
    .now(Response(status: 200, headers: Self.headers, body: Array(#"{"status":"ok"}"#.utf8)))
  }

  @Sendable private func readiness(_ call: Call) -> Reply {
    // A local database is read synchronously.
    guard sources.services.isRemote else { return .now(Readiness(sources, reads.read()).response) }
    return .later(Job { [sources, reads] done in reads.read { done(Readiness(sources, $0).response) } })
  }

  @Sendable private func problem(_ call: Call) throws -> Reply {
    let name = try call.parameter("name")
    guard let type = ProblemType.all.first(where: { $0.name == name }) else { throw Problem(.notFound) }
    return .now(.json { $0.problem(type, in: call.language) })
  }

  @Sendable private func problems(_ call: Call) throws -> Reply {
    let response = Response.list(ProblemType.all) { type, writer in writer.problem(type, in: call.language) }
    return .now(response.compressible.tagged(for: call.request))
  }

  private static let headers = [("Content-Type", "application/json"), ("Cache-Control", "no-store")]
}

extension Writer {
  /// Writes a problem type with its explanation.
  fileprivate mutating func problem(_ type: ProblemType, in language: Language) {
    object { writer in
      writer.member("name", type.name)
      writer.member("type", "/problems/\(type.name)")
      writer.member("status", type.status)
      writer.member("title", type.title[language])
      writer.member("explanation", type.explanation[language])
    }
  }
}

/// The endpoint for images in operations and logos in lists.
struct ImageEndpoints {
  let forms: OperationForms
  let marks: BrandMarks

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/images/{name}", .open,
        EndpointDocument(
          tag: "Server", id: "getImage", summary: "An image in operations and rows of lists.", anyClient: true,
          answers: [
            .init(200, nil, "The picture.", type: "image/svg+xml"),
            .init(200, nil, "The picture.", type: "image/png"), .init(304, nil, "Not modified."),
          ],
          problems: [.notFound]),
        handle: image)
    ]
  }

  @Sendable private func image(_ call: Call) throws -> Reply {
    let name = try call.parameter("name")
    let own = forms.catalog.pictures[name].map { BrandMarks.Picture(type: $0.type, content: $0.bytes) }
    let shipped = Self.images[name].map { BrandMarks.Picture(type: "image/svg+xml", content: Array($0.utf8)) }
    guard let picture = own ?? shipped ?? marks.picture(name) else { throw Problem(.notFound) }
    let headers = [("Content-Type", picture.type), ("Cache-Control", "public, max-age=86400")]
    let response = Response(status: 200, headers: headers, body: picture.content)
    return .now(response.tagged(for: call.request, isAlike: true))
  }

  private static let images = [
    "card-active.svg": card(from: "#3f6fd8", to: "#6a4fc9", mark: ""),
    "card-blocked.svg": card(
      from: "#9aa0a8", to: "#6f757d",
      mark: """
        <path d="M142 96v-14a18 18 0 0 1 36 0v14" fill="none" stroke="#fff" stroke-width="8"/>\
        <rect x="132" y="94" width="56" height="42" rx="6" fill="#fff"/>
        """),
  ]

  private static func card(from first: String, to last: String, mark: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"><defs><linearGradient id="g" x2="1" y2="1">\
    <stop stop-color="\(first)"/><stop offset="1" stop-color="\(last)"/></linearGradient></defs>\
    <rect width="320" height="200" rx="16" fill="url(#g)"/><rect x="28" y="64" width="46" height="34" rx="6" \
    fill="#f2d38a"/><path d="M28 150h150M28 168h90" stroke="#fff" stroke-opacity=".6" stroke-width="8"/>\(mark)</svg>
    """
  }
}

/// Endpoints for the web client: its page at `/` and the files that the page loads.
struct WebEndpoints {
  let client: WebClient

  /// The content security policy of a page.
  ///
  /// The page loads and runs only files of this server, and may show `data:` images. Inline scripts
  /// and styles are blocked. Trusted Types block the conversion of text to HTML or script.
  static let policy = (
    "Content-Security-Policy",
    """
    default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'
    """
  )

  /// The browser features that a page may use. The camera scans codes.
  static let features = (
    "Permissions-Policy", "camera=(self), geolocation=(), microphone=(), payment=(), usb=(), display-capture=()"
  )

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/", .open,
        EndpointDocument(
          tag: "Web client", id: "getWebClient", summary: "The web client's page.", anyClient: true,
          answers: [
            .init(200, nil, "The page.", type: "text/html; charset=utf-8"), .init(304, nil, "Not modified."),
          ],
          problems: [.notFound]),
        handle: page),
      Endpoint(
        .get, "/web/{version}/{name}", .open,
        fileDocument("getWebFile", "A file that the page of that version loads. Caches may store it permanently."),
        handle: file),
      Endpoint(
        .get, "/web/{version}/{folder}/{name}", .open,
        fileDocument("getWebFolderFile", "The same for a file in a folder of the web client."),
        handle: folderFile),
    ]
  }

  private func fileDocument(_ id: String, _ summary: String) -> EndpointDocument {
    let types = [
      "text/javascript", "text/css", "image/svg+xml", "font/woff2", "text/plain; charset=utf-8", "application/json",
    ]
    return EndpointDocument(
      tag: "Web client", id: id, summary: summary, anyClient: true, isInLanguage: false,
      answers: types.map { .init(200, nil, "The file.", type: $0) } + [
        .init(304, nil, "Not modified."),
        .init(307, nil, "The address of the file in the current version. The requested version is `current`."),
      ],
      problems: [.notFound])
  }

  @Sendable private func page(_ call: Call) throws -> Reply {
    try Self.page(WebClient.first, of: client, call)
  }

  /// Returns a page of the client. Throws `not-found` if it does not exist.
  static func page(_ name: String, of client: WebClient, _ call: Call) throws -> Reply {
    guard let page = client.page(name) else { throw Problem(.notFound) }
    return .now(answer(page, [("Cache-Control", "no-cache"), policy, features], to: call.request))
  }

  @Sendable private func file(_ call: Call) throws -> Reply { try file(try call.parameter("name"), call) }

  @Sendable private func folderFile(_ call: Call) throws -> Reply {
    try file("\(try call.parameter("folder"))/\(try call.parameter("name"))", call)
  }

  /// The version in the address of a file that leads to the file of the current version. A page of
  /// another origin that embeds a form contains this address.
  private static let current = "current"

  /// Returns the file of that name, or for `current` the address of the file. Throws `not-found` if
  /// it does not exist.
  private func file(_ name: String, _ call: Call) throws -> Reply {
    if try call.parameter("version") == Self.current, client.file(name, version: client.version) != nil {
      let address = [("Location", "/web/\(client.version)/\(name)"), ("Cache-Control", "no-cache")]
      return .now(Response(status: 307, headers: address, body: []))
    }
    guard let file = client.file(name, version: try call.parameter("version")) else { throw Problem(.notFound) }
    let headers = [("Cache-Control", "public, max-age=31536000, immutable")]
    return .now(Self.answer(file, headers, to: call.request))
  }

  /// Returns a file, compressed if the client accepts gzip. Both forms and their tags are created
  /// at startup.
  private static func answer(_ file: WebFile, _ headers: [(String, String)], to request: Request) -> Response {
    var all = [("Content-Type", file.type)] + headers
    var form = file.plain
    if let compressed = file.compressed {
      all.append(("Vary", "Accept-Encoding"))
      if request.takesGzip {
        all.append(Compression.coding)
        form = compressed
      }
    }
    return Response(status: 200, headers: all, body: form.bytes).tagged(for: request, isAlike: true, with: form.tag)
  }
}
