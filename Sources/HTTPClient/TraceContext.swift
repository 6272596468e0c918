/// The position of a request in a distributed trace (W3C Trace Context).
package struct TraceContext: Sendable, Equatable {
  /// The id of the trace, 32 hexadecimal digits.
  package let id: String
  private let flags: String

  /// Creates a trace that is not sampled.
  package init() {
    id = Self.digits(UInt64.random(in: 1...UInt64.max)) + Self.digits(UInt64.random(in: 0...UInt64.max))
    flags = "00"
  }

  /// Reads a `traceparent` header; nil if the specification does not allow the value.
  package init?(header: String) {
    let parts = header.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[0].count == 2, parts[1].count == 32, parts[2].count == 16, parts[3].count == 2,
      parts[0] != "ff", parts[0] != "00" || parts.count == 4, parts.prefix(4).allSatisfy(Self.isHex),
      parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
    else { return nil }
    (id, flags) = (String(parts[1]), String(parts[3]))
  }

  /// A `traceparent` for one request of this trace, with a new parent id.
  package var child: String { "00-\(id)-\(Self.digits(UInt64.random(in: 1...UInt64.max)))-\(flags)" }

  private static func isHex(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
