import ArgumentParser
import Model
import Services

/// `valence users logout`
struct UsersLogout: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "Ends all sessions of somebody; a running server refuses them within two seconds.",
    discussion: """
      EXAMPLE
        valence users logout ivan
      """)

  @Argument(help: "The login.") var login: String
  @OptionGroup var data: DataOptions

  func run() throws {
    try data.requireDatabase()
    let services = try data.services()
    let ended = try services.auth.endAll(of: try services.person(login).id).wait()
    Output.line("ended \(ended) session\(ended == 1 ? "" : "s") of \(login)")
  }
}
