import HTTPServer

/// Returns a server on a free port of the loopback address.
func server(
  _ change: (inout ServerConfiguration) -> Void = { _ in }, respond: @escaping @Sendable (Request) -> Reply
) throws -> Server {
  var configuration = ServerConfiguration()
  configuration.port = 0
  configuration.threads = 2
  change(&configuration)
  return try Server(configuration: configuration, respond: respond)
}

/// Returns a server that responds with the parts of each request, or with the reason for its
/// rejection.
func echoServer(_ change: (inout ServerConfiguration) -> Void = { _ in }) throws -> Server {
  try server(change) { request in
    if let refusal = request.refusal { return .now(refused(refusal)) }
    let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
    let text = "\(request.method.name) \(request.path) [\(query)] \(String(decoding: request.body, as: UTF8.self))"
    return .now(Response(status: 200, headers: [("X-Request-Id", request.id)], body: Array(text.utf8)))
  }
}

/// Returns the response to a rejected request: the status of the refusal, with the refusal as text.
func refused(_ refusal: RequestRefusal) -> Response {
  Response(status: refusal.status, headers: [("X-Refused", "yes")], body: Array("\(refusal)".utf8))
}

func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n" }
