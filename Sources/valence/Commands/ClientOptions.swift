import API
import ArgumentParser
import Atoms

/// Which clients are served, and where the others are updated.
struct ClientOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The oldest client of a platform that is served; older ones are told to update. May be repeated.",
      valueName: "platform/version"))
  var minimumClient: [String] = []

  @Option(
    help: ArgumentHelp("Where the client of a platform is updated. May be repeated.", valueName: "platform=url"))
  var updateUrl: [String] = []

  /// The policy that the options write.
  func policy() throws -> ClientPolicy {
    let clients = try minimumClient.map { text in
      guard let client = Client(text) else {
        throw CommandFailure("--minimum-client takes a platform and a version, such as ios/3.2, not `\(text)`")
      }
      return client
    }
    var updates: [String: String] = [:]
    for text in updateUrl {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, Client.isPlatform(parts[0]), parts[1].contains("://") else {
        throw CommandFailure("--update-url takes a platform and a URL, such as ios=https://..., not `\(text)`")
      }
      updates[parts[0]] = parts[1]
    }
    return ClientPolicy(minimum: MinimumClient(clients), updates: updates)
  }
}
