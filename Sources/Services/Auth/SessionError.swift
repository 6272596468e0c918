/// Why a session is not ended.
package enum SessionError: Error, Equatable {
  /// The person has no such session.
  case notFound
}
