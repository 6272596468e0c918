import Hosting
import SourceText
import Model
import Atoms
import ArgumentParser
import Operations
import Services

struct OperationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "operations", abstract: "Lists, compares, disables and enables operations.",
    discussion: """
      EXAMPLES
        valence operations list
        valence operations diff pp.quick
        valence operations disable pp.quick
      """,
    subcommands: [OperationsList.self, Diff.self, OperationSwitch.Disable.self, OperationSwitch.Enable.self])

  struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows how the current files change open forms.",
      discussion: """
        Compares a stored version, by default the serving or last served one, with the operation's current file, \
        fragments and translations. A line begins with + for an addition, - for a removal, ~ for a change.

        EXAMPLES
          valence operations diff pp.quick
          valence operations diff pp.quick 5f0c9e2a81d4
        """)

    @Argument(help: "The operation.") var operation: String
    @Argument(help: "The stored version. Default: the serving or last served one.") var version: String?

    @Option(help: .installed("config", "The directory with operations, fragments, locales and tables."))
    var config: String?

    @OptionGroup var data: DataOptions

    func run() throws {
      let catalog = try Catalog.loaded(from: "\(config ?? ConfigurationPlace.standard)/operations")
      let versions = try data.database.versions()
      let stored = try versions.all(operation: operation)
      guard let old = version ?? (stored.first { $0.replaced == nil } ?? stored.first)?.version,
        let text = try versions.source(operation, old)
      else {
        let which = version.map { "version \($0)" } ?? "version"
        throw OperatorError("the database has no \(which) of \(operation)")
      }
      guard let source = OperationSource(json: text) else {
        throw OperatorError("the stored source of \(operation) \(old) is not a definition")
      }
      guard let present = catalog[operation], let now = catalog.source(of: operation) else {
        return Output.line("\(operation) \(old) -> none: no file defines this operation")
      }
      Output.line("\(operation) \(old) -> \(present.version)")
      do {
        let difference = try OperationDifference(from: source, to: now)
        for line in difference.lines { Output.line(line) }
        if difference.lines.isEmpty { Output.line("no change for open forms") }
      } catch {
        throw OperatorError(
          (["\(operation) \(old) can no longer be read"] + error.sorted.map { "\($0)" }).joined(separator: "\n"))
      }
    }
  }
}

enum OperationSwitch {
  struct Disable: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Disables an operation until it is enabled: it cannot be drawn, submitted or signed.",
      discussion: """
        When this command has ended, a running server no longer lists or draws the operation, and rejects its \
        submissions and signatures with 503, problem operation-disabled. Open forms are notified within a second. \
        Executed submissions are unaffected; drafts and submissions that await their signature are kept. `versions \
        list` shows the disabled operations.

        EXAMPLE
          valence operations disable pp.quick
        """)

    @Argument(help: "The operation.") var operation: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let database = try audited.database(for: Self.self, data)
      do {
        let isNew = try database.availability().disable(operation)
        Output.line(isNew ? "disabled \(operation)" : "\(operation) is already disabled")
      } catch is DisabledError {
        let known = Set(try data.database.versions().all().map(\.operation)).sorted()
        throw OperatorError("the operation `\(operation)` was never served\(suggestion(for: operation, among: known))")
      }
    }
  }

  struct Enable: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Enables a disabled operation.",
      discussion: """
        EXAMPLE
          valence operations enable pp.quick
        """)

    @Argument(help: "The operation.") var operation: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let database = try audited.database(for: Self.self, data)
      let isNew = try database.availability().enable(operation)
      Output.line(isNew ? "enabled \(operation)" : "\(operation) was not disabled")
    }
  }
}
