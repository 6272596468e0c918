import ArgumentParser
import Atoms
import Operations

/// `valence graph`
struct Graph: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes what depends on what in an operation, as Graphviz DOT.",
    discussion: """
      Boxes are atoms, ellipses are answers of look-ups, cylinders are facts of the person. An arrow leads from what is read \
      to what reads it: solid where a value or whether it is shown follows, dashed where only captions, options or whether \
      it is required do, dotted where only a check does.

      EXAMPLE
        valence graph pp.quick | dot -Tsvg -o pp.quick.svg
      """)

  @Argument(help: "The operation's id, or the path of its file.") var operation: String

  @Option(help: ArgumentHelp("The directory with operations/*.yaml.", valueName: "directory"))
  var config = "config"

  func run() throws {
    Output.line(try Catalog.operation(operation, in: config).graphviz)
  }
}
