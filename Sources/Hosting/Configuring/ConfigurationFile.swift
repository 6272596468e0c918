import FoundationEssentials
import Definitions
import Operations
import SourceText

/// A configuration file: keys with their values and places.
///
/// Each command with the option `--config-file` reads it. Its values stand before the command line, see
/// `EffectiveConfiguration`.
package struct ConfigurationFile {
  /// The option that names the file.
  package static let option = "config-file"
  /// The environment variable in its place.
  static let variable = "VALENCE_CONFIG_FILE"
  /// The file that is read if none is named, if it is there.
  static let standard = "valence.yaml"

  /// A key with its value.
  struct Entry {
    /// The name, at its place.
    let name: SourceNode
    /// The value.
    let value: SourceNode
  }

  /// The path, as it was given.
  let path: String
  /// The keys in their order.
  let entries: [Entry]

  /// Reads a file.
  init(path: String) throws(Diagnostics) {
    self.path = path
    let start = Location(file: SourceFile(name: path, text: ""), line: 1, column: 1)
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Diagnostics(one: "the configuration file cannot be read", at: start)
    }
    // A file whose lines are all comments says nothing, and is no fault.
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
      throw Diagnostics(one: "a configuration file is keys with their values, not \(root.noun)", at: root.location)
    }
    entries = mapping.map { Entry(name: $0.key, value: $0.value) }
  }

  /// Returns the file that the command line or the environment names, or the one in the working directory; nil without
  /// one.
  static func find(_ options: WrittenOptions, _ environment: [String: String]) throws(Diagnostics) -> ConfigurationFile?
  {
    if let path = options[option]?.last ?? environment[variable] {
      return try ConfigurationFile(path: path)
    }
    return FileManager.default.fileExists(atPath: standard) ? try ConfigurationFile(path: standard) : nil
  }

  /// A path that is written in this file: relative ones begin where the file lies.
  func resolve(_ written: String) -> String {
    guard !written.hasPrefix("/"), let end = path.lastIndex(of: "/") else { return written }
    return "\(path[...end])\(written)"
  }
}

extension Diagnostics {
  /// Creates diagnostics of one error.
  fileprivate init(one message: String, at location: Location) {
    self.init()
    error(message, at: location)
  }
}

/// The faults of a configuration, each with its place or name.
struct ConfigurationFaults {
  private var placed = Diagnostics()
  private var variables: [String] = []
  private var options: [String] = []

  /// Creates an empty list.
  init() {}

  /// True without faults.
  var isEmpty: Bool { placed.all.isEmpty && variables.isEmpty && options.isEmpty }

  /// Notes a fault of a value from that origin. The line of a secret is not shown.
  mutating func note(_ subject: String, _ message: String, at origin: ConfigurationOrigin, isSecret: Bool = false) {
    switch origin {
    case .file(let place):
      let blank = Location(file: SourceFile(name: place.file.name, text: ""), line: place.line, column: place.column)
      placed.error("`\(subject)` \(message)", at: isSecret ? blank : place)
    case .environment(let name): variables.append("\(name) \(message)")
    case .option(let name): options.append("\(name) \(message)")
    case .standard: options.append("--\(subject) \(message)")
    }
  }

  /// Notes the faults of a file.
  mutating func note(_ faults: Diagnostics) { placed.append(faults) }

  /// The failure that tells all of them: one that has no place in a line of its own.
  var failure: OperatorError {
    let lines = placed.sorted.map { "\($0)" } + variables + options
    if placed.all.isEmpty, lines.count == 1 { return OperatorError(lines[0]) }
    return OperatorError((["the configuration has faults"] + lines).joined(separator: "\n"))
  }
}
