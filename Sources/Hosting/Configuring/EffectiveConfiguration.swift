import Atoms
import FoundationEssentials
import SourceText

/// The values of all keys that a command accepts, with the origin of each value.
package struct EffectiveConfiguration {
  /// Variables that the repository's own scripts and tests read. They are not keys and are ignored.
  private static let otherVariables: Set = [
    "VALENCE_STRICT", "VALENCE_RECORD", "VALENCE_BENCHMARKS", "VALENCE_TEST_ENGINE", "VALENCE_TEST_WRITES",
    "VALENCE_PROGRAM", "VALENCE_COMMIT", "VALENCE_BUILD_DATE",
  ]

  /// The settings of the accepted keys, in order of declaration.
  package let settings: [ConfigurationSetting]
  package let file: String?

  /// Determines the effective configuration of a command with these options and arguments.
  ///
  /// - `keys` are the keys of all commands. Any other name is a fault, so that a mistyped key is
  ///   reported by every command.
  /// - A value is validated only if the command accepts its key.
  /// - All faults are reported together.
  package init(
    of declared: [DeclaredOption], among keys: [ConfigurationKey], arguments: [String],
    environment: [String: String], refusal: OptionRefusal
  ) throws {
    let environment = environment.filter { $0.key.hasPrefix("VALENCE_") && !$0.value.isEmpty }
    let options = WrittenOptions(arguments, options: declared)
    var faults = ConfigurationFaults()
    var file: ConfigurationFile?
    do throws(Diagnostics) {
      file = try ConfigurationFile.find(options, environment)
    } catch {
      faults.note(error)
    }
    Self.note(unknown: file, environment, keys, &faults)
    let sources = ConfigurationSources(options: options, environment: environment, file: file)
    let names = Set(declared.map(\.name))
    var settings: [ConfigurationSetting] = []
    for key in keys where names.contains(key.name) {
      settings.append(ConfigurationSetting(key: key, written: sources.written(of: key, &faults)))
    }
    // One parse of all values is enough if the parser accepts them.
    if refusal(settings.flatMap(\.allArguments)) != nil {
      for setting in settings { setting.judge(by: refusal, &faults) }
    }
    guard faults.isEmpty else { throw faults.failure }
    (self.settings, self.file) = (settings, file?.path)
  }

  /// Returns true if a file or environment variable may set a value in addition to the command
  /// line.
  package static func isElsewhere(than arguments: [String], _ environment: [String: String]) -> Bool {
    environment.contains { $0.key.hasPrefix("VALENCE_") && !$0.value.isEmpty && !otherVariables.contains($0.key) }
      || arguments.contains { $0.hasPrefix("--\(ConfigurationFile.option)") }
      || ConfigurationFile.standard != nil
  }

  /// The values from the file and the environment as arguments, to insert before the command line.
  package var arguments: [String] { settings.flatMap(\.arguments) }

  /// Adds a fault for each unknown name.
  private static func note(
    unknown file: ConfigurationFile?, _ environment: [String: String], _ keys: [ConfigurationKey],
    _ faults: inout ConfigurationFaults
  ) {
    let names = keys.map(\.name)
    for entry in file?.entries ?? [] {
      let name = entry.name.scalar ?? entry.name.noun
      guard !names.contains(name) else { continue }
      faults.note(name, "is not a key\(suggestion(for: name, among: names))", at: .file(entry.name.location))
    }
    let variables = keys.map(\.variable)
    let others = Self.otherVariables.union([ConfigurationFile.variable])
    for name in environment.keys.sorted() where !variables.contains(name) && !others.contains(name) {
      faults.note(name, "is not a key\(suggestion(for: name, among: variables))", at: .environment(name))
    }
  }
}
