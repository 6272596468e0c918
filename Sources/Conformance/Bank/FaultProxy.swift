import Platform
import Synchronization

/// A proxy between the client and the server. It records each exchange and applies the faults of a
/// session.
///
/// A thread serves each connection of the client. Each request opens a connection to the server.
final class FaultProxy: Sendable {
  /// The connections that are served at the same time. Further ones are closed.
  private static let maximumConnections = 64

  let port: UInt16
  private let listener: StreamSocket
  private let open = Mutex<[ObjectIdentifier: StreamSocket]>([:])
  private let relay: ExchangeRelay

  /// Listens on an address. Throws `StreamSocket.Failure` if it cannot.
  init(on host: String = "127.0.0.1", port: UInt16 = 0, _ relay: ExchangeRelay) throws {
    (listener, self.port) = try StreamSocket.listening(on: host, port: port)
    self.relay = relay
    try BackgroundThread(named: "kit proxy") { [self] in
      while let connection = listener.accepted() {
        guard keep(connection) else { continue }
        let thread = try? BackgroundThread(named: "kit client") { [self] in
          serve(connection)
          forget(connection)
        }
        thread?.detach()
      }
      listener.close()
    }.detach()
  }

  /// Closes the port and all connections.
  func stop() {
    listener.end()
    for connection in open.withLock({ Array($0.values) }) { connection.end() }
    relay.stop()
  }

  /// Keeps a connection until it ends. Closes it and returns false if there are too many.
  private func keep(_ connection: StreamSocket) -> Bool {
    let isKept = open.withLock { open in
      guard open.count < Self.maximumConnections else { return false }
      open[ObjectIdentifier(connection)] = connection
      return true
    }
    if !isKept { forget(connection) }
    return isKept
  }

  private func forget(_ connection: StreamSocket) {
    _ = open.withLock { $0.removeValue(forKey: ObjectIdentifier(connection)) }
    connection.end()
    connection.close()
  }

  /// Serves the requests of a connection until one side closes it.
  private func serve(_ connection: StreamSocket) {
    var reader = MessageReader(connection)
    while let head = reader.head() {
      guard head.words.count == 3, let body = reader.body(of: head, toEnd: false) else {
        connection.send(Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
        return
      }
      let request = RelayedRequest(method: head.words[0], target: head.words[1], headers: head.headers, body: body)
      guard relay.answer(request, to: connection) else { return }
      if head.headers.first("Connection")?.lowercased() == "close" { return }
    }
  }
}
