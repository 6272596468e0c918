// With static libraries, the compiler finds `sockaddr_storage` only through this import.
import CMicroHTTPD
import Platform

/// A listening socket. It is opened here and not by libmicrohttpd, so that errors are specific.
struct Listener {
  /// The file descriptor. The caller closes it.
  let descriptor: Int32
  /// The bound port. If port 0 was requested, this is the port that the system chose.
  let port: UInt16

  /// Opens, binds and listens. `.any` falls back to IPv4 on a system without IPv6.
  ///
  /// - Throws: `ServerError`:
  ///   - `.portInUse` if another program listens on the port
  ///   - `.notPermitted` if the port requires privileges
  ///   - `.badAddress` if the text is not an address of this machine
  ///   - `.system` if another system call fails
  init(address: ListeningAddress, port: UInt16) throws(ServerError) {
    switch address {
    case .loopback:
      try self.init(.v4("127.0.0.1"), port: port)
    case .any:
      do throws(ServerError) {
        try self.init(.v6("::"), port: port)
      } catch {
        switch error {
        case .system("socket", _), .badAddress: try self.init(.v4("0.0.0.0"), port: port)
        default: throw error
        }
      }
    case .literal(let text):
      try self.init(text.contains(":") ? .v6(text) : .v4(text), port: port)
    }
  }

  /// A textual address with its family.
  private enum Literal {
    case v4(String)
    case v6(String)
  }

  private init(_ literal: Literal, port: UInt16) throws(ServerError) {
    var storage = sockaddr_storage()
    let length = try Listener.fill(&storage, literal, port)
    let descriptor = socket(Int32(storage.ss_family), Libc.streamSocket, 0)
    guard descriptor >= 0 else { throw .system(call: "socket", errno: errno) }
    do throws(ServerError) {
      self.port = try Listener.listen(descriptor, &storage, length, literal, port)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  private static func listen(
    _ descriptor: Int32, _ storage: inout sockaddr_storage, _ length: socklen_t, _ literal: Literal, _ port: UInt16
  ) throws(ServerError) -> UInt16 {
    var yes: Int32 = 1
    var no: Int32 = 0
    let size = socklen_t(MemoryLayout<Int32>.size)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw .system(call: "fcntl", errno: errno) }
    guard setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size) == 0 else {
      throw .system(call: "setsockopt", errno: errno)
    }
    if case .v6 = literal { _ = setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, size) }
    let bound = withUnsafePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard bound == 0 else {
      switch errno {
      case EADDRINUSE: throw .portInUse(port)
      case EACCES, EPERM: throw .notPermitted(port)
      case EADDRNOTAVAIL: throw .badAddress(text(literal))
      default: throw .system(call: "bind", errno: errno)
      }
    }
    guard beginListening(descriptor) == 0 else {
      throw errno == EADDRINUSE ? .portInUse(port) : .system(call: "listen", errno: errno)
    }
    var taken = length
    let named = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &taken) }
    }
    guard named == 0 else { throw .system(call: "getsockname", errno: errno) }
    return withUnsafePointer(to: &storage) { pointer in
      // The port has the same offset in both address families.
      pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
    }
  }

  private static func text(_ literal: Literal) -> String {
    switch literal {
    case .v4(let text), .v6(let text): text
    }
  }

  private static func fill(
    _ storage: inout sockaddr_storage, _ literal: Literal, _ port: UInt16
  ) throws(ServerError) -> socklen_t {
    switch literal {
    case .v4(let text):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      guard inet_pton(AF_INET, text, &address.sin_addr) == 1 else { throw .badAddress(text) }
      withUnsafeMutableBytes(of: &storage) { storage in
        withUnsafeBytes(of: &address) { storage.copyMemory(from: $0) }
      }
      return socklen_t(MemoryLayout<sockaddr_in>.size)
    case .v6(let text):
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      guard inet_pton(AF_INET6, text, &address.sin6_addr) == 1 else { throw .badAddress(text) }
      withUnsafeMutableBytes(of: &storage) { storage in
        withUnsafeBytes(of: &address) { storage.copyMemory(from: $0) }
      }
      return socklen_t(MemoryLayout<sockaddr_in6>.size)
    }
  }
}

/// Calls the C function `listen`. Inside `Listener` a method has the same name.
private func beginListening(_ descriptor: Int32) -> Int32 { listen(descriptor, SOMAXCONN) }
