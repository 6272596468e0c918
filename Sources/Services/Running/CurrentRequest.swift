import Platform

/// The request that the current work belongs to. Each log line contains its ids.
///
/// The application sets it while it processes a request. Deferred work, writes and messages with
/// codes pass it on to their threads.
@usableFromInline
package enum CurrentRequest {
  /// The ids of a request in log lines.
  @usableFromInline
  package struct Mark: Sendable {
    /// The id that the response contains.
    package let id: String
    /// The trace of the caller (W3C Trace Context); nil if the request belongs to none.
    package let trace: String?

    package init(id: String, trace: String? = nil) { (self.id, self.trace) = (id, trace) }
  }

  private static let local = CallLocal<Mark>()

  /// The ids of the request; nil outside of requests.
  @usableFromInline package static var mark: Mark? { local.value }

  /// Runs `body` as part of a request. If `mark` is nil, the current request is unchanged.
  @usableFromInline
  package static func with<Value>(_ mark: Mark?, _ body: () throws -> Value) rethrows -> Value {
    guard let mark else { return try body() }
    return try local.with(mark, body)
  }

  /// Runs `body` as part of an earlier request, of which only the id is stored.
  static func with<Value>(id: String?, _ body: () throws -> Value) rethrows -> Value {
    try with(id.map { Mark(id: $0) }, body)
  }
}
