import ArgumentParser
import Atoms
import JSON
import Operations

/// `valence schema`
struct PrintSchema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema (2020-12) of operation files, for completion and checks in editors.",
    discussion: """
      EXAMPLE
        valence schema > operation.schema.json
      """)

  func run() throws {
    var writer = Writer()
    writer.value(FormatSchema(.bank).document)
    Output.line(try Value(reading: writer.bytes).pretty)
  }
}
