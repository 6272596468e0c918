/// The service manager that started the process, such as systemd.
///
/// The protocol is that of `sd_notify(3)`: each message is a datagram of lines `NAME=value` to the
/// socket that the environment names.
package struct ServiceManager: Sendable {
  /// The address of the socket. A leading zero byte denotes a name in Linux' abstract namespace.
  private let address: [UInt8]
  /// The longest time between two messages `WATCHDOG=1`; nil without a watchdog.
  package let watchdog: Duration?

  /// Reads the variables that the service manager has set. Returns nil if `NOTIFY_SOCKET` is absent
  /// or not the address of a local socket.
  package init?(_ environment: [String: String]) {
    guard let name = environment["NOTIFY_SOCKET"], let first = name.utf8.first else { return nil }
    switch first {
    case UInt8(ascii: "/"): address = Array(name.utf8)
    case UInt8(ascii: "@"): address = [0] + name.utf8.dropFirst()
    default: return nil
    }
    guard address.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return nil }
    // The watchdog can be meant for a parent of this process.
    let isOwn = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    let interval = isOwn ? environment["WATCHDOG_USEC"].flatMap(Int64.init) : nil
    watchdog = interval.flatMap { $0 > 0 ? .microseconds($0) : nil }
  }

  /// Removes the variables, so that programs started by this process send no messages.
  package static func forgetSocket() {
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) }
  }

  /// Sends a message. Returns false if the service manager cannot be reached.
  @discardableResult package func send(_ lines: String...) -> Bool {
    let descriptor = socket(AF_UNIX, Libc.closedOnExecDatagramSocket, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: address) }
    let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    // A path ends with a zero byte, a name in the abstract namespace does not.
    let size = socklen_t(start + address.count + (address.first == 0 ? 0 : 1))
    let message = Array(lines.joined(separator: "\n").utf8)
    let sent = withUnsafePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, message, message.count, Libc.noSignal, $0, size)
      }
    }
    return sent == message.count
  }

  /// The monotonic time in microseconds, which accompanies `RELOADING=1`.
  package static var monotonicMicroseconds: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
  }
}
