import CMicroHTTPD

/// A header that a server puts on every answer: a text of the program, which need not be looked at each time.
package struct FixedHeader: Sendable {
  /// The name.
  package let name: StaticString
  /// The value.
  package let value: StaticString

  /// A header of these texts, which must be a token and a text without control characters.
  package init(_ name: StaticString, _ value: StaticString) { (self.name, self.value) = (name, value) }

  /// Browsers come by TLS for a year from now on.
  static let strictTransport = FixedHeader("Strict-Transport-Security", "max-age=31536000")

  /// Adds the header to a response. The texts of a program end with a NUL.
  func add(to response: OpaquePointer) {
    MHD_add_response_header(
      response, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
      UnsafeRawPointer(value.utf8Start).assumingMemoryBound(to: CChar.self))
  }
}
