package import HTTP

/// What the listener of the metrics answers: `GET /metrics`, and nothing else.
package struct MetricsPage: Sendable {
  private let registry: MetricsRegistry

  /// The page of these metrics.
  package init(_ registry: MetricsRegistry) { self.registry = registry }

  /// Answers a request.
  package func respond(to request: Request) -> Reply {
    guard request.path == "/metrics" else { return .now(Self.refusal(404, "there is only /metrics here\n")) }
    guard request.method == .get || request.method == .head else {
      var refusal = Self.refusal(405, "GET\n")
      refusal.headers.append(("Allow", "GET, HEAD"))
      return .now(refusal)
    }
    return .now(
      Response(
        status: 200,
        headers: [("Content-Type", "text/plain; version=0.0.4; charset=utf-8"), ("Cache-Control", "no-store")],
        body: registry.text))
  }

  private static func refusal(_ status: Int, _ text: String) -> Response {
    Response(status: status, headers: [("Content-Type", "text/plain")], body: Array(text.utf8))
  }
}
