@testable import Authoring
@testable import Definitions
import Atoms
import SourceText
import JSON
import Testing

@testable import Operations

/// The agreement of the format's schemas with the loaders.
///
/// `Tests/EndToEnd/contract/test_schemas.py` checks with a validator that the schemas accept the
/// served files.
struct FormatSchemaTests {
  static let schema = FormatSchema(DefinitionNames(.bank)).document

  private static func properties(of kind: String) -> Value? { schema["$defs"]?["kind-\(kind)"]?["properties"] }

  /// Returns the words that the properties of a kind accept, each as a separate variant, because a
  /// word can determine which other properties are allowed. The first variant has no word.
  private static func variants(of kind: any AtomKind.Type) -> [[(String, String)]] {
    let words = FormatProbe.properties(of: kind, with: .bank).flatMap { name, property -> [[(String, String)]] in
      guard case .word(let words) = property.shape else { return [] }
      return words.map { [(name, $0)] }
    }
    return [[]] + words
  }

  @Test(
    "The schema of a kind has exactly the properties that its loader reads",
    arguments: AtomRegistry.kinds.map { $0.name })
  func schemaMatchesKindLoader(name: String) throws {
    let kind = try #require(AtomRegistry.kinds.first { $0.name == name })
    let asked = Self.variants(of: kind).flatMap { FormatProbe.properties(of: kind, $0, with: .bank).keys }
    #expect(Set(Self.properties(of: name)?.object?.names ?? []) == Set(asked).union([name]))
    #expect(Self.schema["$defs"]?["kind-\(name)"]?["additionalProperties"] == false)
  }

  @Test("The schema of an operation has exactly the head properties that its loader reads")
  func schemaMatchesHeadLoader() {
    #expect(Set(Self.schema["properties"]?.object?.names ?? []) == Set(FormatProbe.head(with: .bank).keys))
  }

  @Test("Every property with a custom reader has a shape in the schema") func customPropertiesHaveShapes() {
    let kinds = AtomRegistry.kinds.flatMap { kind in
      Self.variants(of: kind).flatMap { FormatProbe.properties(of: kind, $0, with: .bank) }
    }
    let asked = kinds + Array(FormatProbe.head(with: .bank))
    let own = Set(asked.filter { $0.value.shape == .own }.map(\.key))
    let shapes = Set(OwnShapes.fixed.keys).union(OwnShapes.named.keys)
    #expect(own.subtracting(shapes) == [], "missing in the schema")
    #expect(shapes.subtracting(own) == [], "not read by any loader")
    #expect(Set(OwnShapes.required.keys).isSubset(of: AtomRegistry.kinds.map { $0.name }))
  }

