import Testing

/// Rules about every Swift file below `Sources` and `Tests`.
///
/// An exception in `exceptions.json` is an upper limit. A limit may only fall, and an exception
/// that is no longer needed fails the test until it is deleted.
struct HouseRuleTests {
  /// A Swift file of the repository.
  private struct SourceFile: Sendable {
    let path: String
    let text: String
    let masked: [UInt8]
    let functions: [DeclaredFunction]

    /// The folder of its target, such as `Sources/API`.
    var folder: String { path.split(separator: "/").prefix(2).joined(separator: "/") }

    /// The text without comments and literals.
    var code: String { String(decoding: masked, as: UTF8.self) }

    init(_ path: String) throws {
      self.path = path
      text = try Repository.text(of: path)
      masked = MaskedSource(text).bytes
      functions = DeclaredFunction.all(in: masked)
    }
  }

  /// All files, read and scanned once for all rules.
  private static let all = Result {
    try Repository.files().filter { $0.hasSuffix(".swift") }.map(SourceFile.init)
  }

  /// Returns the sum of the figures for each name, without zeros.
  private static func sums(_ figures: [(name: String, figure: Int)]) -> [String: Int] {
    Dictionary(figures.map { ($0.name, $0.figure) }, uniquingKeysWith: +).filter { $0.value > 0 }
  }

  @Test("A Swift file has at most 500 lines") func filesAreShort() throws {
    let files = try Self.all.get()
    #expect(files.count > 1000)
    let figures = files.map { (name: $0.path, figure: $0.text.utf8.count { $0 == UInt8(ascii: "\n") }) }
    try HouseRule.fileLines.compare(Self.sums(figures.filter { $0.figure > 500 }))
  }

  @Test("A function has at most 60 lines") func functionsAreShort() throws {
    let functions = try Self.all.get().flatMap { file in file.functions.map { ("\(file.path) \($0.name)", $0.lines) } }
    #expect(functions.count > 5000)
    try HouseRule.functionLines.compare(Dictionary(functions.filter { $0.1 > 60 }, uniquingKeysWith: max))
  }

  @Test("A line of comment has at most 100 columns") func commentsAreNarrow() throws {
    let figures = try Self.all.get().map { file in
      let long = file.text.split(separator: "\n").count { line in
        line.utf8.count > 100 && line.drop { $0 == " " }.hasPrefix("//") && line.unicodeScalars.count > 100
      }
      return (name: file.folder, figure: long)
    }
    try HouseRule.longComments.compare(Self.sums(figures))
  }

  @Test("Only `Platform` has conditional compilation for the C library") func onlyPlatformSelectsLibc() throws {
    let condition = "canImport(Glibc)"
    let figures = try Self.all.get().filter { $0.folder != "Sources/Platform" && $0.text.contains(condition) }.map {
      (name: $0.folder, figure: String(decoding: $0.masked, as: UTF8.self).split(separator: condition).count - 1)
    }
    try HouseRule.glibcConditions.compare(Self.sums(figures))
  }

  /// `Libc.swift` is exempt, because Swift re-exports a module only by `@_exported`.
  @Test("Underscored members of other modules are not used") func avoidsUnderscoredMembers() throws {
    let figures = try Self.all.get().filter { $0.path != "Sources/Platform/Libc.swift" }.map { file in
      let bytes = file.masked
      let count = bytes.indices.dropFirst().count { place in
        bytes[place] == UInt8(ascii: "_") && place + 1 < bytes.count && Self.isLetter(bytes[place + 1])
          && (bytes[place - 1] == UInt8(ascii: ".") || bytes[place - 1] == UInt8(ascii: "@"))
      }
      return (name: file.path, figure: count)
    }
    try HouseRule.underscoredMembers.compare(Self.sums(figures))
  }

