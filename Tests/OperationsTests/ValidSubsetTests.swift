import Atoms
import Operations
import Testing

/// Changed definition files of which some have faults: valid files are updated, and the others keep
/// their previous version.
struct ValidSubsetTests {
  private static func operation(_ id: String, _ word: String, more: [String] = []) -> String {
    let atoms = ["{text: a, caption: {ru: \(word), en: \(word)}}"] + more
    return "operation: \(id)\ntitle: {ru: О, en: O}\natoms:\n" + atoms.map { "  - \($0)\n" }.joined()
  }
  private static let fragment = "atoms:\n  - {toggle: b, caption: {ru: Б, en: B}}\n"
  private static let service =
    "service: crm\nat: https://crm.example\nlookups: [{lookup: company, key: [inn], get: \"/c/{$inn}\", answer: {name: text name}}]\n"
  private static let asking = ["{textInput: inn, caption: {ru: И, en: I}, lookup: company}"]
  private static let broken = "operation: one\ntitle: {ru: О, en: O}\natoms:\n  - {txt: a}\n"

  /// Applies changes to a served set; a nil text removes the file.
  ///
  /// Returns the caption of the first atom by operation, and the files that are held back. Returns
  /// nil if no change can be served.
  private static func change(
    _ old: [String: String], _ changes: [String: String?]
  ) throws -> (captions: [String: String], held: [String])? {
    let served = try Catalog(Sets.files(old), vocabulary: .bank)
    var new = old
    for (name, text) in changes { new[name] = text }
    let files = Sets.files(new)
    do throws(Catalog.Failure) {
      _ = try Catalog(files, vocabulary: .bank)
      Issue.record("the files have no faults")
      return nil
    } catch .faults(let faults) {
      return ValidSubset(of: files, over: served, faults: faults, vocabulary: .bank).map { part in
        let captions = part.catalog.operations.map { ($0.id, $0.atoms[0].caption?[.en] ?? "") }
        return (Dictionary(uniqueKeysWithValues: captions), part.held)
      }
    } catch {
      Issue.record(error)
      return nil
    }
  }

  private static let two = [
    "operations/one.yaml": operation("one", "old"), "operations/two.yaml": operation("two", "old"),
  ]

