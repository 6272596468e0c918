import ArgumentParser
import Hosting
import Synchronization

extension ConfigurationKey {
  /// Returns the keys of a command's options, in order of declaration.
  static func keys(of command: any ParsableArguments.Type) -> [ConfigurationKey] {
    keys(of: DeclaredOption.all(of: command))
  }
}

extension DeclaredOption {
  /// Returns all options of a command, from the JSON description by the argument parser.
  static func all(of command: any ParsableArguments.Type) -> [DeclaredOption] {
    do {
      _ = try command.parse(["--experimental-dump-help"])
      return []
    } catch {
      return all(described: command.message(for: error), RecordedHelp.all)
    }
  }
}

extension EffectiveConfiguration {
  /// Determines the effective configuration of a command with these options and arguments. `whole`
  /// accepts every key.
  init(
    of declared: [DeclaredOption], among whole: any ParsableArguments.Type, arguments: [String],
    environment: [String: String]
  ) throws {
    try self.init(
      of: declared, among: ConfigurationKey.keys(of: whole), arguments: arguments, environment: environment
    ) { arguments in
      do {
        _ = try whole.parse(arguments)
        return nil
      } catch {
        return whole.message(for: error)
      }
    }
  }
}

extension ConfigurationFile {
  /// The help of the option `--config-file`.
  static let optionHelp = ArgumentHelp(
    """
    The configuration file, YAML with options of `valence serve` as keys. Environment variables (VALENCE_PORT for \
    --port) override it, and options override both. Default: valence.yaml, if it exists.
    """,
    valueName: "path")
}

/// The help of options whose defaults the argument parser does not know.
///
/// Creating an option records its help.
private enum RecordedHelp {
  private static let helps = Mutex<[String: OptionHelp]>([:])

  /// The recorded help by its text.
  static var all: [String: OptionHelp] { helps.withLock(\.self) }

  static func text(of help: OptionHelp) -> String {
    let text = help.text
    helps.withLock { $0[text] = help }
    return text
  }
}

extension ArgumentHelp {
  /// Creates the help of an option whose default is described in words, such as `none`.
  init(_ words: String, default standard: String, valueName: String? = nil) {
    self.init(RecordedHelp.text(of: OptionHelp(words, standardWords: standard)), valueName: valueName)
  }

  /// Creates the help of an option that parses its text with a closure and has this default.
  fileprivate init(_ words: String, standard: String, valueName: String) {
    self.init(RecordedHelp.text(of: OptionHelp(words, standard: standard)), valueName: valueName)
  }
}

/// The rejection of an option's value.
struct BadValue: Error, CustomStringConvertible {
  /// The accepted values, as a phrase after "takes".
  let takes: String
  var description: String { "takes \(takes)" }

  init(_ takes: String) { self.takes = takes }
}

/// The numbers that an option accepts. The help, the error messages and the list of keys use the
/// same description.
struct NumberRange<Number: FixedWidthInteger & Sendable>: Sendable, CustomStringConvertible {
  private let range: ClosedRange<Number>
  private let unit: String?

  init(_ range: ClosedRange<Number>, _ unit: String?) { (self.range, self.unit) = (range, unit) }

  /// `1 to 3650 days`
  var description: String { "\(range.lowerBound) to \(range.upperBound)" + (unit.map { " \($0)" } ?? "") }

  /// Parses a number. Throws `BadValue` if it is not in the range.
  func number(_ text: String) throws -> Number {
    guard let number = Number(text), range.contains(number) else { throw BadValue(description) }
    return number
  }
}

extension Option where Value: FixedWidthInteger & Sendable {
  /// Creates an option for an integer in a range, with a unit:
  /// `@Option(1...3650, "days", help: "...") var draftDays = 30`.
  init(wrappedValue: Value, _ range: ClosedRange<Value>, _ unit: String? = nil, help: String) {
    let numbers = NumberRange(range, unit)
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp(help, standard: "\(wrappedValue)", valueName: "\(numbers)"),
      transform: { try numbers.number($0) })
  }
}

extension Option where Value == String {
  /// Creates an option for a text that `check` accepts; `takes` describes the accepted texts.
  init(wrappedValue: String, _ takes: String, help: String, check: @escaping @Sendable (String) -> Bool) {
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp(help, standard: wrappedValue, valueName: takes),
      transform: { text in
        guard check(text) else { throw BadValue(takes) }
        return text
      })
  }
}

extension Option {
  /// Creates an option for an optional integer in a range; `default` describes the behavior without
  /// it.
  init<Number: FixedWidthInteger & Sendable>(
    _ range: ClosedRange<Number>, _ unit: String? = nil, help: String, default standard: String
  ) where Value == Number? {
    let numbers = NumberRange(range, unit)
    self.init(
      help: ArgumentHelp(help, default: standard, valueName: "\(numbers)"), transform: { try numbers.number($0) })
  }
}
