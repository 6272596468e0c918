import Foundation
import JSON
import TestBank
import Testing

@testable import API

struct WireSchemaTests {
  @Test("The schema of the wire has the body of each request, marked as a request") func hasBodies() throws {
    let bodies = try TestServer().application.endpoints.compactMap(\.document.body)
    #expect(WireSchema.bodies == Set(bodies).sorted())
    for isStrict in [true, false] {
      let schemas = try #require(try WireSchema.document(isStrict: isStrict)["$defs"]?.object)
      for body in bodies { #expect(schemas[body]?["x-direction"] == "request", "\(body)") }
      #expect(schemas.members.count { $0.value["x-direction"] != nil } == Set(bodies).count)
      #expect(schemas["Tree"]?["x-direction"] == nil)
    }
  }

  @Test("A union of the wire keeps its discriminator, with references into the schema")
  func keepsDiscriminators() throws {
    let schemas = try #require(try WireSchema.document(isStrict: false)["$defs"])
    #expect(schemas["Next"]?["discriminator"]?["mapping"]?["back"] == "#/$defs/Back")
    #expect(schemas["Event"]?["discriminator"]?["propertyName"] == "event")
    #expect(schemas["Atom"]?["discriminator"]?["mapping"]?["image"] == "#/$defs/ImageAtom")
  }

  @Test("The version of the document is that of the conformance kit and of the last schema in it")
  func versionIsOfKit() throws {
    let kit = TestServer.root.appending(path: "conformance")
    let head = try Value(reading: Array(try Data(contentsOf: kit.appending(path: "kit.json"))))
    #expect(head["kit"] == .string(OpenAPI.version))
    let document = try Value(reading: try TestServer().application.document())
    #expect(document["info"]?["version"] == .string(OpenAPI.version))
    let numbers = try FileManager.default.contentsOfDirectory(atPath: kit.appending(path: "schemas").path)
      .compactMap { $0.wholeMatch(of: /1\.([0-9]+)\.json/).flatMap { Int($0.1) } }
    #expect(numbers.max().map { "1.\($0)" } == OpenAPI.version)
  }
}
