import Essentials

/// What a configuration is read from: the file is the weakest, the environment stands over it, the command line over both.
struct ConfigurationSources {
  /// What the command line says.
  let options: WrittenOptions
  /// The variables that say something: an empty one is as one that is not there.
  let environment: [String: String]
  /// The configuration file.
  let file: ConfigurationFile?

  /// What the strongest source that says something of a key says.
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
      .init(text: key.isPath ? file.resolve(text) : text, origin: .file(place))
    }
  }

  private func values(
    of key: ConfigurationKey, _ node: SourceNode, faults: inout ConfigurationFaults
  ) -> [(String, Location)] {
    switch node.content {
    case .scalar(let text, _): return [(text, node.location)]
    // What YAML calls null says nothing.
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
