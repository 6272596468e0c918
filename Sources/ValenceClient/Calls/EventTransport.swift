/// A transport that can also stream a response. With other transports, ``Client/events(_:)`` polls.
///
/// <doc:DrawingInSwiftUI> has an implementation for `URLSession`.
public protocol EventTransport: Transport {
  /// Sends a request and returns the head of the response, regardless of its status, with a stream
  /// of the body.
  ///
  /// The stream must throw if the network fails, or if no byte arrives within
  /// ``StreamedResponse/silence``. It must close its connection when it is released.
  func open(_ request: Request) async throws -> StreamedResponse
}

/// A response whose body is streamed.
public struct StreamedResponse: Sendable {
  /// The time without a byte after which a stream counts as closed: 75 seconds. The server sends a
  /// comment at least once a minute.
  public static let silence: Duration = .seconds(75)
  /// The HTTP status.
  public let status: Int
  /// The headers by lowercase names.
  public let headers: [String: String]
  /// The body, in parts of any length.
  public let body: AsyncThrowingStream<[UInt8], any Error>

  /// Creates a response. Header names may have any case.
  public init(status: Int, headers: [String: String], body: AsyncThrowingStream<[UInt8], any Error>) {
    self.status = status
    self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
    self.body = body
  }
}
