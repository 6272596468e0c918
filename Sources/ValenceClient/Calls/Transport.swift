/// What carries requests to the server: on Apple platforms a few lines over `URLSession`, in tests a socket.
public protocol Transport: Sendable {
  /// Sends a request and answers what came back, whatever its status. Throws where it is not known whether the request has
  /// arrived: the network failed, the answer did not come in time, the caller gave up.
  func send(_ request: Request) async throws -> Response
}

/// A request: bytes to a path on the server.
public struct Request: Sendable, Hashable {
  /// The method.
  public let method: String
  /// The path with its query, to put behind the server's address.
  public let path: String
  /// Its headers, by name.
  public let headers: [String: String]
  /// The body; nil where there is none.
  public let body: [UInt8]?
}

/// What came back.
public struct Response: Sendable {
  /// The status.
  public let status: Int
  /// The headers, by names in small letters.
  public let headers: [String: String]
  /// The body, decompressed.
  public let body: [UInt8]

  /// An answer; the names of headers may be written in any case.
  public init(status: Int, headers: [String: String], body: [UInt8]) {
    self.status = status
    self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
    self.body = body
  }
}
