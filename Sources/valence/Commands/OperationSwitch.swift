import ArgumentParser
import Atoms
import Model
import Services

/// `valence operations disable` and `enable`
enum OperationSwitch {
  /// `valence operations disable`
  struct Disable: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Stops an operation until it is enabled: nothing is drawn, submitted or signed.",
      discussion: """
        A server that runs lists and draws it no more and takes no submission and no signature from the moment on that \
        this command is done; forms that are open are told within a second. It answers 503, problem operation-disabled. \
        What is executed stays, drafts and submissions that await their signature are kept. `versions list` names what is \
        disabled.

        EXAMPLE
          valence operations disable pp.quick
        """)

    @Argument(help: "The operation.") var operation: String
    @OptionGroup var data: DataOptions

    func run() throws {
      do {
        let isNew = try data.availability().disable(operation)
        Output.line(isNew ? "disabled \(operation)" : "\(operation) was disabled already")
      } catch is DisabledError {
        let known = Set(try data.versions().all().map(\.operation)).sorted()
        throw CommandFailure("no operation `\(operation)` has served\(suggestion(for: operation, among: known))")
      }
    }
  }

  /// `valence operations enable`
  struct Enable: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lets an operation that was disabled go on.",
      discussion: """
        EXAMPLE
          valence operations enable pp.quick
        """)

    @Argument(help: "The operation.") var operation: String
    @OptionGroup var data: DataOptions

    func run() throws {
      let isNew = try data.availability().enable(operation)
      Output.line(isNew ? "enabled \(operation)" : "\(operation) was not disabled")
    }
  }
}
