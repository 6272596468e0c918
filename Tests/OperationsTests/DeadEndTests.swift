import Definitions
import Atoms
import Operations
import Testing

/// Links without a target, and parts of a set that are unused, each with file, line and column.
struct DeadEndTests {
  private static let home = "screen: home\ntitle: {ru: Дом, en: Home}\nmodules:\n  - {list: accounts}\n"
  private static let to = "{textInput: to, caption: {ru: Кому, en: To}}"
  private static let send = "{button: send, caption: {ru: Да, en: Yes}, action: submit}"

  /// Returns the findings of a set: an operation with these atoms, a home screen, a route and these
  /// files.
  private static func findings(
    _ atoms: [String] = [to, send], more: String = "effect: document\n", with texts: [String: String] = [:]
  ) -> String {
    var all = [
      "operations/pay.yaml": Sets.operation(atoms, more: more), "screens/home.yaml": home,
      "routes/bank.yaml": "routes:\n  - {route: payments/any, operation: pay}\n",
    ]
    all.merge(texts) { $1 }
    return Sets.findings(all, Vocabulary(effects: ["document": EffectShape([])]))
  }

  private static func link(_ text: String, _ kind: String = "link: l") -> String {
    findings([to, send, "{\(kind), caption: {ru: Да, en: Yes}, href: \"\(text)\"}"])
  }

  @Test("A set whose links all resolve has no findings") func acceptsCompleteSet() {
    #expect(Self.findings() == "")
    #expect(Self.link("valence://payments/any?to=Anna") == "")
    #expect(Self.link("valence://operations/pay", "button: b, action: navigate") == "")
    #expect(Self.link("https://example.com") == "")
    #expect(Self.link("valence://payments/any?to={$to}", "button: b, action: navigate") == "")
    #expect(Self.link("valence://payments/any?to=a-{length($to) + 1}", "button: b, action: navigate") == "")
    #expect(Self.findings([Self.to], more: "") == "")
  }

  @Test(
    "A link with an unknown route or parameter is a fault",
    arguments: [
      (
        "valence://payments/ayn",
        "the link has no target: there is no route `payments/ayn`, did you mean `payments/any`?"
      ),
      (
        "valence://operations/pey",
        "the link has no target: there is no route `operations/pey`, did you mean `operations/pay`?"
      ),
      ("valence://payments", "a link is written as valence://product/feature?name=value"),
      ("valence://payments/any?too=1", "unknown parameter `too` of route `payments/any`, which takes to"),
    ])
  func rejectsUnresolvedLink(_ link: String, _ fault: String) {
    #expect(Self.link(link).hasPrefix("operations/pay.yaml:7:49: error: \(fault)"), "\(Self.link(link))")
    let button = Self.link(link, "button: b, action: navigate")
    #expect(button.hasPrefix("operations/pay.yaml:7:69: error: \(fault)"), "\(button)")
  }