  @Test("A faulty file keeps its previous version while the other files are updated") func holdsBackFaultyFilesOnly()
    throws
  {
    let part = try #require(
      try Self.change(
        Self.two,
        [
          "operations/one.yaml": Self.broken, "operations/two.yaml": Self.operation("two", "new"),
          "operations/three.yaml": Self.operation("three", "new"), "operations/four.yaml": "operation: four\n",
        ]))
    #expect(part.captions == ["one": "old", "two": "new", "three": "new"])
    #expect(part.held == ["operations/four.yaml", "operations/one.yaml"])
  }

  @Test("A reload whose changed files are all faulty returns no new set") func returnsNilWithoutValidChange() throws {
    #expect(try Self.change(Self.two, ["operations/one.yaml": Self.broken]) == nil)
    #expect(try Self.change(Self.two, ["operations/three.yaml": "- 1\n", "locales/en.yaml": "- 1\n"]) == nil)
  }

  @Test("Files that depend on each other are held back or updated together") func updatesDependentFilesTogether() throws
  {
    let include = ["include: both"]
    let old = [
      "operations/one.yaml": Self.operation("one", "old", more: include), "fragments/both.yaml": Self.fragment,
      "operations/two.yaml": Self.operation("two", "old", more: include),
      "operations/free.yaml": Self.operation("free", "old"),
    ]
    let part = try #require(
      try Self.change(
        old,
        [
          "operations/one.yaml": Self.broken, "fragments/both.yaml": Self.fragment.replacing("Б", with: "В"),
          "operations/two.yaml": Self.operation("two", "new", more: include),
          "operations/free.yaml": Self.operation("free", "new"),
        ]))
    // The second operation would use the new fragment, which does not match the first operation's
    // previous version.
    #expect(part.captions == ["one": "old", "two": "old", "free": "new"])
    #expect(part.held == ["fragments/both.yaml", "operations/one.yaml", "operations/two.yaml"])
  }

  @Test("An operation that starts to include a faulty fragment is held back") func holdsBackNewUseOfFaultyFile() throws
  {
    let old = Self.two.merging(["fragments/both.yaml": Self.fragment]) { $1 }
    let part = try #require(
      try Self.change(
        old,
        [
          "fragments/both.yaml": "atoms: 1\n",
          "operations/one.yaml": Self.operation("one", "new", more: ["include: both"]),
          "operations/two.yaml": Self.operation("two", "new"),
        ]))
    #expect(part.captions == ["one": "old", "two": "new"])
    #expect(part.held == ["fragments/both.yaml", "operations/one.yaml"])
  }

  @Test("A service file is held back together with the operations that use it") func holdsBackServiceWithOperations()
    throws
  {
    let old = Self.two.merging([
      "services/crm.yaml": Self.service, "operations/one.yaml": Self.operation("one", "old", more: Self.asking),
    ]) { $1 }
    let part = try #require(
      try Self.change(
        old,
        [
          "services/crm.yaml": Self.service.replacing("/c/", with: "/companies/"),
          "operations/one.yaml": Self.broken, "operations/two.yaml": Self.operation("two", "new"),
        ]))
    #expect(part.captions == ["one": "old", "two": "new"])
    #expect(part.held == ["operations/one.yaml", "services/crm.yaml"])
    // A lookup that an operation uses is not removed.
    let gone = try #require(
      try Self.change(
        old,
        [
          "services/crm.yaml": Self.service.replacing("company", with: "firm"),
          "operations/two.yaml": Self.operation("two", "new"),
        ]))
    #expect(gone.captions == ["one": "old", "two": "new"] && gone.held == ["services/crm.yaml"])
  }

  @Test("A removed operation stays in service while a screen shows it") func keepsOperationOfScreen() throws {
    let old = Self.two.merging([
      "screens/home.yaml": "screen: home\ntitle: {ru: Д, en: H}\nmodules:\n  - {operation: one}\n"
    ]) { $1 }
    let part = try #require(
      try Self.change(
        old,
        [
          "operations/one.yaml": nil as String?, "operations/two.yaml": Self.operation("two", "new"),
          // The fault is in `home.yaml`. A file whose name only begins like it has no fault.
          "screens/home.more.yaml": "screen: home.more\ntitle: {ru: Д, en: H}\nmodules:\n  - {operation: two}\n",
        ]))
    #expect(part.captions == ["one": "old", "two": "new"])
    #expect(part.held == ["operations/one.yaml"])
  }

  @Test("A faulty translation file holds back the operations that use it") func holdsBackUsersOfTranslation() throws {
    let old = Self.two.merging([
      "locales/en.yaml": "Да: Yes\n",
      "operations/one.yaml": Self.operation("one", "old", more: ["{text: b, caption: Да}"]),
    ]) { $1 }
    let part = try #require(
      try Self.change(
        old,
        [
          "locales/en.yaml": "Да: [Yes]\n", "operations/two.yaml": Self.operation("two", "new"),
          "operations/one.yaml": Self.operation("one", "new", more: ["{text: b, caption: Да}"]),
        ]))
    #expect(part.captions == ["one": "old", "two": "new"])
    #expect(part.held == ["locales/en.yaml", "operations/one.yaml"])
  }

  @Test("A faulty nested fragment holds back the operations that include it") func holdsBackUsersOfNestedFragment()
    throws
  {
    let include = ["{include: outer, as: p, with: {word: W}}"]
    let outer = "parameters: {word: text}\natoms:\n  - {include: inner, as: q, with: {word: $word}}\n"
    let inner = "parameters: {word: text}\natoms:\n  - {toggle: b, caption: $word}\n"
    let old = [
      "operations/one.yaml": Self.operation("one", "old", more: include),
      "operations/two.yaml": Self.operation("two", "old"), "fragments/outer.yaml": outer, "fragments/inner.yaml": inner,
    ]
    let part = try #require(
      try Self.change(
        old,
        [
          "operations/one.yaml": Self.operation("one", "new", more: include),
          "operations/two.yaml": Self.operation("two", "new"),
          "fragments/inner.yaml": inner.replacing("caption: $word", with: "caption: $word, more: 1"),
        ]))
    #expect(part.captions == ["one": "old", "two": "new"])
    #expect(part.held == ["fragments/inner.yaml", "operations/one.yaml"])
  }
}
