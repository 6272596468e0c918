/// Carries requests to the server: on Apple platforms a few lines over `URLSession`, in tests canned answers.
///
/// <doc:WhatAClientMustDo> has a whole transport over `URLSession`.
///
///     struct CannedTransport: Transport {
///       let bodies: [String: String]
///       func send(_ request: Request) async throws -> Response {
///         Response(status: 200, headers: [:], body: Array((bodies[request.path] ?? "{}").utf8))
///       }
///     }
public protocol Transport: Sendable {
  /// Sends a request and returns the response, whatever its status.
  ///
  /// Throws if nobody knows whether the request has arrived: the network failed, the response did not come in time, or
  /// the caller gave up.
  func send(_ request: Request) async throws -> Response
}

/// A request to a path on the server.
public struct Request: Sendable, Hashable {
  /// The method, such as `POST`.
  public let method: String
  /// The path with its query; the transport puts it behind the server's address.
  public let path: String
  /// The headers, by name.
  public let headers: [String: String]
  /// The body; nil for none.
  public let body: [UInt8]?
}

/// The server's response to a request.
public struct Response: Sendable {
  /// The HTTP status.
  public let status: Int
  /// The headers, by lower-case names.
  public let headers: [String: String]
  /// The body, decompressed.
  public let body: [UInt8]

  /// Creates a response; header names may have any case.
  public init(status: Int, headers: [String: String], body: [UInt8]) {
    self.status = status
    self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
    self.body = body
  }
}
