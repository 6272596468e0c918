import Hosting
import SourceText
import Model
import Atoms
import ArgumentParser
import Operations
import Services

struct OperationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "operations", abstract: "The state of operations.",
    discussion: """
      EXAMPLES
        valence operations diff pp.quick
        valence operations disable pp.quick
      """,
    subcommands: [Diff.self, OperationSwitch.Disable.self, OperationSwitch.Enable.self])

  struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows the changes that a file makes for open forms.",
      discussion: """
        Compares a stored version, by default the one that serves or served last, with the operation's file, fragments and \
        translations as they stand. A line begins with + for an addition, - for a removal, ~ for a change.

        EXAMPLES
          valence operations diff pp.quick
          valence operations diff pp.quick 5f0c9e2a81d4
        """)

    @Argument(help: "The operation.") var operation: String
    @Argument(help: "The stored version; without it, the newest.") var version: String?

    @Option(
      help: ArgumentHelp("The directory with operations, fragments, locales and tables.", valueName: "directory"))
    var config = "config"

    @OptionGroup var data: DataOptions

    func run() throws {
      let catalog = try Catalog.loaded(from: "\(config)/operations")
      let versions = try data.database.versions()
      let stored = try versions.all(operation: operation)
      guard let old = version ?? (stored.first { $0.replaced == nil } ?? stored.first)?.version,
        let text = try versions.source(operation, old)
      else {
        let which = version.map { "version \($0)" } ?? "version"
        throw OperatorError("there is no \(which) of \(operation) in the database")
      }
      guard let source = OperationSource(json: text) else {
        throw OperatorError("the stored source of \(operation) \(old) is no definition")
      }
      guard let present = catalog[operation], let now = catalog.source(of: operation) else {
        return Output.line("\(operation) \(old) -> none: no file has this operation any more")
      }
      Output.line("\(operation) \(old) -> \(present.version)")
      do {
        let difference = try OperationDifference(from: source, to: now)
        for line in difference.lines { Output.line(line) }
        if difference.lines.isEmpty { Output.line("no change for open forms") }
      } catch {
        throw OperatorError(
          (["\(operation) \(old) cannot be read any more"] + error.sorted.map { "\($0)" }).joined(separator: "\n"))
      }
    }
  }
}

enum OperationSwitch {
  struct Disable: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Disables an operation until it is enabled: nothing of it is drawn, submitted or signed.",
      discussion: """
        From the end of this command on, a running server neither lists nor draws the operation, and refuses its \
        submissions and signatures with 503, problem operation-disabled. Open forms are told within a second. Executed \
        submissions stay; drafts and submissions that await their signature are kept. `versions list` names the disabled \
        operations.

        EXAMPLE
          valence operations disable pp.quick
        """)

    @Argument(help: "The operation.") var operation: String
    @OptionGroup var data: DataOptions

    func run() throws {
      do {
        let isNew = try data.database.availability().disable(operation)
        Output.line(isNew ? "disabled \(operation)" : "\(operation) was disabled already")
      } catch is DisabledError {
        let known = Set(try data.database.versions().all().map(\.operation)).sorted()
        throw OperatorError("no operation `\(operation)` has served\(suggestion(for: operation, among: known))")
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
    @OptionGroup var data: DataOptions

    func run() throws {
      let isNew = try data.database.availability().enable(operation)
      Output.line(isNew ? "enabled \(operation)" : "\(operation) was not disabled")
    }
  }
}
