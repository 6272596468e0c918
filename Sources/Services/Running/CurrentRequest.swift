import Platform

/// The request that the current work belongs to. Each log line contains its id.
///
/// The application sets it while it processes a request. Deferred work, writes and messages with
/// codes pass it on to their threads.
@usableFromInline
package enum CurrentRequest {
  private static let local = CallLocal<String>()

  /// The id of the request; nil outside of requests.
  @usableFromInline package static var id: String? { local.value }

  /// Runs `body` as part of the request `id`. If `id` is nil, the current request is unchanged.
  @usableFromInline
  package static func with<Value>(_ id: String?, _ body: () throws -> Value) rethrows -> Value {
    guard let id else { return try body() }
    return try local.with(id, body)
  }
}
