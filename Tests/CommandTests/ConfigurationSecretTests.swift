import ArgumentParser
import Foundation
import Hosting
import Testing

@testable import valence

/// Settings whose value name is `secret`. Their values are never printed, whatever the source of
/// the setting or its fault.
struct ConfigurationSecretTests {
  private struct Command: ParsableArguments {
    @Option(help: ArgumentHelp("Opens the box. Default: none.", valueName: "secret"), transform: Self.read)
    var boxKey: String?

    @Sendable static func read(_ text: String) throws -> String {
      guard text.count > 8 else { throw BadValue("more than 8 characters") }
      return text
    }
  }

  private static func effective(
    _ arguments: [String] = [], _ environment: [String: String] = [:]
  ) throws -> EffectiveConfiguration {
    try EffectiveConfiguration(
      of: DeclaredOption.all(of: Command.self), among: Command.self, arguments: arguments, environment: environment)
  }

  @Test(
    "A secret setting is listed as redacted",
    arguments: [
      (["--box-key", "open sesame"], [:]), ([], ["VALENCE_BOX_KEY": "open sesame"]),
    ] as [([String], [String: String])])
  func redactsSecretInListing(_ arguments: [String], _ environment: [String: String]) throws {
    let effective = try Self.effective(arguments, environment)
    #expect(effective.settings.map(\.values) == [["open sesame"]])
    let lines = ConfigurationListing(effective.settings).lines
    #expect(lines == ["# box-key: redacted  # \(arguments.first ?? "VALENCE_BOX_KEY")"])
  }

  @Test("An error about a secret setting omits its value and its source line") func hidesSecretInErrors() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString).yaml").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("box-key: sesame\n".utf8).write(to: URL(filePath: path))
    for (arguments, environment, reported) in [
      (["--box-key=sesame"], [:], "--box-key takes more than 8 characters; its value (not shown) is invalid"),
      (
        [], ["VALENCE_BOX_KEY": "sesame"],
        "VALENCE_BOX_KEY takes more than 8 characters; its value (not shown) is invalid"
      ),
      (
        [], ["VALENCE_CONFIG_FILE": path],
        "the configuration has faults\n\(path):1:10: error: `box-key` takes more than 8 characters; its value (not shown) is invalid"
      ),
    ] as [([String], [String: String], String)] {
      let failure = #expect(throws: OperatorError.self) { try Self.effective(arguments, environment) }
      #expect(failure?.description == reported)
    }
  }
}
