import JSON
import Testing

@testable import Atoms

/// The graph of an operation as shown to authors.
struct GraphTests {
  private static let definition = """
    operation: trial
    title: Trial
    atoms:
      - {enum: country, options: {RU: {all: RU}, DE: {all: DE}}, onChange: {reset: city, set: {currency: "'EUR'"}}}
      - {textInput: city, optional: true}
      - {textInput: currency, length: 3, showIf: $country != nil}
      - {repeat: rows, max: 3, atoms: [{toggle: a, onChange: {reset: b}}, {textInput: b, optional: true}]}
    """

  @Test("The graph has a separate change edge for each atom that onChange resets or sets") func writesChangeEdges()
    throws
  {
    let operation = try EvaluationTests.operation(Self.definition)
    let changes = operation.dependencies.filter { $0.kind == .change }
    #expect(
      changes.map { [$0.source, $0.reader] } == [
        [.atom("country"), .atom("city")], [.atom("country"), .atom("currency")], [.atom("rows.a"), .atom("rows.b")],
      ])
    #expect(
      operation.dependencies.contains(Dependency(source: .atom("country"), reader: .atom("currency"), kind: .value)))
    var writer = Writer()
    operation.writeGraph(to: &writer)
    let edges = try Value(reading: writer.bytes)["edges"]?.array ?? []
    #expect(edges.contains(["from": "country", "to": "city", "for": "change"]))
    #expect(operation.graphviz.contains("\"country\" -> \"city\" [style=bold, arrowhead=empty];"))
    #expect(operation.graphviz.contains("\"country\" -> \"currency\";"))
  }
}
