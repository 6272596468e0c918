import Foundation
import JSON
import Synchronization
import TestBank
import TestClient
import Testing

/// `valence services`, `check` and `show` with service files.
struct ServiceCommandTests {
  private static let loan = TestServer.root.appending(path: "examples/loan").path
  private static let service = """
    service: crm
    at: AT
    timeout: 20
    lookups:
      - {lookup: owner, key: {inn: text, on: date, share: number, whole: boolean}, post: /owners, body: {inn: $inn, on: $on, share: $share, whole: $whole}, answer: {name: text name}}
    facts: [{fact: loans, get: "/customers/{user.externalId}/loans", answer: {each: SELF, value: text id}}]
    verifications: [{verification: isPassport, takes: [series, number], post: /passports, body: {series: $series, number: $number}, holds: ok == YES}]

    """

  private static func asked(_ arguments: String...) throws -> Program.Outcome {
    try Program(
      ["services", "check"] + arguments + ["--config", loan, "--services", "recorded"], in: try Workplace()
    ).outcome()
  }

  @Test("`services list` prints lookups with the types of their service file") func listsServiceTypes() throws {
    let place = try Workplace(
      with: "operation: a\ntitle: А\natoms: [{text: b, caption: Б}]\n", in: "own/operations/a.yaml")
    func list() throws -> String {
      try Program(["services", "list", "--config", "own"], in: place).outcome().output
    }
    let empty = try Program(["services", "list", "--config", "own"], in: place).outcome()
    #expect((empty.output, empty.errors) == ("", "no services: own/services has no file\n"))
    try place.write(Self.service.replacing("AT", with: "https://crm.example"), to: "own/services/crm.yaml")
    let owner = "  lookup owner(inn: text, on: date, share: number, whole: boolean) -> record of name\n"
    #expect(try list().contains(owner))
  }

  @Test("`services check --one` finds one option of a search") func findsSearchOption() throws {
    let found = try Self.asked("bank", "address", "--one", "a-1")
    #expect(found.status == 0)
    #expect(found.output.hasPrefix("GET /addresses/a-1\nstatus 200"))
    #expect(
      found.output.hasSuffix(#"\#n{"value":"a-1","caption":"г Москва, ул Тверская, д 1","postal":"125009"}\#n"#))
    #expect(try Self.asked("bank", "address", "--one", "nowhere").output.hasSuffix("\nnothing\n"))
    #expect(try Self.asked("bank", "company", "--one", "7707083893").errors.contains("company is not a search"))
    #expect(try Self.asked("bank", "address", "тверская", "3", "0").status == 0)
  }

  @Test("`services check` takes the keys of a search, and compares them with an option")
  func takesKeysOfSearch() throws {
    let company = TestServer.root.appending(path: "examples/company-account").path
    func asked(_ values: String...) throws -> Program.Outcome {
      try Program(
        ["services", "check", "registry", "address"] + values + ["--config", company, "--services", "recorded"],
        in: try Workplace()
      ).outcome()
    }
    let found = try asked("баумана", "2", "0", "Казань")
    #expect(found.output.contains(#""city":"Казань"}"#) && found.output.contains(#""value":"a-37""#))
    #expect(try asked("баумана", "2", "0").errors.contains("address takes `text`, `limit`, `offset`, `city`"))
    #expect(try asked("--one", "a-37", "Казань").output.contains(#"{"value":"a-37""#))
    let other = try asked("--one", "a-37", "Москва")
    #expect(other.status == 0 && other.output.hasSuffix("\nnothing: `city` of the option differs from the key\n"))
    #expect(try asked("--one", "a-37").errors.contains("address takes `value`, `city`"))
  }

  @Test(
    "`services check` rejects arguments of the wrong type or number",
    arguments: [
      (["тверская", "three", "0"], "`limit` takes a whole number, not `three`"),
      (["тверская", "3", "1.5"], "`offset` takes a whole number, not `1.5`"),
      (["тверская", "3"], "takes `text`, `limit`"),
    ])
  func rejectsInvalidArguments(values: [String], fault: String) throws {
    let outcome = try Program(
      ["services", "check", "bank", "address"] + values + ["--config", Self.loan, "--services", "recorded"],
      in: try Workplace()
    ).outcome()
    #expect(outcome.status != 0 && outcome.errors.contains(fault), "\(outcome.errors)")
  }

  @Test("`services check` names the missing value and its option")
  func checkNamesMissingValue() throws {
    let outcome = try Self.asked("bank", "loans")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "Error: no request: `user.externalId` has no value, add --external-id\n")
    #expect(try Self.asked("bank", "loans", "--external-id", "C-1001").status == 0)
    let path = try Self.asked("bank", "loans", "--external-id", "..")
    #expect(path.errors == "Error: no request: a value cannot be part of the path\n")
  }