  @Test("The schema of a text input allows properties by the type of the input") func schemaRulesFollowType() throws {
    let rules = try #require(Self.schema["$defs"]?["kind-textInput"]?["allOf"]?.array)
    func rule(_ then: Value) -> Value? { rules.first { $0["then"] == then }?["if"] }
    #expect(
      rule(["anyOf": [["required": ["currency"]], ["required": ["currencyFrom"]]]])
        == ["properties": ["type": ["enum": ["amount"]]], "required": ["type"]])
    #expect(
      rule(["properties": ["length": false]])
        == ["properties": ["type": ["enum": ["number", "amount"]]], "required": ["type"]])
    // A line without a type is of type text, which has no currency.
    let withoutCurrency = try #require(rule(["properties": ["currency": false]]))
    #expect(withoutCurrency["required"] == nil)
    #expect(withoutCurrency["properties"]?["type"]?["enum"]?.array?.contains("text") == true)
  }

  @Test("The schema of a line allows one kind or an include") func lineHasOneKindOrInclude() throws {
    let line = try #require(Self.schema["$defs"]?["atoms"]?["items"])
    let words = line["oneOf"]?.array?.compactMap { $0["required"]?[0]?.string } ?? []
    #expect(words == AtomRegistry.kinds.map { $0.name } + ["include"])
  }

  /// Returns the properties below `path` that have no description. Rules of `if` and `then` only
  /// name properties.
  static func undescribed(in value: Value, at path: String = "") -> [String] {
    switch value {
    case .object(let object):
      object.members.flatMap { member -> [String] in
        guard member.name != "if", member.name != "then" else { return [] }
        let place = "\(path)/\(member.name)"
        guard member.name == "properties", let properties = member.value.object else {
          return undescribed(in: member.value, at: place)
        }
        return properties.members.flatMap { property in
          (property.value["description"]?.string?.isEmpty == false ? [] : ["\(place)/\(property.name)"])
            + undescribed(in: property.value, at: "\(place)/\(property.name)")
        }
      }
    case .array(let elements): elements.flatMap { undescribed(in: $0, at: path) }
    default: []
    }
  }

  @Test("Every property of the format schemas has a description") func describesEveryProperty() {
    #expect(Self.undescribed(in: Self.schema) == [])
    #expect(Self.undescribed(in: SystemSchema.document) == [])
    #expect(Self.undescribed(in: FormatSchema(DefinitionNames(.bank)).fragments) == [])
    #expect(Self.undescribed(in: FormatSchema.tables) == [])
    for (part, schema) in SchemaNamesTests.others { #expect(Self.undescribed(in: schema) == [], "\(part)") }
    #expect(Self.undescribed(in: ["properties": ["bare": ["type": "string"]]]) == ["/properties/bare"])
    for kind in AtomRegistry.kinds {
      #expect(Self.schema["$defs"]?["kind-\(kind.name)"]?["description"]?.string?.isEmpty == false, "\(kind.name)")
    }
  }

  @Test("The operation schema contains every note on a member") func containsEveryMemberNote() {
    func descriptions(in value: Value) -> [String] {
      switch value {
      case .object(let object):
        object.members.flatMap { member in
          [member.name == "description" ? member.value.string : nil].compactMap(\.self) + descriptions(in: member.value)
        }
      case .array(let elements): elements.flatMap(descriptions)
      default: []
      }
    }
    let shown = Set(descriptions(in: Self.schema))
    for (name, text) in FormatNotes.members { #expect(shown.contains(text), "\(name)") }
  }

  @Test("The operation schema contains the default values of the loaders") func writesLoaderDefaults() {
    #expect(Self.properties(of: "repeat")?["max"]?["default"] == 100)
    #expect(Self.properties(of: "textInput")?["type"]?["default"] == "text")
    #expect(Self.properties(of: "textInput")?["wide"]?["default"] == false)
    #expect(Self.properties(of: "text")?["optional"]?["default"] == false)
    #expect(Self.properties(of: "image")?["optional"]?["default"] == true)
    #expect(Self.properties(of: "textInput")?["caption"]?["default"] == nil)
  }

  @Test("The operation schema lists the effects and lookups of the vocabulary") func listsVocabulary() {
    #expect(
      Self.schema["properties"]?["effect"]?["enum"] == .array(Vocabulary.bank.effects.keys.sorted().map(Value.string)))
    let names = Lookups.shapes.map(\.name).sorted()
    #expect(names.contains("bank"))
    #expect(
      Self.properties(of: "textInput")?["lookup"]?["anyOf"]?[0] == ["enum": .array(names.map(Value.string))])
  }

  @Test("The fragment schema allows parameters in place of property values") func fragmentSchemaAllowsParameters()
    throws
  {
    let schema = FormatSchema(DefinitionNames(.bank)).fragments
    #expect(schema["properties"]?.object?.names == ["parameters", "define", "atoms"])
    let parameter: Value = ["$ref": "#/$defs/parameter"]
    let line = schema["$defs"]?["kind-textInput"]?["properties"]
    for name in ["optional", "maxLength", "type", "check", "lookup"] {
      #expect(line?[name]?["anyOf"]?.array?.last == parameter, "\(name)")
      #expect(Self.properties(of: "textInput")?[name]?["anyOf"]?.array?.contains(parameter) != true, "\(name)")
    }
    #expect(schema["$defs"]?["kind-group"]?["properties"]?["atoms"]?["anyOf"] == nil)
    #expect(Self.schema["$defs"]?["parameter"] == nil)
    let kinds = try #require(schema["properties"]?["parameters"]?["additionalProperties"]?["anyOf"]?[0]?["enum"]?.array)
    #expect(kinds.contains("options") && kinds.contains("boolean"))
  }

  @Test("The table schema lists the column types that the loader accepts") func tableSchemaMatchesLoader() {
    let schema = FormatSchema.tables
    #expect(schema["properties"]?.object?.names == ["table", "keys", "columns", "rows"])
    let keys = schema["properties"]?["keys"]?["additionalProperties"]?["enum"]?.array ?? []
    let columns = schema["properties"]?["columns"]?["additionalProperties"]?["enum"]?.array ?? []
    #expect(columns == ["text", "integer", "number", "date", "boolean", "caption"])
    #expect(keys == ["text", "integer", "number", "date", "boolean", "integer range", "number range", "date range"])
    for (types, isKey) in [(keys, true), (columns, false)] {
      for type in types {
        let part = "\(isKey ? "keys" : "columns"): {a: \(type.string ?? "")}"
        let file = DefinitionFile(name: "t.yaml", bytes: Array("table: t\n\(part)\nrows: [[2026]]\n".utf8))
        var faults = Diagnostics()
        do throws(Diagnostics) {
          let root = try YAMLFile(file.bytes, name: file.name).root
          _ = try TableReading.table(root) { "" }
        } catch { faults = error }
        #expect(!faults.sorted.contains { "\($0)".contains("the type of a column") }, "\(type)")
      }
    }
  }

  @Test(
    "Every reference in a format schema resolves",
    arguments: [
      Self.schema, FormatSchema(DefinitionNames(.bank)).fragments, FormatSchema.tables,
    ] + SchemaNamesTests.others.map(\.schema))
  func schemaReferencesResolve(schema: Value) throws {
    let names = Set(schema["$defs"]?.object?.names ?? [])
    func references(in value: Value) -> [String] {
      switch value {
      case .object(let object):
        object.members.flatMap { member in
          member.name == "$ref" ? [member.value.string ?? ""] : references(in: member.value)
        }
      case .array(let elements): elements.flatMap(references)
      default: []
      }
    }
    let found = references(in: schema)
    #expect(found.allSatisfy { $0.hasPrefix("#/$defs/") && names.contains(String($0.dropFirst(8))) })
  }
}
