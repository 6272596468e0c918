import JSON

/// A configuration key, which is an option of a command. The declaration of the option is its only
/// definition.
package struct ConfigurationKey {
  /// The number of values of a key.
  package enum Form: Equatable {
    case one
    /// Any number of values.
    case list
    /// True or false. `opposite` is the option that sets false.
    case toggle(opposite: String?)
  }

  /// The name in the configuration file, and on the command line after `--`.
  package let name: String
  package let form: Form
  /// The type of the value, as a phrase after "takes".
  package let takes: String
  /// The default as text. It is nil if the key has no default or the default is described in words.
  package let standard: String?
  /// The description of the default, such as `none`.
  let standardWords: String?
  /// The description, in one or two sentences.
  package let words: String

  var variable: String { "VALENCE_" + name.uppercased().replacing("-", with: "_") }
  var option: String { "--\(name)" }
  /// True if the value must not be shown.
  var isSecret: Bool { takes == "secret" }
  var isPath: Bool { ["path", "file", "directory", "path or address"].contains(takes) }

  /// Returns the keys of the visible options.
  package static func keys(of declared: [DeclaredOption]) -> [ConfigurationKey] {
    let options = declared.filter(\.isShown)
    let names = Set(options.map(\.name))
    return options.compactMap { option in
      let isOpposite = option.isFlag && option.name.hasPrefix("no-") && names.contains(String(option.name.dropFirst(3)))
      guard !isOpposite, !ownNames.contains(option.name) else { return nil }
      return ConfigurationKey(option, opposite: names.contains("no-\(option.name)") ? "--no-\(option.name)" : nil)
    }
  }

  /// Options that concern the command line itself.
  private static let ownNames: Set = ["help", "version", ConfigurationFile.option]

  private init(_ option: DeclaredOption, opposite: String?) {
    name = option.name
    form = option.isFlag ? .toggle(opposite: opposite) : option.isRepeating ? .list : .one
    takes =
      option.isFlag ? "true or false" : option.choices.isEmpty ? option.valueName : Self.alternatives(option.choices)
    standard = option.isFlag ? "\(option.standard == option.option)" : option.standard
    words = option.help.words
    standardWords = option.help.standardWords
  }

  private static func alternatives(_ choices: [String]) -> String {
    choices.count < 2 ? choices.joined() : "\(choices.dropLast().joined(separator: ", ")) or \(choices.last ?? "")"
  }
}

/// The help of an option in parts. The command line shows `text`.
package struct OptionHelp: Sendable {
  /// The description, in one or two sentences.
  let words: String
  /// The default as text. It is nil if the option has no default or the argument parser reports it.
  let standard: String?
  /// The description of the default.
  let standardWords: String?

  init(_ words: String) { self.init(words, nil, nil) }

  package init(_ words: String, standard: String) { self.init(words, standard, nil) }

  package init(_ words: String, standardWords: String) { self.init(words, nil, standardWords) }

  private init(_ words: String, _ standard: String?, _ standardWords: String?) {
    self.words = words
    self.standard = standard
    self.standardWords = standardWords
  }

  package var text: String {
    if let standard { return "\(words) (default: \(standard))" }
    if let standardWords { return "\(words) Default: \(standardWords)." }
    return words
  }
}

/// An option or flag, read from the argument parser's description of a command.
package struct DeclaredOption {
  /// The name after `--`.
  package let name: String
  /// True if it takes no value.
  let isFlag: Bool
  /// True if it may be repeated.
  let isRepeating: Bool
  /// True if the help lists the option.
  let isShown: Bool
  let valueName: String
  /// The default as text; nil if the option has no default that can be written as text.
  let standard: String?
  /// The allowed values; empty if the option has no fixed list of values.
  let choices: [String]
  let help: OptionHelp

  /// `--name`
  var option: String { "--\(name)" }

  /// Returns all long options of a command.
  ///
  /// - Parameters:
  ///   - dump: The argument parser's description of the command, as JSON.
  ///   - helps: The help in parts, by the text that the command line shows.
  package static func all(described dump: String, _ helps: [String: OptionHelp]) -> [DeclaredOption] {
    let description = (try? Value(reading: Array(dump.utf8))) ?? .null
    return (description["command"]?["arguments"]?.array ?? []).compactMap { DeclaredOption($0, helps) }
  }

  private init?(_ argument: Value, _ helps: [String: OptionHelp]) {
    guard argument["kind"]?.string != "positional",
      let name = argument["preferredName"]?["name"]?.string, argument["preferredName"]?["kind"]?.string == "long"
    else { return nil }
    self.name = name
    isFlag = argument["kind"]?.string == "flag"
    isRepeating = argument["isRepeating"] == true
    isShown = argument["shouldDisplay"] == true
    valueName = argument["valueName"]?.string ?? name
    choices = (argument["allValues"]?.array ?? []).compactMap(\.string)
    let text = argument["abstract"]?.string ?? ""
    help = helps[text] ?? OptionHelp(text)
    standard = help.standard ?? argument["defaultValue"]?.string
  }
}
