import FoundationEssentials
import Definitions
import Operations
import SourceText

/// The keys and values of a configuration file, with their locations.
///
/// Each command with the option `--config-file` reads the file. Options on the command line
/// override its values, as described in `EffectiveConfiguration`.
package struct ConfigurationFile {
  /// The option that names the file.
  package static let option = "config-file"
  /// The environment variable that names the file if the option is absent.
  static let variable = "VALENCE_CONFIG_FILE"
  /// The default path: `valence.yaml` in the working directory, or the installed file; nil if
  /// neither exists.
  static var standard: String? { InstalledFiles.existing("valence.yaml") }

  struct Entry {
    let name: SourceNode
    let value: SourceNode
  }

  /// The path as given by the caller.
  let path: String
  /// The keys in file order.
  let entries: [Entry]

  /// Reads a file. Throws if it is unreadable, is not valid YAML or does not contain a mapping.
  init(path: String) throws(Diagnostics) {
    self.path = path
    let start = Location(file: SourceFile(name: path, text: ""), line: 1, column: 1)
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Diagnostics(one: "the configuration file cannot be read", at: start)
    }
    // A file that contains only comments is valid and has no keys.
    let isEmpty = data.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
      let first = line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }
      return first == nil || first == UInt8(ascii: "#")
    }
    if isEmpty {
      entries = []
      return
    }
    let root = try YAMLFile(Array(data), name: path).root
    guard let mapping = root.mapping else {
      throw Diagnostics(
        one: "a configuration file must be a mapping of keys to values, not \(root.noun)", at: root.location)
    }
    entries = mapping.map { Entry(name: $0.key, value: $0.value) }
  }

  /// Returns the file named by the command line or, second, the environment; otherwise the default
  /// file. Returns nil if no file is named and the default file does not exist.
  static func find(_ options: WrittenOptions, _ environment: [String: String]) throws(Diagnostics) -> ConfigurationFile?
  {
    if let path = options[option]?.last ?? environment[variable] {
      return try ConfigurationFile(path: path)
    }
    guard let standard else { return nil }
    return try ConfigurationFile(path: standard)
  }

  /// Returns a path from this file. Relative paths are resolved from the directory of the file.
  func resolve(_ written: String) -> String {
    guard !written.hasPrefix("/"), let end = path.lastIndex(of: "/") else { return written }
    return "\(path[...end])\(written)"
  }
}

extension Diagnostics {
  fileprivate init(one message: String, at location: Location) {
    self.init()
    error(.unreadableFile, message, at: location)
  }
}

/// The faults of a configuration, each with its location, variable or option.
struct ConfigurationFaults {
  private var placed = Diagnostics()
  private var variables: [String] = []
  private var options: [String] = []

  init() {}

  var isEmpty: Bool { placed.all.isEmpty && variables.isEmpty && options.isEmpty }

  /// Adds a fault in the value from `origin`. Omits the source line if the value is secret.
  mutating func note(_ subject: String, _ message: String, at origin: ConfigurationOrigin, isSecret: Bool = false) {
    switch origin {
    case .file(let place):
      let blank = Location(file: SourceFile(name: place.file.name, text: ""), line: place.line, column: place.column)
      placed.error(.setting, "`\(subject)` \(message)", at: isSecret ? blank : place)
    case .environment(let name): variables.append("\(name) \(message)")
    case .option(let name): options.append("\(name) \(message)")
    case .standard: options.append("--\(subject) \(message)")
    }
  }

  /// Adds the faults of a file.
  mutating func note(_ faults: Diagnostics) { placed.append(faults) }

  /// The error that lists all faults. A single fault without a location is shown without a
  /// headline.
  var failure: OperatorError {
    let lines = placed.sorted.map { "\($0)" } + variables + options
    if placed.all.isEmpty, lines.count == 1 { return OperatorError(lines[0]) }
    return OperatorError((["the configuration has faults"] + lines).joined(separator: "\n"))
  }
}
