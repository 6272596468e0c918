import Foundation
import JSON
import SchemaChecking
import TestBank
import Testing

@testable import API

/// The JSON schema files of the OpenAPI document, in `Sources/API/OpenAPI/schemas`.
struct SchemaFileTests {
  private static let folder = TestServer.root.appending(path: "Sources/API/OpenAPI/schemas")

  /// Returns the schemas of a file by name.
  private static func schemas(in content: [UInt8]) throws -> Object {
    let value = try Value(reading: content)
    return try #require(value.object)
  }

  /// Returns the OpenAPI document, with the schemas of the files and the computed ones.
  private static func document() throws -> Value { try Value(reading: try TestServer().application.document()) }

  @Test("The program contains exactly the schema files of the repository") func containsEachFile() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.sorted() == Schemas.files.map { "\($0.name).json" }.sorted())
    for file in Schemas.files {
      let written = try Data(contentsOf: Self.folder.appending(path: "\(file.name).json"))
      let isSame = file.content.elementsEqual(written)
      #expect(isSame, "\(file.name)")
    }
  }

  @Test("Each schema file is a JSON object of schemas", arguments: Schemas.files.map { $0.name })
  func fileIsObjectOfSchemas(name: String) throws {
    let file = try #require(Schemas.files.first { $0.name == name })
    // The reader also rejects an object that has a name twice.
    let schemas = try Self.schemas(in: file.content)
    #expect(schemas.count > 0)
    #expect(schemas.members.filter { $0.value.object == nil }.map { $0.name } == [])
  }

  @Test("No two schema files define the same schema") func schemasAreDefinedOnce() throws {
    var files: [String: String] = [:]
    for file in Schemas.files {
      for name in try Self.schemas(in: file.content).names {
        #expect(files[name] == nil, "\(name) is in \(file.name)")
        files[name] = file.name
      }
    }
    #expect(files.count > 90)
  }

  @Test("Each reference in a schema file resolves to a schema") func referencesResolve() throws {
    let checker = SchemaChecker(document: try Self.document())
    for file in Schemas.files {
      let references = SchemaChecker.references(in: try Value(reading: file.content))
      #expect(references.filter { checker.target(of: $0) == nil } == [], "\(file.name)")
    }
  }

  @Test("Each schema in a schema file is used by an endpoint") func schemasAreUsed() throws {
    let document = try Self.document()
    let checker = SchemaChecker(document: document)
    // A schema with references only from unused schemas is unused too.
    var used: Set<String> = []
    var open = SchemaChecker.references(in: document["paths"] ?? .null)
    while let reference = open.popLast() {
      guard used.insert(reference).inserted, let schema = checker.target(of: reference) else { continue }
      open += SchemaChecker.references(in: schema)
    }
    for file in Schemas.files {
      let names = try Self.schemas(in: file.content).names
      #expect(names.filter { !used.contains("#/components/schemas/\($0)") } == [], "\(file.name)")
    }
  }
}
