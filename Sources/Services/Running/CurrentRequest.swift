import Platform

/// The request that the present work belongs to, on any thread: every line of the log has its id.
///
///     CurrentRequest.with("CgsjoP000050001") {
///       log.info("received")  // the line has the id
///     }
///
/// The application sets it while it answers. Deferred work, writes and messages with codes carry it to their own
/// threads.
@usableFromInline
package enum CurrentRequest {
  private static let local = CallLocal<String>()

  /// The request's id; nil outside of requests.
  @usableFromInline package static var id: String? { local.value }

  /// Runs `body` as part of the request with that id.
  @usableFromInline
  package static func with<Value>(_ id: String?, _ body: () throws -> Value) rethrows -> Value {
    guard let id else { return try body() }
    return try local.with(id, body)
  }
}
