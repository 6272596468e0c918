import Platform
import Synchronization

/// A connected or listening TCP socket over IPv4. One thread uses and closes it; any thread can
/// shut it down.
final class StreamSocket: Sendable {
  /// The reason why a socket cannot be opened.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let descriptor: Int32
  private let isOpen = Mutex(true)

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close() }

  /// Connects to a port of this machine.
  static func connected(to port: UInt16) throws(Failure) -> StreamSocket {
    let socket = try made()
    guard unsafe try socket.with(address("127.0.0.1", port), { unsafe connect(socket.descriptor, $0, $1) }) == 0 else {
      throw Failure(description: "cannot connect to port \(port): \(lastError)")
    }
    return socket
  }

  /// Listens on an address; port 0 selects a free one.
  static func listening(on host: String, port: UInt16) throws(Failure) -> (socket: StreamSocket, port: UInt16) {
    let socket = try made()
    var yes: Int32 = 1
    unsafe setsockopt(socket.descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard unsafe try socket.with(address(host, port), { unsafe bind(socket.descriptor, $0, $1) }) == 0,
      listen(socket.descriptor, 128) == 0
    else {
      let reason = errno == EADDRINUSE ? "the port is in use" : lastError
      throw Failure(description: "cannot listen on \(host):\(port): \(reason)")
    }
    var bound = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafeMutablePointer(to: &bound) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(socket.descriptor, $0, &size)
      }
    }
    guard result == 0 else { throw Failure(description: "getsockname: \(lastError)") }
    return (socket, UInt16(bigEndian: bound.sin_port))
  }

  /// The text of `errno`.
  private static var lastError: String { unsafe String(cString: strerror(errno)) }

  private static func made() throws(Failure) -> StreamSocket {
    let descriptor = socket(AF_INET, Libc.closedOnExecStreamSocket, 0)
    guard descriptor >= 0 else { throw Failure(description: "socket: \(lastError)") }
    return StreamSocket(descriptor)
  }

  private static func address(_ host: String, _ port: UInt16) throws(Failure) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    guard unsafe inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
      throw Failure(description: "`\(host)` is not an IPv4 address")
    }
    return address
  }

  private func with(
    _ address: sockaddr_in, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// Waits for the next connection; nil after `end`.
  func accepted() -> StreamSocket? {
    while true {
      let descriptor = accept(descriptor, nil, nil)
      if descriptor >= 0 {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return StreamSocket(descriptor)
      }
      if errno != EINTR, errno != ECONNABORTED { return nil }
    }
  }

  /// Waits for bytes; empty at the end of the connection.
  func receive() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 65536) { room, count in
      var received = -1
      repeat {
        received = unsafe recv(descriptor, room.baseAddress, room.count, 0)
      } while received < 0 && errno == EINTR
      count = max(received, 0)
    }
  }

  /// Sends all bytes; false if the connection is broken.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Platform.send(descriptor, $0.baseAddress, $0.count, Libc.noSignal)
      }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }

  /// Shuts down both directions, so that waiting calls return.
  func end() { isOpen.withLock { if $0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } } }

  func close() {
    isOpen.withLock { isOpen in
      if isOpen { _ = Platform.close(descriptor) }
      isOpen = false
    }
  }
}
