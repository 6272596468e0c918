import Foundation
@testable import Platform
import Testing

@Suite struct ServiceManagerTests {
  @Test("Messages reach the socket of the service manager", arguments: [false, true]) func sendsMessages(
    isAbstract: Bool
  ) throws {
    #if !os(Linux)
      if isAbstract { return }
    #endif
    let name = isAbstract ? "@valence-\(UUID().uuidString)" : "/tmp/valence-\(UUID().uuidString.prefix(8))"
    defer { unlink(name) }
    let manager = try #require(ServiceManager(["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "30000000"]))
    #expect(manager.watchdog == .seconds(30))
    #expect(!manager.send("READY=1"), "no process listens yet")
    let socket = try Self.listen(at: name)
    defer { close(socket) }
    #expect(manager.send("READY=1", "STATUS=listening"))
    #expect(manager.send("STOPPING=1"))
    #expect(Self.receive(from: socket) == "READY=1\nSTATUS=listening")
    #expect(Self.receive(from: socket) == "STOPPING=1")
  }

  @Test("A process without a usable socket has no service manager") func ignoresUnusableSocket() {
    #expect(ServiceManager([:]) == nil)
    #expect(ServiceManager(["NOTIFY_SOCKET": ""]) == nil)
    #expect(ServiceManager(["NOTIFY_SOCKET": "vsock:2:1234"]) == nil)
    #expect(ServiceManager(["NOTIFY_SOCKET": "/" + String(repeating: "a", count: 200)]) == nil)
  }

  @Test("A watchdog of another process is ignored") func readsWatchdog() throws {
    func watchdog(_ variables: [String: String]) -> Duration? {
      ServiceManager(variables.merging(["NOTIFY_SOCKET": "/tmp/none"]) { $1 })?.watchdog
    }
    #expect(watchdog(["WATCHDOG_USEC": "2000", "WATCHDOG_PID": "\(getpid())"]) == .milliseconds(2))
    #expect(watchdog(["WATCHDOG_USEC": "2000", "WATCHDOG_PID": "1"]) == nil)
    #expect(watchdog(["WATCHDOG_USEC": "0"]) == nil)
    #expect(watchdog([:]) == nil)
  }

  /// Returns a datagram socket that is bound to the name.
  private static func listen(at name: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Libc.closedOnExecDatagramSocket, 0)
    try #require(descriptor >= 0)
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    let bytes = name.hasPrefix("@") ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8) + [0]
    withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t((MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + bytes.count)
    let result = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    try #require(result == 0)
    return descriptor
  }

  private static func receive(from socket: Int32) -> String {
    var room = [UInt8](repeating: 0, count: 4096)
    let count = recv(socket, &room, room.count, 0)
    return String(decoding: room.prefix(max(0, count)), as: UTF8.self)
  }
}