  @Test("`services check` names the option that allows a refused address")
  func checkNamesOptionForAddress() throws {
    let place = try Workplace(
      with: "operation: a\ntitle: А\natoms: [{text: b, caption: Б}]\n", in: "own/operations/a.yaml")
    for (host, network) in [("127.0.0.1", "127.0.0.0/8"), ("0.0.0.0", "0.0.0.0")] {
      try place.write(Self.service.replacing("AT", with: "http://\(host):9"), to: "own/services/crm.yaml")
      let question = ["services", "check", "crm", "loans", "--external-id", "C-1", "--config", "own"]
      let refused = try Program(question, in: place).outcome()
      #expect(refused.status == 1)
      #expect(refused.output.hasSuffix("no answer: refused-address, add --services-allow \(network)\n"))
      // With the option, the address is used, and no program listens on the port.
      let allowed = try Program(question + ["--services-allow", network], in: place).outcome()
      #expect(allowed.output.hasSuffix("no answer: unreachable\n"))
    }
  }

  @Test("`services record` replaces personal data in recorded requests and answers")
  func recordHidesPersonalData() throws {
    let requests = Mutex<[String]>([])
    let peer = try Peer { link in
      while true {
        let request = link.request()
        if request.isEmpty { return }
        requests.withLock { $0.append(request) }
        link.answer(
          200,
          request.contains("/loans")
            ? #"[{"id": "L-77"}]"# : #"{"name": "Анна 4509", "ok": true, "number": "654321", "since": "2001-02-03"}"#)
      }
    }
    defer { peer.stop() }
    let place = try Workplace()
    try place.write(
      "operation: a\ntitle: {ru: А, en: A}\natoms: [{textInput: b, caption: {ru: Б, en: B}}]\n",
      to: "own/operations/a.yaml")
    try place.write(Self.service.replacing("AT", with: peer.url("")), to: "own/services/crm.yaml")
    func record(_ arguments: String...) throws -> String {
      let outcome = try Program(
        ["services", "record", "crm"] + arguments + ["--config", "own", "--services-allow", "127.0.0.0/8"], in: place
      ).outcome()
      #expect(outcome.status == 0, "\(outcome.errors)")
      let file = place.folder.appending(path: "own/services/crm.recorded.yaml")
      let text = try String(contentsOf: file, encoding: .utf8)
      return String(text.split(separator: "\n").last ?? "")
    }
    #expect(
      try record("isPassport", "4509", "654321") == """
          - {post: "/passports", with: {"series":"1111","number":"111111"}, status: 200, body: {"name":"xxxx 1111",\
        "ok":true,"number":"111111","since":"2001-02-03"}}
        """)
    #expect(
      try record("loans", "--external-id", "C-77-secret") == """
          - {get: "/customers/C-1001/loans", status: 200, body: [{"id":"x-11"}]}
        """)
    let owner = ["owner", "540319872414", "2001-02-03", "12.5", "true"]
    #expect(
      try record(owner[0], owner[1], owner[2], owner[3], owner[4], "--hide") == """
          - {post: "/owners", with: {"inn":"111111111111","on":"2001-02-03","share":1.5,"whole":true}, status: 200, \
        body: {"name":"xxxx 1111","ok":true,"number":"111111","since":"2001-02-03"}}
        """)
    #expect(try record(owner[0], owner[1], owner[2], owner[3], owner[4]).contains("540319872414"))
    #expect(try record("isPassport", "4509", "654321", "--plain").contains("654321"))
    // The system receives the original values.
    #expect(requests.withLock { $0 }.contains { $0.contains("C-77-secret") })
    // The recorded answers serve a repeated query.
    let again = try Program(
      ["services", "check", "crm", "isPassport", "1111", "111111", "--config", "own", "--services", "recorded"],
      in: place
    ).outcome()
    #expect(again.output.contains(#"{"holds":true}"#))
  }

  @Test("`check` warns about unset variables and unreadable files of a service")
  func warnsAboutMissingSettings() throws {
    let place = try Workplace()
    try place.write(
      "operation: a\ntitle: {ru: А, en: A}\natoms: [{textInput: b, caption: {ru: Б, en: B}}]\n",
      to: "own/operations/a.yaml")
    let service = Self.service.replacing(
      "AT", with: "${NO_SUCH_URL}/${NO_SUCH_URL}\nauth: {bearer: \"${file:/nowhere/token}\"}")
    try place.write(service, to: "own/services/crm.yaml")
    let outcome = try place.run("check", "--config", "own")
    #expect(outcome.status == 0)
    let reported = outcome.output.split(separator: "\n").filter { $0.contains("warning") }
    #expect(
      reported == [
        "own/services/crm.yaml:2:5: warning: the environment variable `NO_SUCH_URL` is not set: a server does not start without it",
        "own/services/crm.yaml:3:16: warning: the file `/nowhere/token` cannot be read: a server does not start without it",
        "1 operation, 2 warnings",
      ])
  }

  @Test("`show` and `graph` use the configuration that contains the file") func showsOperationInItsSet() throws {
    let place = try Workplace()
    let file = "\(Self.loan)/operations/loan.apply.yaml"
    for command in ["show", "graph"] {
      let outcome = try place.run(command, file)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(try place.run("show", file).output.contains("42"))
  }
}
