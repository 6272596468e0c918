import Dates
import Foundation
import JSON
import Model
import SQLiteStorage
import Storage
import Testing

@testable import API
@testable import DataAccess

/// A branch of the bank: an entity that only these tests define.
private struct Branch: Entity {
  let id: Identifier<Branch>
  var town: String
  let opened: CivilDate
  var seats: Int?
  static let entity = Fields(
    "branch", field("id", \.id, .key), field("town", \.town), field("opened", \.opened, .member("openedOn")),
    field("seats", \.seats), make: Branch.init)
  static let (table, document) = (Table(entity), EntityJSON(entity))
}

/// The functions that are derived from an entity's declaration.
struct EntityTests {
  private let connection: Connection
  private let day: CivilDate

  init() throws {
    connection = Connection(try SQLiteConnection(path: ":memory:"))
    try connection.execute(
      """
      CREATE TABLE branch (
        id TEXT NOT NULL PRIMARY KEY, town TEXT NOT NULL, opened TEXT NOT NULL, seats INTEGER
      ) STRICT
      """)
    day = try #require(CivilDate("2026-11-21"))
  }

  private func branch(_ number: UInt64, _ town: String, seats: Int? = nil) -> Branch {
    Branch(id: Identifier(high: 0, low: number), town: town, opened: day, seats: seats)
  }

  @Test("An entity is inserted, found, listed, updated and deleted by its declaration")
  func storesEntityByDeclaration() throws {
    let (first, second) = (branch(1, "Тула", seats: 12), branch(2, "Орёл"))
    for branch in [second, first] { try Branch.table.insert(branch, on: connection) }
    #expect(try Branch.table.find(first.id, on: connection) == first)
    #expect(try Branch.table.all(on: connection) == [first, second])

    let smaller = first.with(\.seats, nil).with(\.town, "Тула'); DROP TABLE branch; --")
    #expect(try Branch.table.update(smaller, on: connection))
    #expect(try Branch.table.all(on: connection) == [smaller, second])
    try Branch.table.put(first, on: connection)
    #expect(try Branch.table.find(first.id, on: connection) == first)

    #expect(try Branch.table.delete(first.id, on: connection))
    #expect(try !Branch.table.delete(first.id, on: connection))
    #expect(try !Branch.table.update(first, on: connection))
    #expect(try Branch.table.find(first.id, on: connection) == nil)
    #expect(try Branch.table.all(on: connection) == [second])
  }

  @Test("Reading a row with a value of a wrong type throws an error that names the column")
  func reportsColumnOfWrongType() throws {
    try connection.execute("INSERT INTO branch VALUES ($1, 'Тула', 'yesterday', NULL)", branch(1, "").id)
    let error = #expect(throws: StoreError.self) { try Branch.table.all(on: connection) }
    #expect(error?.message.contains("opened") == true)
  }

  @Test("An entity is written as JSON and read back") func writesAndReadsEntityAsJSON() throws {
    for branch in [branch(7, "Тула", seats: 12), branch(8, "Орёл")] {
      var writer = Writer()
      writer.object { Branch.document.write(branch, to: &$0, in: .standard) }
      let seats = branch.seats.map { #","seats":\#($0)"# } ?? ""
      #expect(
        String(decoding: writer.bytes, as: UTF8.self)
          == #"{"id":"\#(branch.id)","town":"\#(branch.town)","openedOn":"2026-11-21"\#(seats)}"#)
      let body = try #require(try Value(reading: writer.bytes).object)
      #expect(try Branch.document.read(body) == branch)
    }
  }

  @Test(
    "A missing or malformed mandatory field of an entity is reported by name", arguments: ["id", "town", "openedOn"])
  func reportsInvalidMandatoryField(_ member: String) throws {
    var body: Object = ["id": "00000000-0000-0000-0000-000000000007", "town": "Тула", "openedOn": "2026-11-21"]
    #expect(try Branch.document.read(body).town == "Тула")
    for nothing in [nil, Value.null] {
      body[member] = nothing
      #expect(throws: FieldFault(entity: "branch", member: member, reason: .missing)) {
        try Branch.document.read(body)
      }
    }
    body[member] = true
    #expect(throws: FieldFault(entity: "branch", member: member, reason: .malformed)) {
      try Branch.document.read(body)
    }
  }

  @Test("The JSON schema of an entity is derived from its declaration") func derivesEntitySchema() {
    let schema = Branch.document.schema(with: ["required": ["href"], "properties": ["href": ["type": "string"]]])
    #expect(schema["required"] == ["href", "id", "town", "openedOn"])
    #expect(
      schema["properties"] == [
        "id": ["type": "string"], "town": ["type": "string"], "openedOn": ["type": "string", "format": "date"],
        "seats": ["type": "integer"], "href": ["type": "string"],
      ])
  }

  @Test("Fields set by the server override the fields of a body") func givenFieldsOverrideBody() throws {
    let body: Object = ["id": "00000000-0000-0000-0000-000000000009", "town": "Тула", "openedOn": "2026-11-21"]
    let branch = try Branch.document.read(
      body, given: [Branch.entity.given(\.id, Identifier(high: 0, low: 7)), Branch.entity.given(\.seats, 4)])
    #expect(branch == self.branch(7, "Тула", seats: 4))
  }

  /// A branch as an operator enters it: the server sets the id, and the town has at most six
  /// characters.
  private let entered = EntityJSON(
    Branch.entity.with(\.town, .length(1...6)).with(\.seats, .range(1...100)).with(\.opened, .sometimes))

  @Test("A partial body is read field by field and merged into an entity") func readsBodyByField() throws {
    var reader = RecordReader(["town": "Орёл", "seats": 7])
    let given = entered.take(entered.without(\.id), from: &reader)
    try reader.refuseTheRest()
    #expect(entered.value(\.town, in: given) == "Орёл")
    #expect(entered.value(\.opened, in: given) == nil)
    #expect(entered.replacing(given, in: branch(7, "Тула")) == branch(7, "Орёл", seats: 7))
  }

  @Test("Each error in the body of an entity is reported with its field") func reportsBodyErrorsByField() {
    var reader = RecordReader(["town": "Архангельск", "openedOn": "yesterday", "seats": 101, "id": "7"])
    _ = entered.take(entered.without(\.id), from: &reader)
    #expect(throws: Problem.self) { try reader.refuseTheRest() }
    #expect(
      reader.violations.map { "\($0.atom): \($0.code)" } == [
        "town: length", "openedOn: type", "seats: max", "id: unknown",
      ])
    var empty = RecordReader([:])
    _ = entered.take(entered.without(\.id), from: &empty)
    #expect(empty.violations.map { "\($0.atom): \($0.code)" } == ["town: required"])
  }

  @Test("Body and patch schemas are derived from the declaration of an entity") func derivesBodySchemas() {
    let body = entered.bodySchema(of: entered.without(\.id), with: [:])
    #expect(body["required"] == ["town"])
    let properties: Object = [
      "town": ["type": "string", "minLength": 1, "maxLength": 6],
      "openedOn": ["type": ["string", "null"], "format": "date"],
      "seats": ["type": ["integer", "null"], "minimum": 1, "maximum": 100],
    ]
    #expect(body["properties"] == .object(properties))
    let patch = entered.patchSchema(of: entered.without(\.id), with: [:])
    #expect(patch["required"] == nil)
    #expect(patch["properties"] == .object(properties))
  }
}
