import Dispatch
import Platform
import Synchronization

/// A TCP server for tests. It receives the bytes of each request and writes arbitrary bytes.
package final class Peer: Sendable {
  package struct Link: Sendable {
    fileprivate let socket: OpenSocket
    package var descriptor: Int32 { socket.descriptor }

    /// Reads a request head and the body of its `Content-Length`. At the end of input, returns the
    /// text received so far.
    package func request() -> String {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65536)
      while true {
        let text = String(decoding: bytes, as: UTF8.self)
        if let head = text.firstRange(of: "\r\n\r\n") {
          let length = text.lowercased().firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
          if text[head.upperBound...].utf8.count >= length { return text }
        }
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return text }
        bytes += buffer[..<count]
      }
    }

    /// Writes text; false if the write fails.
    @discardableResult package func write(_ text: String) -> Bool {
      write(Array(text.utf8))
    }

    /// Writes bytes, which need not be text; false if the write fails.
    @discardableResult package func write(_ bytes: [UInt8]) -> Bool {
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }

    /// Writes one byte every 20 milliseconds until the other side closes.
    package func drip(_ text: String) {
      for byte in text.utf8 {
        guard write([byte]) else { return }
        var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&end, 1, 20) > 0 { return }
      }
    }

    /// Sends a response with this body, and keeps the connection open.
    package func answer(_ status: Int, _ body: String = "", _ headers: String = "") {
      write("HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
    }

    /// Shuts the connection down in both directions, so that blocked reads and writes return.
    package func end() { socket.end() }

    /// Waits until the other side closes.
    package func awaitEnd() {
      var byte: UInt8 = 0
      while recv(descriptor, &byte, 1, 0) > 0 {}
    }
  }

  package let port: UInt16
  private let listener: OpenSocket
  private let accepted = Mutex(0)

  /// Listens on a free port of this machine. `serve` receives each connection on a separate thread.
  package init(_ serve: @escaping @Sendable (Link) -> Void) throws {
    listener = OpenSocket(socket(AF_INET, Libc.streamSocket, 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (descriptor, length) = (listener.descriptor, size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 1024) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw Failure() }
    port = UInt16(bigEndian: address.sin_port)
    Thread.start { [listener, self] in
      while true {
        let descriptor = accept(listener.descriptor, nil, nil)
        guard descriptor >= 0 else { return listener.close() }
        accepted.withLock { $0 += 1 }
        let link = OpenSocket(descriptor)
        Thread.start {
          serve(Link(socket: link))
          link.close()
        }
      }
    }
  }

  package struct Failure: Error {}

  /// The number of accepted connections.
  package var connections: Int { accepted.withLock { $0 } }

  package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  package func stop() { listener.end() }
}

/// A socket that one thread closes and any thread can shut down.
///
/// After `close`, `end` has no effect, because another file can have the same descriptor number.
private final class OpenSocket: Sendable {
  let descriptor: Int32
  private let isOpen = Mutex(true)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Shuts down both directions, or stops listening.
  func end() {
    isOpen.withLock { if $0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } }
  }

  func close() {
    isOpen.withLock { isOpen in
      if isOpen { closeDescriptor(descriptor) }
      isOpen = false
    }
  }
}

/// `close(2)`, which methods with the name `close` hide.
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

/// Dedicated threads for tests. Dispatch queues share too few threads for peers that block.
package enum Thread {
  package static func start(_ body: @escaping @Sendable () -> Void) { (try? BackgroundThread(body))?.detach() }
}

/// A value that another thread provides.
package final class Later<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let ready = DispatchSemaphore(value: 0)

  package init() {}

  package func give(_ given: Value) {
    value.withLock { $0 = given }
    ready.signal()
  }

  /// Waits for the value. Throws after a minute.
  package func get() throws -> Value {
    guard ready.wait(timeout: .now() + 60) == .success, let given = value.withLock({ $0 }) else { throw Peer.Failure() }
    return given
  }
}
