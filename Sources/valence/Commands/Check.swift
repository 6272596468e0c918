import Authoring
import BankSystems
import Definitions
import Hosting
import Atoms
import Dates
import SourceText
import ArgumentParser
import FoundationEssentials
import Operations

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

      Files are checked as part of their configuration; screens, routes and flows are checked against all \
      operations. Only findings about the given files are printed. A file outside of the configuration replaces the \
      operation, screen or flow with the same id, or the file of routes with the same name.

      Scenario files are ignored; `valence test` runs them.

      Exit status: 0 without errors, also with warnings; 1 with errors.
      """)

  @Argument(
    help: """
      Files of operations, screens, routes, flows, fragments, locales or tables, calendar.yaml, or directories of \
      these. Default: all of config.
      """)
  var paths: [String] = []

  @OptionGroup var place: ConfigurationPlace

  func run() throws {
    try Self.reporting {
      let config = place.directory(of: paths)
      if paths.isEmpty {
        try Self.checkAll(StoredFiles(directory: config))
      } else {
        try check(ChosenFiles(paths, in: config))
      }
    }
  }

  /// Runs a check. If it throws faults, prints them and exits with an error.
  static func reporting(_ check: () throws -> Void) throws {
    do {
      try check()
    } catch let failure as Catalog.Failure {
      switch failure {
      case .unreadable: throw OperatorError(failure)
      case .faults(let faults):
        for fault in faults.reported.first { Output.line("\(fault)") }
        if faults.reported.more > 0 { Output.line("and \(counted(faults.reported.more, "more finding"))") }
        throw ExitCode.failure
      }
    }
  }

  /// Checks all files of a configuration, and prints the number of definitions and the warnings.
  static func checkAll(_ files: StoredFiles) throws {
    let catalog = try Catalog(files.definitions, vocabulary: .bank)
    do { _ = try files.calendar() } catch { throw Catalog.Failure.faults(error) }
    let navigation = catalog.navigation
    let more = [
      (navigation.screens.count, "screen"), (navigation.screens.isEmpty ? 0 : navigation.routes.count, "route"),
      (navigation.flows.count, "flow"),
    ]
    var warnings = catalog.warnings
    warnings.append(BankSystem.missingSettings(of: catalog.systems, in: ProcessInfo.processInfo.environment))
    report([counted(catalog.operations.count, "operation")] + counts(more), warnings)
  }

  private func check(_ chosen: ChosenFiles) throws {
    var (faults, warnings) = (Diagnostics(), Diagnostics())
    var (routes, others) = (Int?.none, 0)
    do throws(Catalog.Failure) {
      let catalog = try Catalog(chosen.files, vocabulary: .bank)
      for warning in catalog.warnings.all where chosen.concerns(warning) { warnings.append(warning) }
      routes = chosen.count(of: catalog.navigation.routes)
    } catch {
      guard case .faults(let found) = error else { throw error }
      for fault in found.all {
        if chosen.concerns(fault) { faults.append(fault) } else { others += 1 }
      }
    }
    for path in chosen.calendars {
      do { _ = try CalendarFile.calendar(at: path) } catch { faults.append(error) }
    }
    guard !faults.hasErrors else { throw Catalog.Failure.faults(faults) }
    let parts = [
      (chosen.count(of: .operations), "operation"), (chosen.count(of: .screens), "screen"),
      // Faults in other files prevent a table of routes.
      routes.map { ($0, "route") } ?? (chosen.count(of: .routes), "route file"),
      (chosen.count(of: .flows), "flow"),
      (chosen.count(of: .fragments), "fragment"), (chosen.count(of: .locales), "locale"),
      (chosen.count(of: .tables), "table"),
      (chosen.calendars.count, "calendar"),
    ]
    Self.report(Self.counts(parts), warnings)
    if others > 0 {
      Output.line("other files have \(counted(others, "fault")): `valence check` without paths lists them")
    }
  }

  /// Returns the nonzero counts as text.
  private static func counts(_ parts: [(count: Int, noun: String)]) -> [String] {
    parts.filter { $0.count > 0 }.map { counted($0.count, $0.noun) }
  }

  private static func report(_ what: [String], _ warnings: Diagnostics) {
    for warning in warnings.reported.first { Output.line("\(warning)") }
    if warnings.reported.more > 0 { Output.line("and \(counted(warnings.reported.more, "more warning"))") }
    let found = warnings.all.isEmpty ? "no faults" : counted(warnings.all.count, "warning")
    Output.line((what + [found]).joined(separator: ", "))
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
