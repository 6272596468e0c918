import Dispatch
import Synchronization
import TestBank
import TestClient
import ValenceClient

/// A transport over sockets with event streams that tests can interrupt.
final class StreamingTransport: EventTransport {
  private let port: UInt16
  private let calls: SocketTransport
  private let open = Mutex<[AsyncThrowingStream<[UInt8], any Error>.Continuation]>([])

  init(_ server: TestServer) {
    port = server.port
    calls = SocketTransport(server)
  }

  func send(_ request: ValenceClient.Request) async throws -> ValenceClient.Response { try await calls.send(request) }

  /// Interrupts all open streams with a network error.
  func cut() {
    let open = open.withLock { open in
      defer { open = [] }
      return open
    }
    for stream in open { stream.finish(throwing: SocketTransport.Lost()) }
  }

  func open(_ request: ValenceClient.Request) async throws -> StreamedResponse {
    let port = port
    let (body, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    let head = try await withCheckedThrowingContinuation { opened in
      DispatchQueue.global().async {
        let begun = Result { () throws -> (client: RawClient, head: RawClient.Answer) in
          let client = try RawClient(port: port)
          var text = "\(request.method) \(request.path) HTTP/1.1\r\nHost: x\r\n"
          for (name, value) in request.headers { text += "\(name): \(value)\r\n" }
          try client.send(text + "\r\n")
          return (client, try client.receive(hasBody: false))
        }
        opened.resume(with: begun.map(\.head))
        do {
          let (client, head) = try begun.get()
          guard head["transfer-encoding"] == "chunked" else { return continuation.finish() }
          while case let chunk = try client.chunk(), !chunk.isEmpty {
            if case .terminated = continuation.yield(chunk) { return }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
    }
    open.withLock { $0.append(continuation) }
    return StreamedResponse(
      status: head.status, headers: Dictionary(head.headers.map { ($0.name, $0.value) }) { $1 }, body: body)
  }
}
