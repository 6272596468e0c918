import Atoms

/// Everything that is wrong with a configuration, each with its place or name.
struct ConfigurationFaults {
  private var placed = Diagnostics()
  private var variables: [String] = []
  private var options: [String] = []

  /// Nothing wrong.
  init() {}

  /// Whether nothing is wrong.
  var isEmpty: Bool { placed.all.isEmpty && variables.isEmpty && options.isEmpty }

  /// Notes a fault of what comes from there; the line of a secret is not shown.
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
  var failure: CommandFailure {
    let lines = placed.sorted.map { "\($0)" } + variables + options
    if placed.all.isEmpty, lines.count == 1 { return CommandFailure(lines[0]) }
    return CommandFailure((["the configuration has faults"] + lines).joined(separator: "\n"))
  }
}
