/// Makes names for requests: five characters for the process (random at its start), five for the connection, five for
/// the request on that connection. Fifteen bytes fit into a `String` without an allocation, and the requests of one
/// connection are seen together in a log.
enum RequestIdentifier {
  /// Random bits that tell this process from others and from its own earlier runs.
  private static let process = UInt32.random(in: 0...UInt32.max)

  private static let alphabet: StaticString = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz-"

  /// The name of the `request`-th request on the `connection`-th connection.
  static func make(connection: UInt32, request: UInt32) -> String {
    String(unsafeUninitializedCapacity: 15) { bytes in
      for (part, number) in [process, connection, request].enumerated() {
        var rest = number
        for position in (0..<5).reversed() {
          bytes[part * 5 + position] = alphabet.utf8Start[Int(rest & 63)]
          rest >>= 6
        }
      }
      return 15
    }
  }

  /// Whether a client's own name for its request is taken over.
  static func isAcceptable(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard (1...64).contains(name.count) else { return false }
    return name.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
  }
}
