import Hosting
import ArgumentParser
import Dates
import Model
import Services

struct VersionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "versions", abstract: "The versions of operations, in service and replaced.",
    discussion: """
      A form is validated by the version from which it was drawn, for a limited time after its replacement.

      EXAMPLES
        valence versions list
        valence versions revoke pp.quick 5f0c9e2a81d4
      """,
    subcommands: [List.self, Revoke.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Lists the stored versions, the start of their service, and the treatment of forms drawn from them.",
      discussion: """
        A version is serving (new forms are drawn from it), kept (it validates open forms until the shown time), \
        expired or revoked.

        EXAMPLES
          valence versions list
          valence versions list pp.quick --database /var/lib/valence/valence.sqlite
        """)

    @Argument(help: "The operation; without it, all.") var operation: String?
    @OptionGroup var data: DataOptions

    func run() throws {
      let now = Instant.systemNow
      let versions = try data.database.versions().all(operation: operation)
      let width = versions.map(\.operation.count).max() ?? 0
      for version in versions {
        let name = version.operation.padded(to: width)
        Output.line("\(name)  \(version.version)  served since \(version.served)  \(Self.fate(of: version, at: now))")
      }
      for stopped in try data.database.availability().disabled()
      where operation == nil || operation == stopped.operation {
        Output.line("\(stopped.operation.padded(to: width))  disabled since \(stopped.since)")
      }
      if versions.isEmpty { Output.error("no versions") }
    }

    private static func fate(of version: OperationVersion, at now: Instant) -> String {
      switch (version.state(at: now), version.expires, version.revoked) {
      case (.serving, _, _): "serving"
      case (.kept, let expires?, _): "kept until \(expires)"
      case (.revoked, _, let revoked?): "revoked at \(revoked)"
      case (let state, _, _): state.rawValue
      }
    }
  }

  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Revokes a version at once: forms drawn from it get 409 with the current one.",
      discussion: """
        A running server applies this from the next request on. Existing submissions can still be signed. The \
        serving version cannot be revoked: replace it first.

        EXAMPLE
          valence versions revoke pp.quick 5f0c9e2a81d4
        """)

    @Argument(help: "The operation.") var operation: String
    @Argument(help: "The version.") var version: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let database = try audited.database(for: Self.self, data)
      do {
        let revoked = try database.versions().revoke(operation, version).wait()
        Output.line("revoked \(revoked.operation) \(revoked.version)")
      } catch let error as VersionError {
        switch error {
        case .notFound: throw OperatorError("version \(version) of \(operation) does not exist")
        case .serving:
          throw OperatorError(
            "\(version) of \(operation) is serving: change or remove its file and reload, then revoke it")
        }
      }
    }
  }
}

extension String {
  /// Returns the text padded with trailing spaces to `width` characters.
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
