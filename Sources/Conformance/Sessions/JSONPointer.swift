import JSON

/// A path into a JSON value (RFC 6901).
struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
  let description: String
  let tokens: [String]

  /// Reads a pointer; nil for any other text.
  init?(_ text: String) {
    guard text.isEmpty || text.hasPrefix("/") else { return nil }
    description = text
    tokens = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { token in
      token.split(separator: "~1", omittingEmptySubsequences: false).map { part in
        part.split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
      }.joined(separator: "/")
    }
  }

  /// Returns the value at this path; nil if it does not exist.
  func value(in root: Value) -> Value? {
    var value = root
    for token in tokens {
      switch value {
      case .object(let object):
        guard let member = object[token] else { return nil }
        value = member
      case .array(let elements):
        guard let place = Self.place(token), elements.indices.contains(place) else { return nil }
        value = elements[place]
      default: return nil
      }
    }
    return value
  }

  /// Reads the index of an element: digits without leading zeros.
  static func place(_ token: String) -> Int? {
    guard !token.isEmpty, token.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return token == "0" || !token.hasPrefix("0") ? Int(token) : nil
  }
}
