import ArgumentParser

/// A key of the configuration: an option of a command, known by its declaration there and nowhere else.
struct ConfigurationKey {
  /// How many values it has.
  enum Form: Equatable {
    /// One.
    case one
    /// Any number.
    case list
    /// True or false; `opposite` is the option that says false.
    case toggle(opposite: String?)
  }

  /// The name, in the configuration file and behind `--`.
  let name: String
  /// How many values it has.
  let form: Form
  /// What it takes, as it follows the word.
  let takes: String
  /// The default; nil where the declaration says it in words only, or there is none.
  let standard: String?
  /// What the declaration says of the default, in words.
  let standardWords: String?
  /// What it says, in a sentence or two.
  let words: String

  /// The environment variable.
  var variable: String { "VALENCE_" + name.uppercased().replacing("-", with: "_") }
  /// The option on the command line.
  var option: String { "--\(name)" }
  /// Whether its value is never shown.
  var isSecret: Bool { takes == "secret" }
  /// Whether its value is the path of a file or directory.
  var isPath: Bool { takes == "path" || takes == "directory" }

  /// The keys of a command's options, in the order of their declarations.
  static func keys(of command: any ParsableArguments.Type) -> [ConfigurationKey] {
    keys(of: DeclaredOption.all(of: command))
  }

  /// The keys among options.
  static func keys(of declared: [DeclaredOption]) -> [ConfigurationKey] {
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
    let parts = option.help.split(separator: " Default: ", maxSplits: 1)
    words = String(parts.first ?? "")
    standardWords = parts.count == 2 ? String(parts[1].drop { $0 == " " }.trimmingSuffix { $0 == "." }) : nil
  }

  private static func alternatives(_ choices: [String]) -> String {
    choices.count < 2 ? choices.joined() : "\(choices.dropLast().joined(separator: ", ")) or \(choices.last ?? "")"
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}
