/// The connection to the server: `URLSession` on Apple platforms, canned responses in tests.
///
/// <doc:WhatAClientMustDo> has an implementation for `URLSession`.
///
///     struct CannedTransport: Transport {
///       let bodies: [String: String]
///       func send(_ request: Request) async throws -> Response {
///         Response(status: 200, headers: [:], body: Array((bodies[request.path] ?? "{}").utf8))
///       }
///     }
public protocol Transport: Sendable {
  /// Sends a request and returns the response, regardless of its status.
  ///
  /// - Throws: Any error if the outcome of the request is unknown: the network failed, the response
  ///   did not arrive in time, or the caller cancelled the request.
  func send(_ request: Request) async throws -> Response
}

/// A request to a path on the server.
public struct Request: Sendable, Hashable {
  /// The method, such as `POST`.
  public let method: String
  /// The path with its query, relative to the server's address.
  public let path: String
  /// The headers by name.
  public let headers: [String: String]
  /// The body; nil if the request has none.
  public let body: [UInt8]?
}

/// The server's response to a request.
public struct Response: Sendable {
  /// The HTTP status.
  public let status: Int
  /// The headers by lowercase names.
  public let headers: [String: String]
  /// The decompressed body.
  public let body: [UInt8]

  /// Creates a response. Header names may have any case.
  public init(status: Int, headers: [String: String], body: [UInt8]) {
    self.status = status
    self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
    self.body = body
  }
}
