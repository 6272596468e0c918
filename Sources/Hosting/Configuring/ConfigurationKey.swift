import ArgumentParser
import JSON

/// A key of the configuration: an option of a command, known by its declaration there and nowhere else.
struct ConfigurationKey {
  /// The number of its values.
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
  /// The number of its values.
  let form: Form
  /// The type of its value, in words that follow "takes".
  let takes: String
  /// The default; nil if there is none, or the declaration gives it in words only.
  let standard: String?
  /// The default in words.
  let standardWords: String?
  /// The description, in a sentence or two.
  let words: String

  /// The environment variable.
  var variable: String { "VALENCE_" + name.uppercased().replacing("-", with: "_") }
  /// The option on the command line.
  var option: String { "--\(name)" }
  /// True if its value is never shown.
  var isSecret: Bool { takes == "secret" }
  /// True if its value is the path of a file or directory.
  var isPath: Bool { ["path", "directory", "path or address"].contains(takes) }

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

/// An option or flag as its declaration has it: read from the description that the argument parser gives of a command.
struct DeclaredOption {
  /// The name behind `--`.
  let name: String
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

  /// All of a command.
  static func all(of command: any ParsableArguments.Type) -> [DeclaredOption] {
    let description = (try? Value(reading: Array(command._dumpHelp().utf8))) ?? .null
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

/// The refusal of an option's value, with the type that it takes.
struct BadValue: Error, CustomStringConvertible {
  /// The type of the value, in words that follow "takes".
  let takes: String
  /// `takes 1 to 1000`
  var description: String { "takes \(takes)" }

  /// Creates the option takes that.
  init(_ takes: String) { self.takes = takes }
}

/// The numbers that an option takes, in the words that its help, its faults and the list of keys share.
struct NumberRange<Number: FixedWidthInteger & Sendable>: Sendable, CustomStringConvertible {
  private let range: ClosedRange<Number>
  private let unit: String?

  /// Creates an option of numbers in a range, with a unit.
  init(_ range: ClosedRange<Number>, _ unit: String?) { (self.range, self.unit) = (range, unit) }

  /// `1 to 3650 days`
  var description: String { "\(range.lowerBound) to \(range.upperBound)" + (unit.map { " \($0)" } ?? "") }

  /// The number that a text is.
  func number(_ text: String) throws -> Number {
    guard let number = Number(text), range.contains(number) else { throw BadValue(description) }
    return number
  }

}

extension Option where Value: FixedWidthInteger & Sendable {
  /// Creates a whole number of a range, in a unit: `@Option(1...3650, "days", help: "...") var draftDays = 30`.
  init(wrappedValue: Value, _ range: ClosedRange<Value>, _ unit: String? = nil, help: String) {
    let numbers = NumberRange(range, unit)
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp("\(help) (default: \(wrappedValue))", valueName: "\(numbers)"),
      transform: { try numbers.number($0) })
  }
}

extension Option where Value == String {
  /// Creates a text that `check` does not refuse: `takes` says which.
  init(wrappedValue: String, _ takes: String, help: String, check: @escaping @Sendable (String) -> Bool) {
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp("\(help) (default: \(wrappedValue))", valueName: takes),
      transform: { text in
        guard check(text) else { throw BadValue(takes) }
        return text
      })
  }
}

extension Option {
  /// Creates a whole number of a range, or none; the help says `Default: ...`.
  init<Number: FixedWidthInteger & Sendable>(_ range: ClosedRange<Number>, _ unit: String? = nil, help: String)
  where Value == Number? {
    let numbers = NumberRange(range, unit)
    self.init(help: ArgumentHelp("\(help)", valueName: "\(numbers)"), transform: { try numbers.number($0) })
  }
}
