import Hosting
import ArgumentParser
import Model
import Services

struct UsersBlock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "block",
    abstract: "Blocks a person: ends all sessions and an invitation, and rejects logins and signatures.",
    discussion: """
      A running server rejects the sessions within two seconds. A login with the right password gets 403, and one \
      with a wrong password the usual 401. Signed submissions are carried out. The database keeps the reason \
      with the person until the block ends, and permanently with this run in the audit. Until the block ends, \
      `users export` contains the reason, so the person can read it.

      EXAMPLE
        valence users block ivan --reason 'call from the security desk'
      """)

  @Argument(help: "The login, or the id in the bank's own systems.") var login: String
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    guard let reason = audited.reason else {
      throw OperatorError("a block needs a reason: repeat the command with --reason TEXT")
    }
    let services = try audited.services(for: Self.self, data)
    do {
      let ended = try services.auth.block(try services.person(login).id, reason: reason).wait()
      Output.line("blocked \(login), ended \(ended) session\(ended == 1 ? "" : "s")")
    } catch let error as BlockError {
      throw OperatorError(error, of: login)
    }
  }
}

struct UsersUnblock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unblock", abstract: "Ends the block of a person, who can then log in again.",
    discussion: """
      EXAMPLE
        valence users unblock ivan
      """)

  @Argument(help: "The login, or the id in the bank's own systems.") var login: String
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let services = try audited.services(for: Self.self, data)
    do {
      try services.auth.unblock(try services.person(login).id).wait()
      Output.line("unblocked \(login)")
    } catch let error as BlockError {
      throw OperatorError(error, of: login)
    }
  }
}

extension OperatorError {
  /// Creates the error for a block that does not change.
  fileprivate init(_ error: BlockError, of login: String) {
    switch error {
    case .badReason: self.init(RunOptions.reasonRule("--reason"))
    case .blockedAlready: self.init("`\(login)` is blocked already")
    case .notBlocked: self.init("`\(login)` is not blocked")
    }
  }
}
