import JSON

/// A key of the configuration: an option of a command, known by its declaration there and nowhere else.
package struct ConfigurationKey {
  /// The number of its values.
  package enum Form: Equatable {
    /// One.
    case one
    /// Any number.
    case list
    /// True or false; `opposite` is the option that says false.
    case toggle(opposite: String?)
  }

  /// The name, in the configuration file and behind `--`.
  package let name: String
  /// The number of its values.
  package let form: Form
  /// The type of its value, in words that follow "takes".
  package let takes: String
  /// The default; nil if there is none, or the declaration gives it in words only.
  package let standard: String?
  /// The default in words.
  package let standardWords: String?
  /// The description, in a sentence or two.
  package let words: String

  /// The environment variable.
  package var variable: String { "VALENCE_" + name.uppercased().replacing("-", with: "_") }
  /// The option on the command line.
  package var option: String { "--\(name)" }
  /// True if its value is never shown.
  var isSecret: Bool { takes == "secret" }
  /// True if its value is the path of a file or directory.
  var isPath: Bool { ["path", "directory", "path or address"].contains(takes) }

  /// The keys among options.
  package static func keys(of declared: [DeclaredOption]) -> [ConfigurationKey] {
    let options = declared.filter(\.isShown)
    let names = Set(options.map(\.name))
    return options.compactMap { option in
      let isOpposite = option.isFlag && option.name.hasPrefix("no-") && names.contains(String(option.name.dropFirst(3)))
      guard !isOpposite, !ownNames.contains(option.name) else { return nil }
      return ConfigurationKey(option, opposite: names.contains("no-\(option.name)") ? "--no-\(option.name)" : nil)
    }
  }

  /// Options that are about the command line itself.
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

/// The help of an option in its parts, of which the command line shows one text.
package struct OptionHelp: Sendable {
  /// The description, in a sentence or two.
  let words: String
  /// The default as text; nil if the option has no default, or the argument parser knows it.
  let standard: String?
  /// The default in words.
  let standardWords: String?

  /// Creates help without a default.
  package init(_ words: String) { self.init(words, nil, nil) }

  /// Creates help with a default as text.
  package init(_ words: String, standard: String) { self.init(words, standard, nil) }

  /// Creates help with a default in words.
  package init(_ words: String, standardWords: String) { self.init(words, nil, standardWords) }

  private init(_ words: String, _ standard: String?, _ standardWords: String?) {
    self.words = words
    self.standard = standard
    self.standardWords = standardWords
  }

  /// The text that the command line shows.
  package var text: String {
    if let standard { return "\(words) (default: \(standard))" }
    if let standardWords { return "\(words) Default: \(standardWords)." }
    return words
  }
}

/// An option or flag as its declaration has it, read from the argument parser's description of a command.
package struct DeclaredOption {
  /// The name behind `--`.
  package let name: String
  /// True if it takes no value.
  let isFlag: Bool
  /// True if it may be repeated.
  let isRepeating: Bool
  /// True if the help shows it.
  let isShown: Bool
  /// The placeholder of the value in the help.
  let valueName: String
  /// The default as text; nil if there is none as text.
  let standard: String?
  /// The only values, where they are listed.
  let choices: [String]
  /// The description.
  let help: OptionHelp

  /// `--name`
  var option: String { "--\(name)" }

  /// Returns all options of a command.
  ///
  /// - Parameters:
  ///   - dump: The argument parser's description of the command, as JSON.
  ///   - helps: The recorded help for each text that has parts.
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