  @Test("A target with values is checked like a link without them")
  func rejectsUnresolvedTargetWithValues() {
    #expect(
      Self.link("valence://payments/any?too={$to}", "button: b, action: navigate").hasPrefix(
        "operations/pay.yaml:7:69: error: unknown parameter `too` of route `payments/any`, which takes to"))
    #expect(
      Self.link("valence://payments/ayn?to={$to}", "button: b, action: navigate").hasPrefix(
        "operations/pay.yaml:7:69: error: the link has no target: there is no route `payments/ayn`"))
  }

  @Test("A deep link without a target in a formatted text is a fault at its address") func rejectsUnresolvedTextLink() {
    func found(_ link: String) -> String {
      Self.findings([
        Self.to, Self.send, "{text: t, markdown: {ru: \"[Да](\(link))\", en: \"[Yes](valence://payments/any)\"}}",
      ])
    }
    #expect(
      found("valence://payments/ayn").hasPrefix(
        "operations/pay.yaml:7:36: error: the link has no target: there is no route `payments/ayn`"))
    #expect(found("valence://payments/any?to=Anna") == "")
  }

  @Test("A link without a required parameter of its route is a fault") func rejectsLinkWithoutParameter() {
    func found(_ link: String) -> String {
      Self.findings(
        [Self.to, Self.send, "{link: l, caption: {ru: Да, en: Yes}, href: \"\(link)\"}"],
        with: [
          "screens/a.yaml": "screen: a\ntitle: {ru: А, en: A}\ninput: {one: text, two: optional text}\nmodules:\n"
            + "  - {text: t, caption: {ru: \"{$one} {$two}\", en: \"{$one} {$two}\"}}\n",
          "routes/more.yaml": "routes:\n  - {route: bank/a, screen: a}\n",
        ])
    }
    #expect(
      found("valence://bank/a?two=x").hasPrefix(
        "operations/pay.yaml:7:49: error: route `bank/a` requires the parameter `one` (text): write "
          + "`valence://bank/a?one=` and its value\n"))
    #expect(found("valence://bank/a?one=x") == "")
  }

  @Test("An effect that no button or flow submits is a warning") func warnsOfUnsubmittedEffect() {
    #expect(
      Self.findings([Self.to]).hasPrefix(
        "operations/pay.yaml:1:1: warning: `pay` has the effect `document`, but no button with `action: submit` and no "
          + "flow submits it\n"))
    let step = "operation: who\ntitle: {ru: Шаг, en: Step}\natoms:\n  - \(Self.to)\n"
    let flow = [
      "operations/who.yaml": step + "  - {button: next, caption: {ru: Да, en: Yes}, action: next}\n",
      "screens/seen.yaml": "screen: seen\ntitle: {ru: Всё, en: All}\nmodules:\n  - {list: accounts}\n",
      "flows/f.yaml": "flow: f\ntitle: {ru: Путь, en: Way}\noperation: pay\nsteps:\n  - {operation: who}\n"
        + "  - {screen: seen}\n",
    ]
    #expect(Self.findings([Self.to], with: flow) == "")
  }

  @Test("A screen input that no module reads is a warning") func warnsOfUnreadScreenInput() {
    func screen(_ modules: String) -> String {
      Self.findings(with: [
        "screens/a.yaml": "screen: a\ntitle: {ru: А, en: A}\ninput: {one: text, two: optional text}\n"
          + "modules:\n\(modules)"
      ])
    }
    #expect(
      screen("  - {operation: pay, input: {to: $one}}\n")
        == "screens/a.yaml:3:20: warning: the screen's input `two` is unused\n"
        + "  input: {one: text, two: optional text}\n                     ^")
    #expect(
      screen("  - {operation: pay, input: {to: $one}}\n  - {list: accounts, id: b, showIf: $two == 'x'}\n") == "")
    #expect(screen("  - {text: t, caption: {ru: \"{$one} {$two}\", en: \"{$one} {$two}\"}}\n") == "")
  }

  @Test("A route parameter that no input reads is a warning") func warnsOfUnreadRouteParameter() {
    let route = "{route: payments/to, operation: pay, parameters: {who: text, code: text}, input: {to: $who}}"
    #expect(
      Self.findings(with: ["routes/more.yaml": "routes:\n  - \(route)\n"])
        == "routes/more.yaml:2:66: warning: the parameter `code` of route `payments/to` is unused\n"
        + "    - \(route)\n" + String(repeating: " ", count: 67) + "^")
  }

  @Test(
    "A definition file without the .yaml extension is a fault unless it is hidden",
    arguments: ["screens/a.yml", "operations/other.YAML", "fragments/part.yml"])
  func rejectsOtherFileExtension(name: String) throws {
    let text = Sets.operation([Self.to], more: "")
    try Files.with(["operations/pay.yaml": text, "screens/home.yaml": Self.home, name: "x: 1\n"]) { directory in
      let files = try DefinitionFiles(directory: "\(directory)/operations")
      #expect(
        Sets.findings(files)
          == "\(directory)/\(name):1:1: error: a definition file's name must end with `.yaml`: rename this file, "
          + "which is not read")
    }
    // Hidden files, such as backups of editors, are ignored.
    try Files.with(["operations/pay.yaml": text, "operations/.pay.yml": "x"]) { directory in
      let files = try DefinitionFiles(directory: "\(directory)/operations")
      #expect(Sets.findings(files) == "")
    }
  }

  @Test("A misspelt folder is named next to the faults that follow from it") func namesMisspeltFolder() throws {
    let text = Sets.operation(["{include: party}"])
    try Files.with(["operations/pay.yaml": text, "fragment/party.yaml": "atoms: []\n"]) { directory in
      let found = Sets.findings(try DefinitionFiles(directory: "\(directory)/operations"))
      let lines = found.replacing("\(directory)/", with: "").split(separator: "\n").map(String.init)
      #expect(
        lines == [
          "fragment:1:1: warning: nothing reads this: there is no part `fragment` of a configuration, did you mean "
            + "`fragments`?",
          "operations/pay.yaml:4:15: error: unknown fragment `party`: the folder `fragments` has none",
          "    - {include: party}", "                ^",
        ])
    }
  }

  @Test(
    "A file that nothing reads is a warning",
    arguments: [
      (
        "screens/pay.scenarios.yaml",
        "screens/pay.scenarios.yaml:1:1: warning: nothing reads this: `valence test` runs the scenarios of operations "
          + "and flows: move the file to `operations` or `flows`"
      ),
      (
        "operations/old/a.yaml",
        "operations/old:1:1: warning: nothing reads this: move its files to `operations`: their names can contain dots"
      ),
      (
        "flow/a.yaml",
        "flow:1:1: warning: nothing reads this: there is no part `flow` of a configuration, did you mean `flows`?"
      ),
      (
        "tests/pay.scenarios.yaml",
        "tests/pay.scenarios.yaml:1:1: warning: nothing reads this: `valence test` runs the scenarios of operations "
          + "and flows: move the file to `operations` or `flows`"
      ),
      ("tests/.pay.scenarios.yaml", nil), ("tests/pay.yaml", nil),
      ("operations/pay.scenarios.yaml", nil), ("flows/pay.scenarios.yaml", nil),
      ("operations/.old/a.yaml", nil), ("operations/old/a.txt", nil),
      ("marks/a.yaml", nil), ("marks/a.svg", nil),
    ])
  func warnsOfUnreadFile(name: String, warning: String?) throws {
    let text = Sets.operation([Self.to], more: "")
    try Files.with(["operations/pay.yaml": text, "screens/home.yaml": Self.home, name: "x: 1\n"]) { directory in
      let found = Sets.findings(try DefinitionFiles(directory: "\(directory)/operations"))
      #expect(found == warning.map { "\(directory)/\($0)" } ?? "")
    }
  }
}
