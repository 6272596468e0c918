import Operations
import Testing

/// Catalogs that are loaded over a previous one, whose unchanged files are not compiled again.
struct KeptReadingTests {
  private static let set = [
    "operations/one.yaml": operation("one", "{include: who}"),
    "operations/two.yaml": operation("two", "{textInput: inn, caption: ИНН, lookup: company}"),
    "operations/three.yaml": operation(
      "three", "{textInput: code, caption: {ru: Код, en: Code}, lookup: {name: rates, as: r}}"),
    "operations/four.yaml": operation("four", "{text: a, caption: Слово}"),
    "fragments/who.yaml": "atoms:\n  - {toggle: b, caption: {ru: Б, en: B}}\n",
    "locales/en.yaml": "ИНН: INN\n",
    "services/crm.yaml":
      "service: crm\nat: https://crm.example\nlookups: [{lookup: company, key: [inn], get: \"/c/{$inn}\", answer: {name: text name}}]\n",
    "tables/rates.yaml": "table: rates\nkeys: {code: text}\ncolumns: {rate: number}\nrows: [[a, 1]]\n",
    "routes/bank.yaml": "routes:\n  - {route: some/one, operation: one}\n",
  ]

  private static func operation(_ id: String, _ line: String) -> String {
    "operation: \(id)\ntitle: {ru: О, en: O}\natoms:\n  - \(line)\n"
  }

  private static func findings(_ texts: [String: String], over old: Catalog?) -> String {
    do throws(Catalog.Failure) {
      let catalog = try Catalog(Sets.files(texts), over: old, vocabulary: .bank)
      let versions = catalog.operations.map { "\($0.id) \($0.version)" }
      let routes = catalog.navigation.routes.map(\.name)
      return (versions + routes + catalog.warnings.sorted.map { "\($0)" }).joined(separator: "\n")
    } catch {
      guard case .faults(let faults) = error else { return "\(error)" }
      return faults.sorted.map { "\($0)" }.joined(separator: "\n")
    }
  }

  @Test("A reload of the catalog compiles only changed operations") func compilesChangedFilesOnly() throws {
    let old = try Catalog(Sets.files(Self.set), vocabulary: .bank)
    var changed = Self.set
    changed["operations/four.yaml"] = Self.operation("four", "{text: a, caption: Другое}")
    let new = try Catalog(Sets.files(changed), over: old, vocabulary: .bank)
    for id in ["one", "two", "three"] { #expect(new[id]?.atoms[0] === old[id]?.atoms[0], "\(id)") }
    #expect(new["four"]?.atoms[0].caption?.ru == "Другое")
    let newer = try Catalog(Sets.files(changed), over: new, vocabulary: .bank)
    #expect(newer["four"]?.atoms[0] === new["four"]?.atoms[0])
  }

  @Test(
    "A reloaded catalog equals a catalog loaded from scratch",
    arguments: [
      ("operations/four.yaml", "operation: four\n"), ("operations/four.yaml", operation("one", "{text: a}")),
      ("operations/five.yaml", operation("five", "{include: who}")), ("operations/one.yaml", nil),
      ("fragments/who.yaml", "atoms:\n  - {toggle: c, caption: {ru: В, en: C}}\n"),
      ("fragments/who.yaml", "atoms: 1\n"),
      ("fragments/more.yaml", "atoms:\n  - {toggle: c, caption: {ru: В, en: C}}\n"),
      ("locales/en.yaml", "ИНН: Taxpayer\nСлово: Word\nЛишнее: Unused\n"), ("locales/en.yaml", nil),
      ("services/crm.yaml", nil),
      (
        "services/crm.yaml",
        "service: crm\nat: https://crm.example\nlookups: [{lookup: company, key: [inn], get: \"/d/{$inn}\", answer: {name: text name}}]\n"
      ),
      ("tables/rates.yaml", "table: rates\nkeys: {code: text}\ncolumns: {rate: text}\nrows: [[a, b]]\n"),
      ("tables/rates.yaml", nil), ("routes/bank.yaml", "routes:\n  - {route: some/one, operation: nine}\n"),
    ])
  func reloadEqualsFreshLoad(_ change: (file: String, text: String?)) throws {
    let old = try Catalog(Sets.files(Self.set), vocabulary: .bank)
    var changed = Self.set
    changed[change.file] = change.text
    #expect(Self.findings(changed, over: old) == Self.findings(changed, over: nil))
  }
}
