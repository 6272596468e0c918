import Atoms

/// Where a value of the configuration comes from, the weakest first.
enum ConfigurationOrigin {
  /// The declaration of its key.
  case standard
  /// A place in the configuration file.
  case file(Location)
  /// An environment variable.
  case environment(String)
  /// An option on the command line.
  case option(String)
}

extension ConfigurationOrigin: CustomStringConvertible {
  /// `default`, `valence.yaml:3`, `VALENCE_PORT`, `--port`
  var description: String {
    switch self {
    case .standard: "default"
    case .file(let place): "\(place.file.name):\(place.line)"
    case .environment(let name), .option(let name): name
    }
  }
}
