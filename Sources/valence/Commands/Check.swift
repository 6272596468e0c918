import Authoring
import Definitions
import Hosting
import Atoms
import Dates
import HTTPServer
import SourceText
import ArgumentParser
import FoundationEssentials
import Operations
import Services

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks operations, screens, routes and flows, and lists all faults.",
    discussion: """
      An error is printed as `file:line:column: error: message` with its source line and a caret. Warnings do not \
      prevent serving; they are printed in the same format once a file has no errors.

      EXAMPLES
        valence check
        valence check config/operations/pp.quick.yaml
        valence check config/screens config/routes/bank.yaml
        valence check --watch
        valence check --json
        valence check --ignore missing-translation
        valence check --theme bank.css

      Files are checked as part of their configuration; screens, routes and flows are checked against all \
      operations. Only findings about the given files are printed. A file outside of the configuration replaces the \
      operation, screen or flow with the same id, or the file of routes with the same name.

      Scenario files are ignored; `valence test` runs them.

      With --json, a finding is an object with the members `severity`, `code`, `file`, `line`, `column`, `message`, \
      `remedy` if there is one, and `includedFrom` for a finding in a fragment. The codes are in docs/reference.md.

      With --theme, the theme of the web client is checked instead: its syntax, unknown tokens, malformed colours, and \
      the contrast of the colours that are drawn on each other (WCAG 1.4.3 and 1.4.11), in light and dark.

      With --watch, each check is printed after a line with its time. With --json too, it ends with an object that \
      has the members `checked`, `errors` and `warnings`.

      Exit status: 0 without errors, also with warnings; 1 with errors. With --watch: 0 after Ctrl-C.
      """)

  @Argument(
    help: """
      Files of operations, screens, routes, flows, fragments, kinds, locales or tables, calendar.yaml, or directories of \
      these. Default: all of config.
      """)
  var paths: [String] = []

  @OptionGroup var place: ConfigurationPlace

  @Flag(help: "Print each finding as a JSON object on a line of its own, and nothing else.") var json = false

  @Option(
    name: .customLong("ignore"),
    help: ArgumentHelp(
      "A code of warnings to omit; repeat it for several codes. Errors are never omitted.", valueName: "code"))
  var ignored: [String] = []

  @Option(help: ArgumentHelp("Check this theme (`serve --web-theme`) instead of definitions.", valueName: "file"))
  var theme: String?

  @Option(help: .installed("web", "The files of the web client, whose tokens a theme replaces."))
  var web: String?

  @Flag(help: "Check again whenever a file changes, until Ctrl-C.") var watch = false

  func validate() throws {
    for code in ignored where FindingCode(rawValue: code) == nil {
      throw ValidationError("unknown code `\(code)`: docs/reference.md lists the codes of findings")
    }
    if theme != nil, watch || !paths.isEmpty {
      throw ValidationError("--theme checks one theme: omit \(watch ? "--watch" : "the paths")")
    }
  }

  func run() throws {
    let ignored = Set(ignored.compactMap(FindingCode.init))
    if let theme {
      let result = try CheckResult(ofTheme: theme, web: web ?? InstalledFiles.path("web")).ignoring(ignored)
      if json { result.printJSON() } else { result.print() }
      if result.isFaulty { throw ExitCode.failure }
      return
    }
    let config = place.directory(of: paths)
    if watch { return Self.watch(paths, in: config, json: json, ignoring: ignored) }
    let result = try Self.result(of: paths, in: config, ignoring: ignored)
    if json { result.printJSON() } else { result.print() }
    if result.isFaulty { throw ExitCode.failure }
  }

  private static func result(
    of paths: [String], in config: String, ignoring codes: Set<FindingCode>
  ) throws -> CheckResult {
    try
      (paths.isEmpty
      ? CheckResult(of: StoredFiles(readableDirectory: config)) : CheckResult(of: ChosenFiles(paths, in: config)))
      .ignoring(codes)
  }

  /// Checks after each change until SIGINT or SIGTERM.
  private static func watch(_ paths: [String], in config: String, json: Bool, ignoring codes: Set<FindingCode>) {
    // Signals are blocked before other threads start.
    let signals = StopSignals()
    let monitor = DefinitionFileMonitor(of: config, and: paths) {
      do {
        let result = try result(of: paths, in: config, ignoring: codes)
        if json { result.printJSON(at: .systemNow) } else { result.print(at: .now) }
      } catch {
        Output.error("Error: \(error)")
      }
    }
    _ = signals.wait()
    monitor.stop()
  }
}

extension StoredFiles {
  /// Reads the files of a configuration directory. Throws `OperatorError` if they cannot be read.
  init(readableDirectory directory: String) throws {
    do throws(Catalog.Failure) { try self.init(directory: directory) } catch { throw OperatorError(error) }
  }
}

extension Catalog {
  /// Loads the operations of a configuration. The chosen files replace definitions with the same
  /// id.
  static func loaded(with files: ChosenFiles) throws -> Catalog {
    do { return try Catalog(files.files, vocabulary: .bank) } catch { throw OperatorError(error) }
  }

  /// Returns the operation with this id, or the operation in the file at this path, with its
  /// catalog and the calendar of its configuration.
  ///
  /// If `configuration` is nil, the configuration is the directory that contains the file, or
  /// `config`.
  static func finding(
    _ name: String, in configuration: String?
  ) throws -> (operation: Operation, catalog: Catalog, calendar: BusinessCalendar) {
    let isFile = name.hasSuffix(".yaml")
    let configuration =
      configuration ?? (isFile ? DefinitionFiles.configuration(holding: name) : nil) ?? ConfigurationPlace.standard
    let calendar = try calendar(in: configuration)
    guard isFile else {
      let catalog = try loaded(from: "\(configuration)/operations")
      return (try catalog.operation(name), catalog, calendar)
    }
    guard FileManager.default.fileExists(atPath: name) else { throw OperatorError("the file `\(name)` does not exist") }
    let chosen = ChosenFiles([name], in: configuration)
    let catalog = try loaded(with: chosen)
    guard let id = chosen.operations.first else { throw OperatorError("\(name) has no `operation`") }
    return (try catalog.operation(id), catalog, calendar)
  }

  /// Returns the calendar of a configuration. Throws `Failure.faults` if its file has faults.
  static func calendar(in configuration: String) throws -> BusinessCalendar {
    do { return try CalendarFile.calendar(in: configuration) } catch { throw Failure.faults(error) }
  }
}
