/// A transport that can also pass on a response while it goes on. Without it, ``Client/events()`` asks from time to time.
///
/// <doc:WhatAClientMustDo> has one over `URLSession`.
public protocol EventTransport: Transport {
  /// Sends a request and returns the head of the response, whatever its status, with the body as it comes.
  ///
  /// The body fails if the network does, or if no byte comes for ``StreamedResponse/silence``. It ends its connection when
  /// nobody reads it any more.
  func open(_ request: Request) async throws -> StreamedResponse
}

/// A response whose body goes on.
public struct StreamedResponse: Sendable {
  /// The time without a byte after which a stream is dead: the server sends a comment at least once a minute.
  public static let silence: Duration = .seconds(75)
  /// The HTTP status.
  public let status: Int
  /// The headers, by lower-case names.
  public let headers: [String: String]
  /// The body in parts of any length.
  public let body: AsyncThrowingStream<[UInt8], any Error>

  /// Creates a response; header names may have any case.
  public init(status: Int, headers: [String: String], body: AsyncThrowingStream<[UInt8], any Error>) {
    self.status = status
    self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
    self.body = body
  }
}
