import Atoms
import FoundationEssentials
import SourceText

/// The value of every key that a command takes, and where each comes from.
package struct EffectiveConfiguration {
  /// Variables that the repository's own scripts and tests read: they are no keys, and no faults.
  private static let otherVariables: Set = [
    "VALENCE_STRICT", "VALENCE_RECORD", "VALENCE_BENCHMARKS", "VALENCE_TEST_ENGINE", "VALENCE_TEST_WRITES",
  ]

  /// The keys that the command takes, in the order of their declarations.
  package let settings: [ConfigurationSetting]
  /// The path of the configuration file that was read.
  package let file: String?

  /// Finds the configuration in effect for a command with those options and arguments.
  ///
  /// - `keys` are all keys. Another name is a fault for every command, so that a mistyped key is found.
  /// - A value is validated only if the command takes its key.
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
    // Most often all values are accepted, and one parse shows that.
    if refusal(settings.flatMap(\.allArguments)) != nil {
      for setting in settings { setting.judge(by: refusal, &faults) }
    }
    guard faults.isEmpty else { throw faults.failure }
    (self.settings, self.file) = (settings, file?.path)
  }

  /// Returns true if a file or the environment may say something beside a command line.
  package static func isElsewhere(than arguments: [String], _ environment: [String: String]) -> Bool {
    environment.contains { $0.key.hasPrefix("VALENCE_") && !$0.value.isEmpty && !otherVariables.contains($0.key) }
      || arguments.contains { $0.hasPrefix("--\(ConfigurationFile.option)") }
      || FileManager.default.fileExists(atPath: ConfigurationFile.standard)
  }

  /// The values of the file and the environment as arguments, which stand before those of the command line.
  package var arguments: [String] { settings.flatMap(\.arguments) }

  /// Notes the names that are no keys.
  private static func note(
    unknown file: ConfigurationFile?, _ environment: [String: String], _ keys: [ConfigurationKey],
    _ faults: inout ConfigurationFaults
  ) {
    let names = keys.map(\.name)
    for entry in file?.entries ?? [] {
      let name = entry.name.scalar ?? entry.name.noun
      guard !names.contains(name) else { continue }
      faults.note(name, "is no key\(suggestion(for: name, among: names))", at: .file(entry.name.location))
    }
    let variables = keys.map(\.variable)
    let others = Self.otherVariables.union([ConfigurationFile.variable])
    for name in environment.keys.sorted() where !variables.contains(name) && !others.contains(name) {
      faults.note(name, "is no key\(suggestion(for: name, among: variables))", at: .environment(name))
    }
  }
}
