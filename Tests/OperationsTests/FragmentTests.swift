import Definitions
import Atoms
import Operations
import Testing

struct FragmentTests {
  @Test("The atoms of a fragment are inserted at its include line") func insertsAtomsAtInclude() throws {
    let catalog = try Sets.catalog([
      "operations/pay.yaml": Sets.operation(["{textInput: first}", "include: payee", "{textInput: last}"]),
      "fragments/payee.yaml": Sets.fragment(["{textInput: name}", "include: codes"]),
      "fragments/codes.yaml": Sets.fragment(["{textInput: inn}", "{textInput: kpp}"]),
    ])
    #expect(catalog["pay"]?.atoms.map(\.id) == ["first", "name", "inn", "kpp", "last"])
  }

  @Test("The name of a fragment is its file name without .yaml") func namesFragmentByFile() throws {
    let files = [
      "operations/pay.yaml": Sets.operation(["include: payee", "include: payee.old"]),
      "fragments/payee.yaml": Sets.fragment(["{textInput: name}"]),
      "fragments/payee.old.yaml": Sets.fragment(["{textInput: former}"]),
    ]
    let catalog = try Sets.catalog(files)
    #expect(catalog["pay"]?.atoms.map(\.id) == ["name", "former"])
    let source = try #require(catalog.source(of: "pay"))
    #expect(try source.compiled(as: source.version, with: Vocabulary()).atoms.map(\.id) == ["name", "former"])
    let twice = files.merging(["fragments/more/payee.yaml": Sets.fragment(["{textInput: name}"])]) { $1 }
    #expect(
      Sets.findings(twice).hasPrefix(
        "fragments/payee.yaml:1:1: error: fragment `payee` is already defined in fragments/more/payee.yaml\n"))
  }

  @Test(
    "A fragment can be included in a group or a repeat",
    arguments: ["{group: part, caption: {ru: Часть, en: Part}", "{repeat: lines, min: 0, max: 3"])
  func includesInGroupOrRepeat(holder: String) {
    let found = Sets.findings([
      "operations/pay.yaml": Sets.operation([
        "{toggle: first, optional: true}", "\(holder), atoms: [{include: payee}, {toggle: last, optional: true}]}",
      ]),
      "fragments/payee.yaml": Sets.fragment(["{textInput: name, optional: true}", "{toggle: other, optinal: true}"]),
    ])
    let faults = found.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(
      faults == [
        "fragments/payee.yaml:3:21: error: unknown property `optinal` of toggle, did you mean `optional`?"
      ])
    #expect(found.contains("included from operations/pay.yaml:5:"))
  }

  @Test("Conditions can read atoms across the boundary of a fragment") func conditionsCrossFragmentBoundary() throws {
    let catalog = try Sets.catalog([
      "operations/pay.yaml": Sets.operation([
        "{toggle: isCompany}", "include: payee", "{text: hint, showIf: \"hasCode AND $kpp == nil\"}",
      ]),
      "fragments/payee.yaml": Sets.fragment(
        ["{textInput: inn, showIf: \"$isCompany == YES\"}", "{textInput: kpp, showIf: hasCode}"],
        more: "define: {hasCode: \"$inn != nil\"}\n"),
    ])
    #expect(catalog["pay"]?.atoms.map(\.id) == ["isCompany", "inn", "kpp", "hint"])
  }

  @Test("A fault of a fragment names the fragment and the including operation") func faultNamesBothFiles() {
    let found = Sets.findings([
      "operations/pay.yaml": Sets.operation(["{textInput: first}", "include: payee"]),
      "fragments/payee.yaml": Sets.fragment(["{textInput: name, chek: isInn}"]),
    ])
    #expect(
      found == """
        fragments/payee.yaml:2:23: error: unknown property `chek` of textInput of type text, did you mean `check`?
            - {textInput: name, chek: isInn}
                                ^
          included from operations/pay.yaml:5:14
        """)
  }

  @Test("A fault of a nested fragment names every including file") func nestedFaultNamesAllFiles() {
    let found = Sets.findings([
      "operations/pay.yaml": Sets.operation(["include: payee"]),
      "fragments/payee.yaml": Sets.fragment(["include: codes"]),
      "fragments/codes.yaml": Sets.fragment(["{text: hint, showIf: \"$in == nil\"}", "{textInput: inn}"]),
    ])
    #expect(
      found == """
        fragments/codes.yaml:2:27: error: unknown variable `$in`, did you mean `$inn`?
            - {text: hint, showIf: "$in == nil"}
                                    ^
          included from fragments/payee.yaml:2:14
          included from operations/pay.yaml:4:14
        """)
  }

  @Test("A fault of a fragment with several includes is reported once") func reportsSharedFaultOnce() {
    func operation(_ id: String) -> String { Sets.operation(["include: payee"]).replacing("pay\n", with: "\(id)\n") }
    let found = Sets.findings([
      "operations/a.yaml": operation("a"), "operations/b.yaml": operation("b"),
      "fragments/payee.yaml": Sets.fragment(["{textInpt: name}"]),
    ])
    #expect(found.split(separator: "\n").filter { $0.contains("error:") }.count == 1)
  }

  @Test("A duplicate atom of an operation and its fragment is a fault that names both places")
  func duplicateAtomNamesBothPlaces() {
    let found = Sets.findings([
      "operations/pay.yaml": Sets.operation(["{textInput: name}", "include: payee"]),
      "fragments/payee.yaml": Sets.fragment(["{textInput: name}"]),
    ])
    #expect(
      found == """
        fragments/payee.yaml:2:17: error: atom `name` is already defined in operations/pay.yaml:4:17
            - {textInput: name}
                          ^
          included from operations/pay.yaml:5:14
        """)
  }

  @Test("A fragment included twice without prefixes is one fault that names both places")
  func repeatedIncludeNamesBothPlaces() {
    let found = Sets.findings([
      "operations/pay.yaml": Sets.operation(["include: payee", "include: payee"]),
      "fragments/payee.yaml": Sets.fragment(
        ["{textInput: name}", "{textInput: inn}"], more: "define: {known: \"$name != nil\"}\n"),
    ])
    #expect(
      found == """
        operations/pay.yaml:5:14: error: the fragment is already included in line 4, with the same atom `name`: give \
        this one `as: NAME`
            - include: payee
                       ^
        """)
  }

  @Test(
    "An unknown, cyclic, malformed or conflicting include is a fault at its line",
    arguments: [
      (
        "include: paye", [:],
        "operations/pay.yaml:4:14: error: unknown fragment `paye`, did you mean `payee`?"
      ),
      (
        "include: other", [:],
        "operations/pay.yaml:4:14: error: unknown fragment `other`; there is payee"
      ),
      (
        "{include: payee, showIf: $x}", [:],
        "operations/pay.yaml:4:22: error: unknown property `showIf` of a line with `include`; there is as, include, with"
      ),
      (
        "include: [payee]", [:],
        "operations/pay.yaml:4:14: error: `include` takes the name of a fragment, not a list"
      ),
      (
        "include: payee",
        ["fragments/payee.yaml": Sets.fragment(["{textInput: a}", "include: payee"])],
        "fragments/payee.yaml:3:14: error: fragments include each other in a cycle: payee -> payee"
      ),
      (
        "include: payee",
        [
          "fragments/payee.yaml": Sets.fragment(["include: codes"]),
          "fragments/codes.yaml": Sets.fragment(["{textInput: a}", "include: payee"]),
        ],
        "fragments/codes.yaml:3:14: error: fragments include each other in a cycle: payee -> codes -> payee"
      ),
      (
        "include: payee",
        [
          "operations/pay.yaml": Sets.operation(["include: payee"], more: "define: {known: \"1 == 1\"}\n"),
          "fragments/payee.yaml": Sets.fragment(["{textInput: a}"], more: "define: {known: \"$a != nil\"}\n"),
        ],
        "fragments/payee.yaml:1:10: error: `known` is already defined in operations/pay.yaml:3:10"
      ),
    ] as [(String, [String: String], String)])
  func rejectsFaultyInclude(line: String, others: [String: String], fault: String) {
    let files = [
      "operations/pay.yaml": Sets.operation([line]), "fragments/payee.yaml": Sets.fragment(["{textInput: name}"]),
    ].merging(others) { $1 }
    #expect(Sets.findings(files).split(separator: "\n").first.map(String.init) == fault)
  }

  @Test("Nested includes are limited to 16 levels and 20,000 lines") func limitsNestedIncludes() {
    func found(levels: Int, _ times: Int) -> String {
      var files = ["operations/pay.yaml": Sets.operation(["include: f\(levels)"])]
      files["fragments/f0.yaml"] = Sets.fragment(["{textInput: a}", "{textInput: b}"])
      for level in 1...levels {
        let lines = (0..<times).map { "{include: f\(level - 1), as: p\($0)}" }
        files["fragments/f\(level).yaml"] = Sets.fragment(lines)
      }
      return Sets.findings(files)
    }
    #expect(found(levels: 14, 2).contains("error: more than 20000 lines of fragments are included"))
    let deep = found(levels: 16, 1)
    #expect(deep.contains("f1.yaml:2:15: error: fragments are nested more than 16 levels deep: f16 -> f15 -> "))
    #expect(!found(levels: 15, 1).contains("error"))
  }

  @Test(
    "A malformed fragment file is a fault at its place and causes no faults in operations",
    arguments: [
      ("", "fragments/payee.yaml:1:1: error: the file is empty"),
      (
        "- {textInput: a}\n",
        "fragments/payee.yaml:1:1: error: a fragment is a mapping with `atoms` and `define`, not a list"
      ),
      (
        "payee",
        "fragments/payee.yaml:1:1: error: a fragment is a mapping with `atoms` and `define`, not a single value"
      ),
      ("atoms: []\n", "fragments/payee.yaml:1:8: error: `atoms` takes a list of atoms, one line each"),
      ("define: [a]\n", "fragments/payee.yaml:1:9: error: `define` takes {name: expression}, not a list"),
      ("{}\n", "fragments/payee.yaml:1:1: error: a fragment has `atoms`, `define` or both"),
      (
        "operation: payee\natoms:\n  - {textInput: a}\n",
        "fragments/payee.yaml:1:1: error: unknown property `operation` of a fragment, which has `atoms`, `define`, `parameters`"
      ),
      (
        "atom:\n  - {textInput: a}\n",
        "fragments/payee.yaml:1:1: error: unknown property `atom` of a fragment, did you mean `atoms`?"
      ),
      (
        "atoms:\n\t- {textInput: a}\n",
        "fragments/payee.yaml:2:1: error: a tab is not allowed here: indent with spaces"
      ),
      ("atoms: [a\n", "fragments/payee.yaml:1:8: error: not YAML: this `[` is not closed"),
      ("atoms: &a [*a]\n", "fragments/payee.yaml:1:8: error: anchors"),
      (
        "atoms: 1\natoms: 2\n",
        "fragments/payee.yaml:2:1: error: `atoms` appears twice in one mapping, first in line 1"
      ),
    ])
  func rejectsMalformedFragment(text: String, fault: String) {
    let found = Sets.findings([
      "operations/pay.yaml": Sets.operation(["include: payee", "{text: t, showIf: \"$name == nil\"}"]),
      "fragments/payee.yaml": text,
    ])
    let faults = found.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(faults.first?.hasPrefix(fault) == true, "\(found)")
    #expect(faults.allSatisfy { $0.hasPrefix("fragments/payee.yaml") })
  }

  @Test(
    "Definition files with invalid UTF-8 or more than 1 MiB are rejected",
    arguments: ["operations/x.yaml", "fragments/x.yaml", "locales/en.yaml"])
  func rejectsInvalidUTF8AndHugeFiles(name: String) {
    for (bytes, fault) in [
      (Array("a: b\nc: ".utf8) + [0xC3, 0x28], "\(name):2:4: error: not UTF-8 from here on"),
      (
        [UInt8](repeating: UInt8(ascii: "a"), count: 10_000_000),
        "\(name):1:1: error: the file has more than 1048576 bytes, the limit for a file"
      ),
    ] {
      var files = Sets.files(["operations/pay.yaml": Sets.operation(["{textInput: a}"])])
      let file = DefinitionFile(name: name, bytes: bytes)
      if name.hasPrefix("o") { files.operations.append(file) }
      if name.hasPrefix("f") { files.fragments.append(file) }
      if name.hasPrefix("l") { files.locales.append(file) }
      #expect(Sets.findings(files).hasPrefix(fault))
    }
  }

  @Test("A fragment warning is reported only if it applies to every including operation")
  func warnsIfTrueOfAllIncludes() {
    func found(_ second: String) -> [String] {
      let define = "define: {isRich: \"$sum > 100\"}\n"
      let found = Sets.findings([
        "operations/a.yaml": Sets.operation(["include: payee", "{toggle: a, optional: true, caption: {all: A}}"]),
        "operations/b.yaml": Sets.operation(["include: payee", second]).replacing("pay\n", with: "b\n"),
        "fragments/payee.yaml": Sets.fragment(
          ["{textInput: sum, type: number, optional: true, caption: {all: A}}"], more: define),
      ])
      return found.split(separator: "\n").filter { $0.contains(": warning: ") }.map(String.init)
    }
    #expect(
      found("{toggle: b, optional: true, caption: {all: B}}") == [
        "fragments/payee.yaml:1:10: warning: the definition `isRich` is unused"
      ])
    #expect(found("{toggle: b, optional: true, showIf: isRich, caption: {all: B}}") == [])
  }

  @Test("A fragment that no operation includes is a warning") func warnsOfUnusedFragment() {
    let found = Sets.findings([
      "operations/pay.yaml": Sets.operation(["{toggle: a}"]), "fragments/payee.yaml": Sets.fragment(["{toggle: a}"]),
    ])
    #expect(found.hasPrefix("fragments/payee.yaml:1:1: warning: no operation includes this fragment"))
  }
}
