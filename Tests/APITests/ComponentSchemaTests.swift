import Atoms
import JSON
import SchemaChecking
import TestBank
import Testing

@testable import API

/// The schemas of the OpenAPI document for generators of clients.
struct ComponentSchemaTests {
  private let schemas: Value
  private let document: Value

  init() throws {
    document = try Value(reading: try TestServer().application.document())
    schemas = try #require(document["components"]?["schemas"])
  }

  @Test("An atom is one of the schemas of all kinds, by the discriminator `kind`") func atomHasSchemaForEachKind()
    throws
  {
    let mapping = try #require(schemas["Atom"]?["discriminator"]?["mapping"]?.object)
    #expect(mapping.names == AtomRegistry.kinds.map { $0.name })
    #expect(schemas["Atom"]?["oneOf"] == .array(mapping.members.map { ["$ref": $0.value] }))
    let checker = SchemaChecker(document: document)
    for kind in mapping.members {
      let schema = checker.target(of: kind.value.string ?? "")
      #expect(schema?["properties"]?["kind"] == ["type": "string", "const": .string(kind.name)])
      #expect(schema?["allOf"] == nil)
    }
  }

  @Test("A state has only members that can change") func statesHaveNoTraits() throws {
    let names = try #require(schemas["AtomState"]?["properties"]?.object).names
    #expect(Set(names) == Set(DrawnMembers.all.filter { $0.place == .state }.map(\.name)))
    #expect(Set(["id", "kind", "type", "item"]).isDisjoint(with: names))
  }

  @Test("Words of answers are open, and words of request bodies are closed") func opensWordsOfAnswers() {
    let status = schemas["SubmissionStatus"]
    #expect(status?["anyOf"]?[0]?["enum"]?.array?.contains("executed") == true)
    #expect(status?["anyOf"]?[1] == ["type": "string"])
    #expect(schemas["SettingsPatch"]?["properties"]?["language"]?["enum"] == ["ru", "en", nil])
    #expect(schemas["AcknowledgementStatus"]?["enum"] != nil && schemas["AcknowledgementStatus"]?["anyOf"] == nil)
  }

  @Test("Inner objects and words have schemas of their own") func namesInnerObjects() {
    #expect(schemas["Badge"]?["properties"]?["tone"] == ["$ref": "#/components/schemas/BadgeTone"])
    #expect(schemas["RowAction"]?["properties"]?["ask"]?["$ref"] == "#/components/schemas/RowActionAsk")
    #expect(schemas["FlowProgressStep"]?["required"] == ["name", "title", "state"])
  }

  @Test("Each response lists its problems, which `ProblemName` describes") func responsesListProblems() throws {
    let known = schemas["ProblemName"]?["anyOf"]?[0]
    let names = try #require(known?["enum"]?.array)
    #expect(names == ProblemType.all.map { .string($0.name) })
    #expect(known?["x-enum-descriptions"]?.array?.count == names.count)
    let responses = document["paths"]?["/operations/{id}/submissions"]?["post"]?["responses"]
    let conflicts = try #require(responses?["409"]?["x-problems"]?.array)
    #expect(conflicts.contains("outdated-version") && conflicts.contains("under-way"))
    for path in document["paths"]?.object?.members ?? [] {
      for response in (path.value.object?.members ?? []).flatMap({ $0.value["responses"]?.object?.members ?? [] }) {
        let unknown = (response.value["x-problems"]?.array ?? []).filter { !names.contains($0) }
        #expect(unknown == [], "\(path.name)")
      }
    }
  }
}
