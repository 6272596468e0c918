import API
import ArgumentParser
import Atoms

/// Which clients are served, and where the others are updated.
struct ClientOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The oldest client of a platform that is served; older ones are told to update. May be repeated.",
      valueName: "platform/version"),
    transform: { text throws -> Client in
      guard let client = Client(text) else { throw BadValue("a platform and a version, such as ios/3.2") }
      return client
    })
  var minimumClient: [Client] = []

  @Option(
    help: ArgumentHelp("Where the client of a platform is updated. May be repeated.", valueName: "platform=url"),
    transform: { text throws -> Update in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, Client.isPlatform(parts[0]), parts[1].contains("://") else {
        throw BadValue("a platform and a URL, such as ios=https://...")
      }
      return Update(platform: parts[0], url: parts[1])
    })
  var updateUrl: [Update] = []

  /// Where the client of a platform is updated.
  struct Update: Sendable {
    let platform: String
    let url: String
  }

  /// The policy that the options write.
  var policy: ClientPolicy {
    ClientPolicy(
      minimum: MinimumClient(minimumClient),
      updates: Dictionary(updateUrl.map { ($0.platform, $0.url) }, uniquingKeysWith: { $1 }))
  }
}
