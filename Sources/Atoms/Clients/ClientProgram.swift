import SourceText

package struct ClientProgram: Sendable, Hashable {
  /// The platform in lower case, such as `ios`.
  package let platform: String
  package let version: ClientVersion

  /// Usual platforms. A bank can have others, so only similar names are reported.
  static let known = ["android", "aurora", "harmony", "huawei", "ios", "ipados", "linux", "macos", "web", "windows"]

  /// Parses `platform/version`, such as `ios/3.2`; returns nil for any other text.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let version = ClientVersion(parts[1]) else { return nil }
    let platform = parts[0].lowercased()
    guard Self.isPlatform(platform) else { return nil }
    self.platform = platform
    self.version = version
  }

  /// Returns true if `word` is a valid platform: 1 to 32 lower-case Latin letters and digits that
  /// begin with a letter.
  package static func isPlatform(_ word: String) -> Bool {
    guard let first = word.utf8.first, (0x61...0x7A).contains(first), word.utf8.count <= 32 else { return false }
    return word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
  }
}

/// The version of a client program: one to four numbers joined by dots.
///
/// Numbers are compared, not text, so 3.2 precedes 3.10. Trailing zeros are ignored: 3.2 equals
/// 3.2.0.
package struct ClientVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  private let numbers: [UInt32]

  /// Parses a version such as `3.2`; returns nil for any other text. Each number has one to six
  /// digits.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count) else { return nil }
    var numbers: [UInt32] = []
    for part in parts {
      guard (1...6).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = UInt32(part)
      else { return nil }
      numbers.append(number)
    }
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
  }

  package static func < (left: Self, right: Self) -> Bool { left.numbers.lexicographicallyPrecedes(right.numbers) }

  /// The numbers joined by dots, without trailing zeros.
  package var description: String { numbers.map(String.init).joined(separator: ".") }
}

/// The minimum client versions by platform. A platform without an entry has no minimum.
package struct MinimumClient: Sendable {
  private(set) var versions: [String: ClientVersion]

  package init() { versions = [:] }

  /// Creates a minimum from one client for each platform.
  package init(_ clients: [ClientProgram]) {
    versions = [:]
    for client in clients { versions[client.platform] = client.version }
  }

  /// True if every client meets the minimum.
  package var isEmpty: Bool { versions.isEmpty }

  /// Returns the minimum version if `client` is older; nil if the client meets the minimum or is
  /// unknown.
  package func missing(to client: ClientProgram?) -> ClientVersion? {
    guard let client, let oldest = versions[client.platform], client.version < oldest else { return nil }
    return oldest
  }
}

extension Properties {
  /// Reads `minimumClient`, written as `{ios: 3.2, android: 3.0}`.
  mutating func minimumClient() -> MinimumClient {
    guard let node = node("minimumClient") else { return MinimumClient() }
    guard let entries = node.mapping, !entries.isEmpty else {
      error(.wrongShape, "`minimumClient` takes {platform: version}, such as {ios: 3.2}", at: node.location)
      return MinimumClient()
    }
    var clients: [ClientProgram] = []
    for entry in entries {
      let platform = entry.key.scalar ?? ""
      guard ClientProgram.isPlatform(platform) else {
        error(
          .invalidName, "a platform consists of lower-case Latin letters and digits, such as `ios`",
          at: entry.key.location)
        continue
      }
      guard let client = ClientProgram("\(platform)/\(entry.value.scalar ?? "")") else {
        error(
          .invalidName, "a client's version consists of up to four numbers joined by dots, such as 3.2",
          at: entry.value.location)
        continue
      }
      let hint = ClientProgram.known.contains(platform) ? "" : suggestion(for: platform, among: ClientProgram.known)
      if !hint.isEmpty {
        warning(
          .unknownName, "no client is known on platform `\(platform)`", remedy: hint, at: entry.key.location)
      }
      clients.append(client)
    }
    return MinimumClient(clients)
  }
}
