import HTTP
import JSON

/// The pictures that operations show: drawings, so that they are sharp at any size.
struct ImageEndpoints {
  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/images/{name}", .open,
        EndpointDocument(
          tag: "Server", id: "getImage", summary: "A picture that operations show.", anyClient: true,
          answers: [.init(200, nil, "The picture.", type: "image/svg+xml"), .init(304, nil, "The client has it.")],
          problems: [.notFound]),
        handle: image)
    ]
  }

  @Sendable private func image(_ call: Call) throws -> Reply {
    guard let text = Self.images[try call.parameter("name")] else { throw Problem(.notFound) }
    let headers = [("Content-Type", "image/svg+xml"), ("Cache-Control", "public, max-age=86400")]
    let picture = Response(status: 200, headers: headers, body: Array(text.utf8))
    return .now(picture.tagged(for: call.request, isAlike: true))
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
