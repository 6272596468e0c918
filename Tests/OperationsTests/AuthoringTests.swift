import Authoring
import Atoms
import Conditions
import Dispatch
import JSON
import Operations
import Services
import Synchronization
import Testing

/// Operation files in the playground, without a change of the catalog.
struct AuthoringTests {
  @Test("A fault in a fragment is reported at the include line of the tried file") func reportsFragmentFaultAtInclude()
    throws
  {
    let catalog = try Sets.catalog([
      "operations/pay.yaml": Sets.operation(["{textInput: bic, caption: {ru: БИК, en: BIC}}", "include: payee"]),
      "fragments/payee.yaml": Sets.fragment(["{text: name, caption: {ru: Имя, en: Name}, showIf: \"$bic != nil\"}"]),
    ])
    let right = PlaygroundFile(
      Sets.operation(["{textInput: bic, caption: {ru: БИК, en: BIC}}", "include: payee"]), among: catalog)
    #expect(right.findings == [])
    #expect(right.operation?.atoms.map(\.id) == ["bic", "name"])
    let wrong = PlaygroundFile(
      Sets.operation(["{text: a, caption: {ru: А, en: A}}", "include: payee"]), among: catalog)
    #expect(wrong.operation == nil)
    #expect(wrong.findings.map { [$0.line, $0.column] } == [[5, 14]])
    #expect(wrong.findings.first?.message.contains("fragments/payee.yaml:2") == true)
    #expect(wrong.findings.first?.message.contains("$bic") == true)
  }

  @Test("A tried file can use the declarations of the set's service files") func usesServicesOfSet() throws {
    let service = """
      service: crm
      at: https://crm.example
      lookups: [{lookup: company, key: [inn], get: "/c/{$inn}", answer: {name: text name}}]
      facts: [{fact: loans, get: /loans, answer: {each: items, value: text id, caption: text name}}]
      verifications: [{verification: isPassport, takes: [number], get: "/p/{$number}", holds: "result == 'VALID'"}]
      effects: [{effect: apply, takes: {inn: text}, post: /applications, body: {inn: $inn}, executed: {status: 201}}]
      """
    let using = Sets.operation(
      [
        "{textInput: inn, caption: {ru: ИНН, en: INN}, lookup: company, check: isPassport}",
        "{text: name, caption: {ru: Имя, en: Name}, captionFrom: company.name, showIf: \"loans.@count > 0\"}",
      ], more: "effect: apply\n")
    let catalog = try Sets.catalog([
      "operations/pay.yaml": Sets.operation(["{text: a, caption: {ru: А, en: A}}"]), "services/crm.yaml": service,
    ])
    let tried = PlaygroundFile(using, among: catalog)
    #expect(tried.findings == [])
    #expect(tried.operation?.queries.map(\.name).sorted() == ["company", "isPassport", "loans"])
    let wrong = PlaygroundFile(using.replacing("company.name", with: "company.nam"), among: catalog)
    #expect(wrong.findings.map(\.line) == [6])
  }

  @Test(
    "A malformed tried file is rejected with the position of each finding",
    arguments: [
      "", "a", "- a", "atoms: 1", "operation: a\natoms: []", "\u{0}", "&a [*a, *a]", "{{{{", "include: x",
    ])
  func locatesEveryFinding(_ text: String) throws {
    let catalog = try Sets.catalog(["operations/pay.yaml": Sets.operation(["{text: a, caption: {ru: А, en: A}}"])])
    let tried = PlaygroundFile(text, among: catalog)
    #expect(tried.operation == nil)
    #expect(tried.findings.contains { $0.severity == .error })
    #expect(tried.findings.allSatisfy { $0.line > 0 && $0.column > 0 && !$0.message.isEmpty })
  }

  @Test("A tried file with 150 faults reports 100 findings and the count of the others") func limitsFindings() throws {
    let catalog = try Sets.catalog(["operations/pay.yaml": Sets.operation(["{text: a, caption: {ru: А, en: A}}"])])
    let lines = (0..<150).map { "{text: t\($0), caption: {ru: А, en: A}, showIf: \"$gone == 1\"}" }
    let tried = PlaygroundFile(Sets.operation(lines), among: catalog)
    #expect(tried.findings.count == 101)
    #expect(tried.findings.last?.message == "and 50 more findings")
  }

  @Test("The invented person has every fact with all its fields") func inventedPersonHasEveryFact() {
    for (name, type) in Facts.types {
      let fact = InventedPerson.fact(name)
      var records = [fact]
      var fields = type
      if case .list(let element) = type { (records, fields) = (fact.array ?? [], element) }
      #expect(!records.isEmpty, "\(name)")
      guard case .record(let expected) = fields else {
        Issue.record("\(name) is not a record")
        continue
      }
      for record in records { #expect(record.object?.names == expected.map(\.name), "\(name)") }
    }
    #expect(InventedPerson.fact("nothing") == .null)
  }

  @Test("An authoring desk with a full queue throws an overload error") func fullDeskRejectsWork() throws {
    let desk = PlaygroundQueue(waiting: 1)
    let (begun, release, ended) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let done = Mutex<[Int]>([])
    for number in 0..<2 {
      desk.work {
        begun.signal()
        release.wait()
        return number
      }.start { result in
        done.withLock { if let number = try? result.get() { $0.append(number) } }
        ended.signal()
      }
      // The first closure runs before the second is queued.
      if number == 0 { begun.wait() }
    }
    #expect(throws: Overloaded.self) { try desk.work { 2 }.wait() }
    for _ in 0..<2 { release.signal() }
    for _ in 0..<2 { ended.wait() }
    #expect(done.withLock { $0 } == [0, 1])
    #expect(try desk.work { 3 }.wait() == 3)
  }
}
