import ArgumentParser
import Atoms

/// What holds for a key of the configuration.
struct ConfigurationSetting {
  /// A value with the place where it is written.
  struct Written {
    /// The value as text.
    let text: String
    /// Where it is written.
    let origin: ConfigurationOrigin
  }

  /// The key.
  let key: ConfigurationKey
  /// Its values; none where the default holds.
  let written: [Written]

  /// Where the values come from.
  var origin: ConfigurationOrigin { written.first?.origin ?? .standard }

  /// The values that hold, as texts; none where the default is no text.
  var values: [String] { written.isEmpty ? [key.standard].compactMap(\.self) : written.map(\.text) }

  /// What it puts before a command line that does not say it itself.
  var arguments: [String] {
    if case .option = origin { [] } else { allArguments }
  }

  /// The options that say it, whatever said it.
  var allArguments: [String] { written.flatMap { key.arguments(for: $0.text) } }

  /// Notes each value that the command which declares the key does not take.
  func judge(by command: any ParsableArguments.Type, _ faults: inout ConfigurationFaults) {
    for value in written {
      guard let fault = key.fault(of: value.text, in: command) else { continue }
      faults.note(key.name, fault, at: value.origin, isSecret: key.isSecret)
    }
  }
}

extension ConfigurationKey {
  /// The options that give the key a value.
  func arguments(for text: String) -> [String] {
    switch form {
    case .one, .list: ["\(option)=\(text)"]
    case .toggle(let opposite):
      // What is neither is left for the parser to refuse.
      text == "true" ? [option] : text == "false" ? [opposite].compactMap(\.self) : ["\(option)=\(text)"]
    }
  }

  /// Why a text is no value of the key, judged by the command that declares it; nil where it is one.
  func fault(of text: String, in command: any ParsableArguments.Type) -> String? {
    if case .toggle = form { return ["true", "false"].contains(text) ? nil : refusal(of: text, takes) }
    do {
      _ = try command.parse(arguments(for: text))
      return nil
    } catch {
      // The parser's sentence ends with what the option's own reading says, where it says something.
      let opening = "The value '\(text)' is invalid for '\(option) <\(takes)>': takes "
      let message = command.message(for: error)
      return refusal(of: text, message.hasPrefix(opening) ? String(message.dropFirst(opening.count)) : takes)
    }
  }

  private func refusal(of text: String, _ takes: String) -> String {
    isSecret ? "takes \(takes), and its value is none" : "takes \(takes), not `\(text)`"
  }
}

/// The options that a command line writes out, with their values: `--port 9000`, `--port=9000`, `--watch`.
struct WrittenOptions {
  private var values: [String: [String]] = [:]

  /// Reads the arguments of a command with those options. What it does not understand it leaves to the parser, which
  /// tells of it.
  init(_ arguments: some Sequence<String>, options: [DeclaredOption]) {
    let known = Dictionary(options.map { ($0.option, $0) }, uniquingKeysWith: { first, _ in first })
    var rest = arguments.makeIterator()
    while let argument = rest.next(), argument != "--" {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = known[parts[0]] else { continue }
      if option.isFlag {
        values[option.name, default: []].append("")
      } else if let value = parts.count == 2 ? parts[1] : rest.next() {
        values[option.name, default: []].append(value)
      }
    }
  }

  /// The values of an option in their order; nil where it does not stand there.
  subscript(name: String) -> [String]? { values[name] }

  /// What the command line says of a key, each value with the option that it says it by.
  func values(of key: ConfigurationKey) -> [(text: String, option: String)]? {
    switch key.form {
    case .one: return self[key.name]?.suffix(1).map { ($0, key.option) }
    case .list: return self[key.name]?.map { ($0, key.option) }
    case .toggle(let opposite):
      if self[key.name] != nil { return [("true", key.option)] }
      guard let opposite, self[String(opposite.dropFirst(2))] != nil else { return nil }
      return [("false", opposite)]
    }
  }
}
