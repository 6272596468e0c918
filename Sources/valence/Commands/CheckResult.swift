import API
import Atoms
import BankSystems
import Dates
import Definitions
import FoundationEssentials
import Hosting
import JSON
import Operations
import SourceText

/// The result of a check of definition files.
struct CheckResult {
  /// The findings in the order of files and lines.
  private var findings: Diagnostics
  /// The counts of definitions; empty if the files have errors.
  private let counts: [String]
  /// The number of faults in files that were not selected.
  private let others: Int
  /// The number of scenario files of a whole configuration, which a check does not run.
  private var scenarioFiles = 0

  /// Checks all files of a configuration. Throws `OperatorError` if they cannot be read.
  init(of files: StoredFiles) throws {
    do throws(Catalog.Failure) {
      let catalog = try Catalog(files.definitions, vocabulary: .bank)
      do throws(Diagnostics) { _ = try files.calendar() } catch { throw Catalog.Failure.faults(error) }
      let navigation = catalog.navigation
      var warnings = catalog.warnings
      warnings.append(BankSystem.missingSettings(of: catalog.systems, in: ProcessInfo.processInfo.environment))
      self.init(
        warnings,
        [counted(catalog.operations.count, "operation")]
          + Self.counts([
            (navigation.screens.count, "screen"), (navigation.screens.isEmpty ? 0 : navigation.routes.count, "route"),
            (navigation.flows.count { !$0.hasPages }, "flow"),
          ]))
      scenarioFiles = files.definitions.scenarioCount
    } catch {
      guard case .faults(let faults) = error else { throw OperatorError(error) }
      self.init(faults)
    }
  }

  /// Checks the selected files as part of their configuration. Throws `OperatorError` if it cannot
  /// be read.
  init(of chosen: ChosenFiles) throws {
    var (found, others) = (Diagnostics(), 0)
    var routes: Int?
    do throws(Catalog.Failure) {
      let catalog = try Catalog(chosen.files, vocabulary: .bank)
      for warning in catalog.warnings.all where chosen.concerns(warning) { found.append(warning) }
      routes = chosen.count(of: catalog.navigation.routes)
    } catch {
      guard case .faults(let faults) = error else { throw OperatorError(error) }
      for fault in faults.all {
        if chosen.concerns(fault) { found.append(fault) } else if fault.severity == .error { others += 1 }
      }
    }
    for path in chosen.calendars {
      do { _ = try CalendarFile.calendar(at: path) } catch { found.append(error) }
    }
    let parts = [
      (chosen.count(of: .operations), "operation"), (chosen.count(of: .screens), "screen"),
      // Faults in other files prevent a table of routes.
      routes.map { ($0, "route") } ?? (chosen.count(of: .routes), "route file"),
      (chosen.count(of: .flows), "flow"),
      (chosen.count(of: .fragments), "fragment"), (chosen.count(of: .kinds), "kind"),
      (chosen.count(of: .locales), "locale"), (chosen.count(of: .tables), "table"),
      (chosen.count(of: .documents), "document"), (chosen.count(of: .images), "image"),
      (chosen.calendars.count, "calendar"),
    ]
    self.init(found, Self.counts(parts), others: others)
  }

  /// Checks a theme over the tokens of the web client. Throws `OperatorError` if a file cannot be
  /// read.
  init(ofTheme path: String, web: String) throws {
    guard let theme = FileManager.default.contents(atPath: path) else {
      throw OperatorError("the file `\(path)` cannot be read")
    }
    // The plain modules have the tokens in a style of their own, a bundle in the style of its page.
    let styles = ["look.css", "index.css"].lazy.compactMap { FileManager.default.contents(atPath: "\(web)/\($0)") }
    guard let client = styles.first else {
      throw OperatorError("\(web) has no styles of the web client: name its directory with --web")
    }
    let check = ThemeCheck(Array(theme), named: path, over: Array(client))
    self.init(check.findings, [counted(check.pairs, "colour pair")])
  }

  private init(_ findings: Diagnostics, _ counts: [String] = [], others: Int = 0) {
    (self.findings, self.counts, self.others) = (findings, counts, others)
  }

  /// Returns the result without the warnings that have one of these codes.
  func ignoring(_ codes: Set<FindingCode>) -> CheckResult {
    var result = self
    result.findings = Diagnostics()
    for finding in findings.all where finding.severity == .error || !codes.contains(finding.code) {
      result.findings.append(finding)
    }
    return result
  }

  /// True if a finding is an error.
  var isFaulty: Bool { findings.hasErrors }
  private var errors: Int { findings.all.count { $0.severity == .error } }
  private var warnings: Int { findings.all.count - errors }

  /// Returns the nonzero counts as text.
  private static func counts(_ parts: [(count: Int, noun: String)]) -> [String] {
    parts.filter { $0.count > 0 }.map { counted($0.count, $0.noun) }
  }
}

// MARK: - Text

extension CheckResult {
  /// Prints the first 100 findings with their lines, and the counts of files without errors.
  func print() {
    for finding in findings.reported.first { Output.line("\(finding)") }
    if findings.reported.more > 0 {
      Output.line("and \(counted(findings.reported.more, isFaulty ? "more finding" : "more warning"))")
    }
    guard !isFaulty else { return }
    let found = findings.all.isEmpty ? "no faults" : counted(findings.all.count, "warning")
    Output.line((counts + [found]).joined(separator: ", "))
    if scenarioFiles > 0 { Output.line("\(counted(scenarioFiles, "scenario file")): run `valence test`") }
    if others > 0 {
      Output.line("other files have \(counted(others, "fault")): `valence check` without paths lists them")
    }
  }

  /// Prints the result of one of several checks, between a line with the time and a line with the
  /// counts.
  func print(at time: Date) {
    let clock = Date.ISO8601FormatStyle(timeZone: .current).time(includingFractionalSeconds: false)
    Output.line("--- \(time.formatted(clock)) ---")
    print()
    guard isFaulty else { return }
    let parts = Self.counts([(errors, "error"), (warnings, "warning")])
    Output.line(parts.joined(separator: ", "))
  }
}

// MARK: - JSON

extension CheckResult {
  /// Prints each finding as a JSON object on a line of its own.
  func printJSON() {
    for finding in findings.sorted { Output.json(finding.write) }
  }

  /// Prints the findings of one of several checks, and an object with the time and the counts.
  func printJSON(at time: Instant) {
    printJSON()
    Output.json { writer in
      writer.object { writer in
        writer.key("checked")
        writer.string("\(time)")
        writer.key("errors")
        writer.integer(errors)
        writer.key("warnings")
        writer.integer(warnings)
      }
    }
  }
}

extension Diagnostic {
  /// Writes the finding as an object.
  fileprivate func write(to writer: inout Writer) {
    writer.object { writer in
      writer.key("severity")
      writer.string(severity.rawValue)
      writer.key("code")
      writer.string(code.rawValue)
      location.writeMembers(to: &writer)
      writer.key("message")
      writer.string(problem)
      if let advice {
        writer.key("remedy")
        writer.string(advice)
      }
      guard !location.inclusions.isEmpty else { return }
      writer.key("includedFrom")
      writer.array { writer in
        for place in location.inclusions { writer.object { place.writeMembers(to: &$0) } }
      }
    }
  }
}

extension Location {
  fileprivate func writeMembers(to writer: inout Writer) {
    writer.key("file")
    writer.string(file.name)
    writer.key("line")
    writer.integer(line)
    writer.key("column")
    writer.integer(column)
  }
}
