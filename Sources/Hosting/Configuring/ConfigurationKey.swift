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
  let help: String

  /// `--name`
  var option: String { "--\(name)" }

  /// Returns all options of a command.
  ///
  /// - Parameter dump: The argument parser's description of the command, as JSON.
  package static func all(described dump: String) -> [DeclaredOption] {
    let description = (try? Value(reading: Array(dump.utf8))) ?? .null
    return (description["command"]?["arguments"]?.array ?? []).compactMap(DeclaredOption.init)
  }

  private init?(_ argument: Value) {
    guard argument["kind"]?.string != "positional",
      let name = argument["preferredName"]?["name"]?.string, argument["preferredName"]?["kind"]?.string == "long"
    else { return nil }
    self.name = name
    isFlag = argument["kind"]?.string == "flag"
    isRepeating = argument["isRepeating"] == true
    isShown = argument["shouldDisplay"] == true
    valueName = argument["valueName"]?.string ?? name
    choices = (argument["allValues"]?.array ?? []).compactMap(\.string)
    let words = argument["abstract"]?.string ?? ""
    // The parser does not know the default of an option that reads its text itself: there the help says it.
    let (opening, isSaid) = (" (default: ", words.hasSuffix(")"))
    let said = isSaid ? words.firstRange(of: opening) : nil
    help = said.map { String(words[..<$0.lowerBound]) } ?? words
    standard = said.map { String(words[$0.upperBound...].dropLast()) } ?? argument["defaultValue"]?.string
  }
}
