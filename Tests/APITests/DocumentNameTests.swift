import Atoms
import JSON
import TestBank
import Testing

@testable import API

struct DocumentNameTests {
  @Test("The schema of each document requires its name in `document`", arguments: DrawnDocument.allCases)
  func requiresName(of document: DrawnDocument) throws {
    let schemas = try #require(try WireSchema.document(isStrict: true)["$defs"]?.object)
    let lists = Endpoints.schemas.compactMap { schema in
      if case .rows(let list) = schema { list.name } else { nil }
    }
    for name in document.schema.map({ [$0] }) ?? lists {
      let schema = try #require(schemas[name], "\(name)")
      #expect(schema["properties"]?["document"] == ["const": .string(document.rawValue)], "\(name)")
      #expect(schema["required"]?.array?.contains("document") == true, "\(name)")
    }
  }

  @Test("A union of documents has the member `document` as discriminator", arguments: ["Next", "Drawing", "Step"])
  func discriminates(_ union: String) throws {
    let schemas = try ComponentSchemas.named()
    let schema = try #require(schemas[union])
    let names = try #require(schema["oneOf"]?.array).compactMap { $0["$ref"]?.string?.split(separator: "/").last }
    let mapping = try #require(schema["discriminator"]?["mapping"]?.object)
    #expect(schema["discriminator"]?["propertyName"] == "document")
    #expect(mapping.members.compactMap { $0.value.string?.split(separator: "/").last } == names)
    for member in mapping.members {
      #expect(
        try #require(DrawnDocument(rawValue: member.name)).schema.map { "#/components/schemas/\($0)" }
          == member.value.string)
    }
  }

  @Test("Answers name the document that they are, and the documents in them")
  func namesDocuments() throws {
    let server = try TestServer()
    #expect(try Visitor(server).get("/start")["document"] == "tree")
    let person = try server.person()
    let start = try person.get("/start?url=valence://payments/quick")
    #expect(start["document"] == "screen" && start["open"]?["document"] == "lead")
    let contents = (start["modules"]?.array ?? []).compactMap { $0["content"]?["document"]?.string }
    #expect(contents.first == "screen")
    #expect(try person.get("/accounts")["document"] == "list")
    #expect(try person.get("/routes?url=valence://payments/quick")["document"] == "lead")
    let (_, sent) = try person.waitingPayment(key: "1")
    #expect(sent["document"] == "progress" && sent["next"]?["document"] == "tree")
    let login: Value = ["values": ["login": "demo", "password": "valence-demo"]]
    let opened = try Visitor(server).post("/operations/auth.login/submissions", login)
    #expect(opened["document"] == "session" && opened["next"]?["document"] == "lead")
  }
}
