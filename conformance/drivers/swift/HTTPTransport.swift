import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
import Synchronization
import ValenceClient

/// A transport over `URLSession`, which can stream.
struct HTTPTransport: EventTransport {
  let server: String

  private static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpShouldSetCookies = false
    configuration.timeoutIntervalForRequest = 75
    return configuration
  }

  private func sent(_ request: Request) throws -> URLRequest {
    guard let address = URL(string: server + request.path) else { throw URLError(.badURL) }
    var sent = URLRequest(url: address, cachePolicy: .reloadIgnoringLocalCacheData)
    sent.httpMethod = request.method
    sent.httpBody = request.body.map { Data($0) }
    for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
    return sent
  }

  func send(_ request: Request) async throws -> Response {
    // If a reused connection is closed, URLSession on Linux sends the request again and does not
    // end.
    let session = URLSession(configuration: Self.configuration)
    defer { session.finishTasksAndInvalidate() }
    let (body, answer) = try await session.data(for: sent(request))
    let (status, headers) = try Self.head(of: answer)
    return Response(status: status, headers: headers, body: Array(body))
  }

  func open(_ request: Request) async throws -> StreamedResponse {
    let (body, parts) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    let reader = StreamReader(parts)
    let session = URLSession(configuration: Self.configuration, delegate: reader, delegateQueue: nil)
    let task = session.dataTask(with: try sent(request))
    parts.onTermination = { _ in session.invalidateAndCancel() }
    let answer = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { head in
        reader.begin(head)
        task.resume()
      }
    } onCancel: {
      session.invalidateAndCancel()
    }
    let (status, headers) = try Self.head(of: answer)
    return StreamedResponse(status: status, headers: headers, body: body)
  }

  private static func head(of answer: URLResponse) throws -> (Int, [String: String]) {
    guard let answer = answer as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    let headers = answer.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
    return (answer.statusCode, Dictionary(headers) { $1 })
  }
}

/// Reads the head of a response, and its body as it arrives.
private final class StreamReader: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var head: CheckedContinuation<URLResponse, any Error>?
  }

  private let parts: AsyncThrowingStream<[UInt8], any Error>.Continuation
  private let state = Mutex(State())

  init(_ parts: AsyncThrowingStream<[UInt8], any Error>.Continuation) { self.parts = parts }

  func begin(_ head: CheckedContinuation<URLResponse, any Error>) { state.withLock { $0.head = head } }

  private func takeHead() -> CheckedContinuation<URLResponse, any Error>? {
    state.withLock { state in
      defer { state.head = nil }
      return state.head
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    takeHead()?.resume(returning: response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    parts.yield(Array(data))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    takeHead()?.resume(throwing: error ?? URLError(.badServerResponse))
    parts.finish(throwing: error)
  }
}
