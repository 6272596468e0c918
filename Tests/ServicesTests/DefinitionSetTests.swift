import Model
import DataAccess
import Services
import Storage
import TestDatabases
import Testing

/// Definition sets in the database: storage, proposals and activation.
struct DefinitionSetTests {
  private let bank: TestBank
  private var sets: DefinitionSets { bank.services.definitionSets }

  init() throws { bank = try TestBank() }

  private static func contents(_ files: [(path: String, text: String)]) -> SetContents {
    SetContents(files.map { SetContents.File(path: $0.path, bytes: Array($0.text.utf8)) })
  }

  private static let first = contents([("operations/a.yaml", "a"), ("locales/en.yaml", "b"), ("calendar.yaml", "c")])
  private static let second = contents([("operations/a.yaml", "a 2"), ("locales/en.yaml", "b")])

  /// Stores, proposes and activates a set.
  @discardableResult private func activate(_ contents: SetContents) throws -> SetActivation {
    _ = try sets.put(contents).wait()
    let proposal = try sets.propose(contents.hash).wait()
    try sets.activate(proposal, as: .definitionsActivated).wait()
    return try #require(try sets.standing().active)
  }

  /// Registers a live server that serves an activation.
  private func server(_ name: String, serving activation: SetActivation) throws -> SharingServer {
    let state = SharingServer(id: name, name: "\(name):80", serving: activation.number, judged: activation.number)
    try sets.enter(state).wait()
    return state
  }

  private func events(after head: AuditRecord.Head) throws -> [String] {
    try bank.services.audit.list(after: head.sequence, limit: 100).map { "\($0.event) \($0.subject) \($0.subjectID)" }
  }

  // MARK: - Hash

  @Test("The hash of a definition set depends only on the paths and contents of its files")
  func hashDependsOnPathsAndContents() {
    let same = Self.contents([("locales/en.yaml", "b"), ("calendar.yaml", "c"), ("operations/a.yaml", "a")])
    #expect(same == Self.first)
    #expect(same.hash.rawValue.count == 64)
    #expect(same.hash.short == String(same.hash.rawValue.prefix(12)))
    // Another path, another content, an additional file, and the exchanged contents of two files.
    let others = [
      [("operations/b.yaml", "a"), ("locales/en.yaml", "b"), ("calendar.yaml", "c")],
      [("operations/a.yaml", "a "), ("locales/en.yaml", "b"), ("calendar.yaml", "c")],
      [("operations/a.yaml", "a"), ("locales/en.yaml", "b"), ("calendar.yaml", "c"), ("tables/t.yaml", "")],
      [("operations/a.yaml", "b"), ("locales/en.yaml", "a"), ("calendar.yaml", "c")],
    ].map { Self.contents($0).hash }
    #expect(Set(others + [same.hash]).count == 5)
  }

  // MARK: - Stored sets

