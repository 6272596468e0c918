/// The request that what runs now belongs to, wherever it runs: the log has its id in every line.
///
/// The application sets it while it answers; what is deferred, writes and messages with codes carry it to their own threads.
package enum CurrentRequest {
  /// The request's id; nil outside of requests.
  @TaskLocal package static var id: String?

  /// Does something as part of the request of that id.
  package static func with<Value>(_ id: String?, _ body: () throws -> Value) rethrows -> Value {
    guard let id else { return try body() }
    return try $id.withValue(id, operation: body)
  }
}
