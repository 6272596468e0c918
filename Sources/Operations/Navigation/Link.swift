import JSON

/// A deep link taken apart: `valence://payments/quick?bic=044525225`, or with `&` as its first separator.
package struct Link: Sendable {
  /// `product/feature`, the product in small letters.
  package let name: String
  /// The parameters in their order, decoded.
  package let parameters: [(name: String, value: String)]

  /// Reads a link; nil where it is none of the scheme's.
  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"), text[..<colon].lowercased() == Route.scheme else { return nil }
    let rest = text[text.index(after: colon)...]
    guard rest.hasPrefix("//") else { return nil }
    // What stands behind # is for the client (RFC 3986, 3.5).
    let body = rest.dropFirst(2).prefix { $0 != "#" }
    let path = body.prefix { $0 != "?" && $0 != "&" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    name = "\(parts[0].lowercased())/\(parts[1])"
    guard Self.isName(name) else { return nil }
    var parameters: [(name: String, value: String)] = []
    for pair in body.dropFirst(path.count + 1).split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(halves[0]),
        let value = Self.decoded(halves.count > 1 ? halves[1] : "")
      else { return nil }
      parameters.append((name, value))
    }
    self.parameters = parameters
  }

  /// Whether it may name a route: two words with a slash between.
  static func isName(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
              || byte == 0x2E || byte == 0x2D || byte == 0x5F
          }
      } && parts[0] == parts[0].lowercased()
  }

  /// The text of a percent-encoded part, + being a blank; nil where it is malformed or no UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
          return nil
        }
        bytes.append(value)
        rest = rest.dropFirst(2)
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case 0...0x20, 0x7F: return nil
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0), CombiningRuns.excess(in: bytes) == nil else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