  @Test("A definition set is stored once, and equal files are shared between sets") func storesSetOnce() throws {
    let head = try bank.services.audit.head()
    #expect(try sets.put(Self.first).wait())
    #expect(try !sets.put(Self.first).wait())
    #expect(try sets.put(Self.second).wait())
    #expect(
      try events(after: head) == [
        "definitions-stored definitions \(Self.first.hash)", "definitions-stored definitions \(Self.second.hash)",
      ])
    #expect(try sets.contents(of: Self.first.hash) == Self.first)
    #expect(try sets.contents(of: Self.second.hash) == Self.second)
    // `locales/en.yaml` has the same content in both sets.
    #expect(try bank.count("SELECT count(*) FROM definition_file") == 4)
    #expect(try bank.count("SELECT count(*) FROM definition_entry") == 5)
    #expect(Set(try sets.all().map { "\($0.hash) \($0.files)" }) == ["\(Self.first.hash) 3", "\(Self.second.hash) 2"])
    #expect(try bank.services.audit.verify() == bank.services.audit.head())
  }

  @Test("A definition set is found by an unambiguous prefix of its hash") func findsSetByHashPrefix() throws {
    #expect(throws: SetError.unknown("abababab")) { try sets.find("abababab") }
    _ = try sets.put(Self.first).wait()
    let digits = Self.first.hash.rawValue
    #expect(try sets.find(digits) == Self.first.hash)
    #expect(try sets.find(String(digits.prefix(8)).uppercased()) == Self.first.hash)
    #expect(throws: SetError.unknown("xyzxyzxyz")) { try sets.find("xyzxyzxyz") }
    // Another set whose hash has the same prefix.
    let beginning = String(digits.prefix(8))
    try bank.database.change {
      try $0.execute(
        "INSERT INTO definition_set (hash, stored) VALUES ($1, 1)", beginning + String(repeating: "0", count: 56))
    }
    #expect(throws: SetError.ambiguous(beginning)) { try sets.find(beginning) }
    #expect(try sets.find(String(digits.prefix(64))) == Self.first.hash)
  }

  @Test("A hash prefix of fewer than eight digits is rejected", arguments: ["", "0", "ab", "1234567"])
  func rejectsShortHashPrefix(text: String) throws {
    _ = try sets.put(Self.first).wait()
    #expect(throws: SetError.tooShort(text, minimum: 8)) { try sets.find(text) }
    let slip = String(Self.first.hash.rawValue.prefix(text.utf8.count))
    #expect(throws: SetError.tooShort(slip, minimum: 8)) { try sets.find(slip) }
  }

  @Test("Reading a definition set that does not match its hash throws") func rejectsDamagedSet() throws {
    _ = try sets.put(Self.first).wait()
    #expect(throws: SetError.damaged(Self.second.hash)) { try sets.contents(of: Self.second.hash) }
    try bank.database.drop(triggers: "definition_file_is_not_changed")
    try bank.database.change { try $0.execute("UPDATE definition_file SET content = $1", [1, 2, 3] as [UInt8]) }
    #expect(throws: SetError.damaged(Self.first.hash)) { try sets.contents(of: Self.first.hash) }
  }

  @Test(
    "The database rejects changes to stored definition sets and activations",
    arguments: [
      ("UPDATE definition_file SET content = NULL", "a set of definitions is not changed"),
      ("UPDATE definition_set SET stored = 0", "a set of definitions is not changed"),
      ("UPDATE definition_entry SET path = 'b'", "a set of definitions is not changed"),
      ("UPDATE definition_activation SET activated = NULL", "an activation goes only forward"),
      ("UPDATE definition_activation SET activated = activated + 1", "an activation goes only forward"),
      ("UPDATE definition_activation SET ended = 1", "an activation goes only forward"),
      ("DELETE FROM definition_activation", "history is only added to"),
      (
        """
        INSERT INTO definition_activation (number, definition_set, proposed, expires, activated)
        SELECT 9, hash, 0, 0, 0 FROM definition_set
        """, "a set is proposed before it is activated"
      ),
    ] as [(StaticString, String)])
  func databaseRejectsSetChanges(_ statement: StaticString, _ words: String) throws {
    try activate(Self.first)
    let error = #expect(throws: StoreError.self) { try bank.database.change { try $0.execute(statement) } }
    #expect(error?.words == words)
  }

  // MARK: - Activation

  @Test("The newest activation is active, and the previous set is available") func newestActivationIsActive() throws {
    let head = try bank.services.audit.head()
    #expect(try sets.standing() == DefinitionSets.Standing(active: nil, pending: nil))
    #expect(try sets.previous() == nil)
    let one = try activate(Self.first)
    #expect(one.set == Self.first.hash && one.activated != nil)
    #expect(try sets.previous() == nil)
    let two = try activate(Self.second)
    #expect(two.number > one.number)
    #expect(try sets.previous()?.set == Self.first.hash)
    let three = try activate(Self.first)
    #expect(three.number > two.number)
    #expect(try sets.previous()?.set == Self.second.hash)
    let activated = try events(after: head).filter { $0.hasPrefix("definitions-activated") }
    #expect(
      activated == [Self.first, Self.second, Self.first].map { "definitions-activated definitions \($0.hash)" })
  }

  @Test("A pending proposal of a definition set excludes others until it ends")
  func pendingProposalExcludesOthers() throws {
    for contents in [Self.first, Self.second] { _ = try sets.put(contents).wait() }
    let proposal = try sets.propose(Self.first.hash).wait()
    #expect(try sets.standing() == DefinitionSets.Standing(active: nil, pending: proposal))
    #expect(throws: SetError.underWay(Self.first.hash)) { try sets.propose(Self.second.hash).wait() }
    try sets.renew(proposal).wait()
    try sets.withdraw(proposal).wait()
    #expect(try sets.standing().pending == nil)
    #expect(throws: SetError.ended) { try sets.activate(proposal, as: .definitionsActivated).wait() }
    #expect(throws: SetError.ended) { try sets.renew(proposal).wait() }
    let other = try sets.propose(Self.second.hash).wait()
    #expect(other.number > proposal.number)
    #expect(try sets.standing().pending == other)
  }

  /// The proposing command was killed, or was suspended for longer than the lease.
  @Test("A proposal without renewal expires and cannot be activated") func proposalExpiresWithoutRenewal() throws {
    for contents in [Self.first, Self.second] { _ = try sets.put(contents).wait() }
    let lost = try sets.propose(Self.first.hash).wait()
    try bank.database.change {
      try $0.execute(
        "UPDATE definition_activation SET expires = expires - $1", DefinitionSets.lease.components.seconds * 1_000_000)
    }
    #expect(try sets.standing().pending == nil)
    #expect(throws: SetError.ended) { try sets.renew(lost).wait() }
    #expect(throws: SetError.ended) { try sets.activate(lost, as: .definitionsActivated).wait() }
    let next = try sets.propose(Self.second.hash).wait()
    try sets.activate(next, as: .definitionsActivated).wait()
    // The expired proposal cannot be activated later either.
    #expect(throws: SetError.ended) { try sets.activate(lost, as: .definitionsActivated).wait() }
    #expect(try sets.standing().active?.set == Self.second.hash)
  }

  @Test("Activation requires that every live server has loaded the proposed set")
  func activationRequiresLiveServers() throws {
    let active = try activate(Self.first)
    _ = try sets.put(Self.second).wait()
    var servers = try ["a", "b"].map { try server($0, serving: active) }
    #expect(try sets.servers() == servers)
    let proposal = try sets.propose(Self.second.hash).wait()
    let head = try bank.services.audit.head()
    func refusal() -> [String]? {
      do {
        try sets.activate(proposal, as: .definitionsActivated).wait()
        return nil
      } catch SetError.notLoaded(let servers) {
        return servers.map(\.name)
      } catch {
        return ["\(error)"]
      }
    }
    #expect(refusal() == ["a:80", "b:80"])
    servers[0].judged = proposal.number
    try sets.report(servers[0]).wait()
    #expect(refusal() == ["b:80"])
    (servers[1].judged, servers[1].fault) = (proposal.number, "services/crm.yaml:2:5: error: CRM_TOKEN has no value")
    try sets.report(servers[1]).wait()
    #expect(try sets.servers() == servers)
    #expect(refusal() == ["b:80"])
    #expect(try sets.standing().active == active)
    #expect(try bank.services.audit.head() == head)
    servers[1].fault = nil
    try sets.report(servers[1]).wait()
    #expect(refusal() == nil)
    #expect(try sets.standing().active?.number == proposal.number)
  }

  @Test("Activation ignores servers that have stopped or are no longer live")
  func activationIgnoresLostServers() throws {
    let active = try activate(Self.first)
    _ = try sets.put(Self.second).wait()
    for name in ["dead", "stopped", "ahead"] { _ = try server(name, serving: active) }
    try sets.leave("stopped").wait()
    let lively = DefinitionSets.lively.components.seconds * 1_000_000 + 1
    try bank.database.change {
      try $0.execute("UPDATE server SET seen = seen - $1 WHERE id = 'dead'", lively)
      // The clock has been set back since.
      try $0.execute("UPDATE server SET seen = seen + $1 WHERE id = 'ahead'", lively + 60_000_000)
    }
    #expect(try sets.servers() == [])
    let proposal = try sets.propose(Self.second.hash).wait()
    try sets.activate(proposal, as: .definitionsActivated).wait()
    #expect(try sets.standing().active?.set == Self.second.hash)
    // A server that was lost long ago is deleted when another server registers.
    try bank.database.change { try $0.execute("UPDATE server SET seen = seen - 3700000000 WHERE id = 'dead'") }
    _ = try server("new", serving: active)
    #expect(try bank.count("SELECT count(*) FROM server WHERE id = 'dead'") == 0)
    #expect(try bank.count("SELECT count(*) FROM server") == 2)
  }

  /// A server that was suspended after its check must not restore the versions of an older set.
  @Test("Versions of a superseded definition set cannot be put into service")
  func rejectsVersionsOfSupersededSet() throws {
    let one = try activate(Self.first)
    let versions = bank.services.versions
    let (old, new) = (
      [Versions.Source(operation: "a", version: "1", text: "{}")],
      [Versions.Source(operation: "a", version: "2", text: "{}")]
    )
    try versions.serve(old, of: one.number).wait()
    #expect(try versions.areServing(old))
    let two = try activate(Self.second)
    #expect(throws: SetError.superseded) { try versions.serve(old, of: one.number).wait() }
    try versions.serve(new, of: two.number).wait()
    #expect(throws: SetError.superseded) { try versions.serve(old, of: one.number).wait() }
    #expect(try versions.areServing(new) && !versions.areServing(old))
  }
}