  @Test("An initializer assigns at most two members at once") func initializersAssignSingly() throws {
    let figures = try Self.all.get().map { file in
      let initializers = file.functions.filter { $0.keyword == "init" }
      return (name: file.folder, figure: initializers.reduce(0) { $0 + $1.tupleAssignments(in: file.masked) })
    }
    try HouseRule.tupleAssignments.compare(Self.sums(figures))
  }

  @Test("Every option declared in Sources/valence/Options is read") func optionsAreRead() throws {
    let files = try Self.all.get().filter { $0.folder == "Sources/valence" }
    let options = files.filter { $0.path.hasPrefix("Sources/valence/Options/") }
    #expect(options.count > 10)
    #expect(Self.unreadOptions(of: options.map(\.code), in: files.map(\.code)) == [])
  }

  @Test("An option without another mention than its declaration is reported") func reportsUnreadOptions() {
    let options = [
      "@Option(1...9, help: ) var a = 1\n @Flag(help: )\n var b = false\n var rules: Int { a }", "@Option var c",
    ]
    #expect(Self.unreadOptions(of: options, in: options + ["options.cd"]) == ["b", "c"])
    #expect(Self.unreadOptions(of: options, in: options + ["options.b + options.c"]) == [])
  }

  /// Returns the names of declared options that no other code mentions.
  private static func unreadOptions(of options: [String], in sources: [String]) -> [String] {
    let declared = options.flatMap { source in
      source.matches(of: /@(?:Option|Flag)[(\s](?s:.*?)var (\w+)/).map { String($0.1) }
    }
    let words = sources.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } }
    let mentions = Dictionary(words.map { (String($0), 1) }, uniquingKeysWith: +)
    let declarations = Dictionary(declared.map { ($0, 1) }, uniquingKeysWith: +)
    return declarations.filter { mentions[$0.key, default: 0] <= $0.value }.keys.sorted()
  }

  @Test("Each list of exceptions belongs to a rule") func exceptionsBelongToRules() throws {
    #expect(try Set(HouseRule.exceptions().keys) == Set(HouseRule.allCases.map(\.rawValue)))
  }

  @Test("A figure above its limit and an unneeded exception are reported") func reportsDifferences() {
    let issues = HouseRule.issues(of: ["a": 5, "b": 2, "c": 1], ["a": 5, "b": 1, "d": 3])
    #expect(
      issues == [
        "b has 2, the limit is 1", "c has 1, the limit is the rule's", "d needs no exception any more: delete it",
      ])
  }

  @Test(
    "Comments, strings and regular expressions are masked",
    arguments: [
      ("a // {\nb", "a     \nb"), ("a /* /* { */ } */ b", "a                 b"),
      (#"a("{\("}")}") b"#, "a(          ) b"), ("a = \"\"\"\n{\"\n\"\"\" b", "a =    \n  \n    b"),
      (##"a(#"{"}"# ) b"##, "a(        ) b"), (#"a(/"{\/}/) b"#, "a(       ) b"), ("a / b / {", "a / b / {"),
      ("a(#/{/}/#)", "a(       )"),
    ])
  func masksLiterals(source: String, masked: String) { #expect(MaskedSource(source).text == masked) }

  @Test("Functions, initializers and their lines are found") func findsFunctions() {
    let source = """
      protocol P { func a(); var b: Int { get }
        init() }
      struct S: P {
        init() { (self.a, b, c) = (1, 2, 3)
          (a, b) = (1, 2) }
        func d(_ e: () -> Void = {}) -> Int
        {
          let s = S.init(x); func inner() {
          }
        }
        subscript(_ i: Int) -> Int { "func f() {" }
      }
      """
    let masked = MaskedSource(source).bytes
    let found = DeclaredFunction.all(in: masked)
    #expect(found.map(\.name) == ["init", "d", "inner", "subscript"])
    #expect(found.map(\.lines) == [2, 5, 2, 1])
    #expect(found.map { $0.tupleAssignments(in: masked) } == [1, 0, 0, 0])
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
