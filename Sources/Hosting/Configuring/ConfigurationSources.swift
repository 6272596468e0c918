import SourceText

/// The sources of a configuration. The environment overrides the file, and the command line
/// overrides both.
struct ConfigurationSources {
  let options: WrittenOptions
  /// The environment variables that are not empty. An empty variable counts as unset.
  let environment: [String: String]
  let file: ConfigurationFile?

  /// Returns the values of a key from the source with the highest precedence that sets it.
  func written(of key: ConfigurationKey, _ faults: inout ConfigurationFaults) -> [ConfigurationSetting.Written] {
    if let values = options.values(of: key) {
      return values.map { .init(text: $0.text, origin: .option($0.option)) }
    }
    if let value = environment[key.variable] {
      let texts = key.form == .list ? value.split(separator: ",").map { $0.trimming { $0 == " " } } : [value]
      return texts.map { .init(text: $0, origin: .environment(key.variable)) }
    }
    guard let file, let value = file.entries.first(where: { $0.name.scalar == key.name })?.value else { return [] }
    return values(of: key, value, faults: &faults).map { text, place in
      .init(text: key.isPath && !DatabasePlace.isAddress(text) ? file.resolve(text) : text, origin: .file(place))
    }
  }

  private func values(
    of key: ConfigurationKey, _ node: SourceNode, faults: inout ConfigurationFaults
  ) -> [(String, Location)] {
    switch node.content {
    case .scalar(let text, _): return [(text, node.location)]
    // In YAML, null leaves the key unset.
    case .null: return []
    case .sequence(let elements) where key.form == .list:
      return elements.flatMap { element in
        if element.scalar == nil {
          faults.note(key.name, "takes \(key.takes), not \(element.noun)", at: .file(element.location))
        }
        return element.scalar.map { [($0, element.location)] } ?? []
      }
    case .sequence, .mapping:
      faults.note(
        key.name, "takes \(key.form == .list ? "a list" : "one value"), not \(node.noun)", at: .file(node.location))
      return []
    }
  }
}

extension Substring {
  fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> String {
    var rest = drop(while: isTrimmed)
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return String(rest)
  }
}

/// The origin of a value, in ascending precedence.
enum ConfigurationOrigin {
  /// The default of the option.
  case standard
  /// A location in the configuration file.
  case file(Location)
  case environment(String)
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
