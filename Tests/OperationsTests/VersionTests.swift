import Atoms
import Texts
import JSON
@testable import Operations
import Testing

/// The content of a version, and its compilation from the stored source.
struct VersionTests {
  private static let files = [
    "operations/pay.yaml": Sets.operation(["{toggle: a, caption: Срочно}", "include: payee"]),
    "operations/other.yaml": Sets.operation(["{toggle: a}"]).replacing("pay\n", with: "other\n"),
    "fragments/payee.yaml": Sets.fragment(["{textInput: name, caption: Имя}"]),
    "fragments/unused.yaml": Sets.fragment(["{textInput: name}"]),
    "locales/en.yaml": "Срочно: Urgent\nИмя: Name\nАдрес: Address\n",
  ]

  @Test(
    "The version of an operation changes only with the content that it uses",
    arguments: [
      ("operations/pay.yaml", "caption: Срочно", "caption: Сразу", true),
      ("operations/pay.yaml", "atoms:", "# a remark\natoms:", true),
      ("operations/other.yaml", "toggle: a", "toggle: b", false),
      ("fragments/payee.yaml", "textInput: name", "textInput: payee", true),
      ("fragments/unused.yaml", "textInput: name", "textInput: payee", false),
      ("locales/en.yaml", "Имя: Name", "Имя: Full name", true),
      ("locales/en.yaml", "Адрес: Address", "Адрес: Place", false),
      ("locales/en.yaml", "Имя: Name\n", "", true),
    ])
  func changesWithUsedContent(file: String, text: String, instead: String, isAnother: Bool) throws {
    var files = Self.files
    let before = try Sets.catalog(files)
    files[file] = files[file]?.replacing(text, with: instead)
    let after = try Sets.catalog(files)
    #expect((before["pay"]?.version != after["pay"]?.version) == isAnother)
    #expect(before["pay"]?.version.utf8.count == 12)
  }

  @Test("The stored source of a version compiles to the same operation") func compilesStoredSource() throws {
    let catalog = try Sets.catalog(Self.files)
    let operation = try #require(catalog["pay"])
    let source = try #require(catalog.source(of: "pay"))
    let read = try #require(OperationSource(json: source.json))
    #expect(read == source)
    #expect(read.version == operation.version)
    #expect(read.translations.map(\.text) == ["Имя", "Срочно"])
    let again = try read.compiled(as: operation.version, with: Vocabulary())
    #expect(again.id == "pay" && again.version == operation.version && again.title == operation.title)
    #expect(again.atoms.map(\.id) == operation.atoms.map(\.id))
    #expect(again.atoms.map(\.caption) == operation.atoms.map(\.caption))
    #expect(again.atoms.map { $0.caption?[.en] } == ["Urgent", "Name"])
  }

  @Test(
    "A malformed stored source returns nil",
    arguments: [
      "", "{}", "null", #"{"format": 1}"#, #"{"format":1,"file":{"name":"a"},"fragments":[],"translations":[]}"#,
    ])
  func rejectsMalformedSource(json: String) { #expect(OperationSource(json: json) == nil) }

  @Test("The catalog returns a data schema that includes the operation's conditions") func servesSchemaWithConditions()
    throws
  {
    let catalog = try Sets.catalog([
      "operations/pay.yaml": Sets.operation([
        "{toggle: isFast}", "{textInput: why, showIf: \"$isFast == YES\"}",
        "{textInput: note, requireIf: \"$isFast == YES\"}",
      ])
    ])
    let served = try #require(catalog["pay"])
    let source = try #require(catalog.source(of: "pay"))
    let whole = try source.compiled(as: "1", with: Vocabulary(), keepingTrees: true)
    let schema = try Value(reading: catalog.dataSchema(of: served, at: "/schema", in: .en))
    #expect(schema == DataSchema(whole).document(at: "/schema", in: .en))
    #expect(schema["allOf"]?.array?.count == 2)
    // A served operation does not keep the trees of its conditions, so its schema has no
    // conditions.
    #expect(DataSchema(served).document(at: "/schema", in: .en)["allOf"] == nil)
  }

  /// A schema is cached because it requires a compilation of its operation. The cache is limited.
  @Test("A data schema is created once while the cache has room") func cachesSchemas() {
    let schemas = DataSchemas(maximum: 30)
    var made: [String] = []
    func ask(_ operation: String, in language: Language = .en) -> [UInt8] {
      schemas.document(of: operation, in: language) {
        made.append("\(operation) \(language.rawValue)")
        return .string(String(repeating: operation, count: 10))
      }
    }
    for _ in 0..<2 {
      #expect(ask("a") == Array("\"aaaaaaaaaa\"".utf8))
      _ = ask("a", in: .ru)
    }
    #expect(made == ["a en", "a ru"])
    // The third schema does not fit, so the cache is emptied.
    _ = (ask("b"), ask("b"), ask("a"))
    #expect(made == ["a en", "a ru", "b en", "a en"])
    // A schema larger than the cache is created each time.
    _ = (ask("abc"), ask("abc"))
    #expect(made.suffix(2) == ["abc en", "abc en"])
  }
}
