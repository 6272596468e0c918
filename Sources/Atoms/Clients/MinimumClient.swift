/// The oldest clients that something is made for, by platform; a platform that is not named has no oldest one.
package struct MinimumClient: Sendable {
  /// The oldest version for each platform.
  package private(set) var versions: [String: ClientVersion]

  /// Made for every client.
  package init() { versions = [:] }

  /// Made for these clients and newer ones.
  package init(_ clients: [Client]) {
    versions = [:]
    for client in clients { versions[client.platform] = client.version }
  }

  /// Whether every client is new enough.
  package var isEmpty: Bool { versions.isEmpty }

  /// The version that a client lacks; nil where it is new enough, and where nobody says what client it is.
  package func missing(to client: Client?) -> ClientVersion? {
    guard let client, let oldest = versions[client.platform], client.version < oldest else { return nil }
    return oldest
  }
}

extension Properties {
  /// The oldest clients, written as `{ios: 3.2, android: 3.0}`.
  mutating func minimumClient() -> MinimumClient {
    guard let node = node("minimumClient") else { return MinimumClient() }
    guard let entries = node.mapping, !entries.isEmpty else {
      error("`minimumClient` takes {platform: version}, such as {ios: 3.2}", at: node.location)
      return MinimumClient()
    }
    var clients: [Client] = []
    for entry in entries {
      let platform = entry.key.scalar ?? ""
      guard Client.isPlatform(platform) else {
        error("a platform is small Latin letters and digits, such as `ios`", at: entry.key.location)
        continue
      }
      guard let client = Client("\(platform)/\(entry.value.scalar ?? "")") else {
        error("a client's version is up to four numbers joined by dots, such as 3.2", at: entry.value.location)
        continue
      }
      clients.append(client)
    }
    return MinimumClient(clients)
  }
}
