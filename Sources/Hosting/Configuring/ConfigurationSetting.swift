/// The value of a configuration key that is in effect.
package struct ConfigurationSetting {
  /// A value with the place where it is written.
  struct Written {
    /// The value as text.
    let text: String
    /// The origin of the value.
    let origin: ConfigurationOrigin
  }

  /// The key.
  let key: ConfigurationKey
  /// Its values; none if the default holds.
  let written: [Written]

  /// The origin of the values.
  var origin: ConfigurationOrigin { written.first?.origin ?? .standard }

  /// The values that hold, as texts; none if the default is no text.
  package var values: [String] { written.isEmpty ? [key.standard].compactMap(\.self) : written.map(\.text) }

  /// The arguments that it puts before a command line that does not set the key.
  var arguments: [String] {
    if case .option = origin { [] } else { allArguments }
  }

  /// The arguments that set the key, from any origin.
  var allArguments: [String] { written.flatMap { key.arguments(for: $0.text) } }

  /// Notes each value that the parser of the options refuses.
  func judge(by refusal: OptionRefusal, _ faults: inout ConfigurationFaults) {
    for value in written {
      guard let fault = key.fault(of: value.text, by: refusal) else { continue }
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
      // The parser refuses any other word.
      text == "true" ? [option] : text == "false" ? [opposite].compactMap(\.self) : ["\(option)=\(text)"]
    }
  }

  /// Returns the reason for which the parser refuses a text as a value of the key; nil if it accepts it.
  func fault(of text: String, by refusal: OptionRefusal) -> String? {
    if case .toggle = form { return ["true", "false"].contains(text) ? nil : fault(of: text, takes) }
    guard let message = refusal(arguments(for: text)) else { return nil }
    // The parser's sentence ends with the message of the option's own type, if there is one.
    let opening = "The value '\(text)' is invalid for '\(option) <\(takes)>': takes "
    return fault(of: text, message.hasPrefix(opening) ? String(message.dropFirst(opening.count)) : takes)
  }

  private func fault(of text: String, _ takes: String) -> String {
    isSecret ? "takes \(takes); its value (not shown) is invalid" : "takes \(takes), not `\(text)`"
  }
}

/// Parses arguments; returns the message of the refusal, or nil if the parser accepts them.
package typealias OptionRefusal = (_ arguments: [String]) -> String?

/// The options that a command line writes out, with their values: `--port 9000`, `--port=9000`, `--watch`.
struct WrittenOptions {
  private var values: [String: [String]] = [:]

  /// Reads the arguments of a command with those options. The parser reports unknown arguments.
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

  /// The values of an option in their order; nil if it does not stand there.
  subscript(name: String) -> [String]? { values[name] }

  /// Returns the values of a key on the command line, each with its option.
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
