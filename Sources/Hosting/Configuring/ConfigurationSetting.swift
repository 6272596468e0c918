/// The effective value of a configuration key.
package struct ConfigurationSetting {
  /// A value with its origin.
  struct Written {
    let text: String
    let origin: ConfigurationOrigin
  }

  let key: ConfigurationKey
  /// The values of the key; empty if the default applies.
  let written: [Written]

  var origin: ConfigurationOrigin { written.first?.origin ?? .standard }

  /// The effective values as text. It is empty if the default cannot be written as text.
  package var values: [String] { written.isEmpty ? [key.standard].compactMap(\.self) : written.map(\.text) }

  /// The arguments to insert before the command line; empty if the command line sets the key.
  var arguments: [String] {
    if case .option = origin { [] } else { allArguments }
  }

  var allArguments: [String] { written.flatMap { key.arguments(for: $0.text) } }

  /// Adds a fault for each value that the argument parser rejects.
  func judge(by refusal: OptionRefusal, _ faults: inout ConfigurationFaults) {
    for value in written {
      guard let fault = key.fault(of: value.text, by: refusal) else { continue }
      faults.note(key.name, fault, at: value.origin, isSecret: key.isSecret)
    }
  }
}

extension ConfigurationKey {
  /// Returns the arguments that set the key to `text`.
  func arguments(for text: String) -> [String] {
    switch form {
    case .one, .list: ["\(option)=\(text)"]
    case .toggle(let opposite):
      // The parser rejects any other word.
      text == "true" ? [option] : text == "false" ? [opposite].compactMap(\.self) : ["\(option)=\(text)"]
    }
  }

  /// Returns the reason why the parser rejects `text` as a value of the key; nil if it accepts it.
  func fault(of text: String, by refusal: OptionRefusal) -> String? {
    if case .toggle = form { return ["true", "false"].contains(text) ? nil : fault(of: text, takes) }
    guard let message = refusal(arguments(for: text)) else { return nil }
    // If the option has its own type, the parser's message ends with the message of that type.
    let opening = "The value '\(text)' is invalid for '\(option) <\(takes)>': takes "
    return fault(of: text, message.hasPrefix(opening) ? String(message.dropFirst(opening.count)) : takes)
  }

  private func fault(of text: String, _ takes: String) -> String {
    isSecret ? "takes \(takes); its value (not shown) is invalid" : "takes \(takes), not `\(text)`"
  }
}

/// Parses arguments. Returns the parser's message if it rejects them, and nil otherwise.
package typealias OptionRefusal = (_ arguments: [String]) -> String?

/// The options on a command line with their values: `--port 9000`, `--port=9000`, `--watch`.
struct WrittenOptions {
  private var values: [String: [String]] = [:]

  /// Reads arguments, and ignores unknown options because the parser reports them.
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

  /// The values of an option in order; nil if the option is absent.
  subscript(name: String) -> [String]? { values[name] }

  /// Returns the values of a key on the command line, each with its option; nil if none is set.
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
