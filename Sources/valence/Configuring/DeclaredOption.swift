import ArgumentParser
import JSON

/// An option or flag as its declaration has it: read from the description that the argument parser gives of a command.
struct DeclaredOption {
  /// The name behind `--`.
  let name: String
  /// Whether it stands alone.
  let isFlag: Bool
  /// Whether it may be repeated.
  let isRepeating: Bool
  /// Whether the help shows it.
  let isShown: Bool
  /// What stands for the value in the help.
  let valueName: String
  /// The default as text; nil where there is none that is a text.
  let standard: String?
  /// The only values, where they are listed.
  let choices: [String]
  /// What it says.
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
