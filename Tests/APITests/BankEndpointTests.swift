import BICDirectory
import Foundation
import JSON
import Model
import Services
import TestBank
import Testing

/// The BIC directory over HTTP: the search, one bank, and closed banks in operations.
struct BankEndpointTests {
  private static let trial = """
    operation: trial
    title: {ru: Проба, en: Trial}
    atoms:
      - {textInput: bic, caption: {ru: БИК, en: BIC}, type: digits, length: 9, lookup: bank, check: {check: bank.closed == NO, message: {ru: Банк закрыт, en: The bank is closed}}}
      - {text: warning, caption: {ru: "Закрыт с {bank.statusSince}", en: "Closed since {bank.statusSince}"}, showIf: bank.closed == YES}
      - {text: through, caption: {ru: Счёт, en: Account}, captionFrom: bank.account}
    """

  /// Returns a server that has imported the sample directory, which contains closed participants.
  private static func server() throws -> TestServer {
    let server = try TestServer(serving: [trial])
    let sample = TestServer.root.appending(path: "Tests/DirectorySamples/ed807-sample.xml").path
    _ = try server.services.banks.importDirectory(DirectoryFile.read(contentsOf: sample)).wait()
    return server
  }

  @Test("A bank search by the start of a name returns the bank's row") func findsBankByStartOfName() throws {
    let person = try Self.server().person()
    let answer = try person.get("/banks?q=%D1%81%D0%B1%D0%B5%D1%80")
    #expect(answer.status == 200 && answer["count"] == 2 && answer["next"] == nil)
    let row = answer["data"]?[0]
    #expect(
      row?.object?.names == [
        "id", "title", "subtitle", "trailing", "bic", "name", "correspondentAccount", "treasuryAccount", "place",
        "swift",
        "restrictions", "status", "statusSince", "href", "parts",
      ])
    #expect(row?["title"] == "ПАО Сбербанк" && row?["subtitle"] == "г Москва" && row?["trailing"] == "044525225")
    #expect(row?["status"] == "active" && row?["statusSince"] == .null && row?["restrictions"] == [])
    #expect(try person.get(row?["href"]?.string ?? "").body == row)
  }

  @Test("A bank search is paged without gaps or duplicates") func pagesThroughBanks() throws {
    let person = try Self.server().person()
    var (bics, href, pages) = ([String](), String?.some("/banks?q=%D0%B1%D0%B0%D0%BD%D0%BA&limit=3"), 0)
    while let next = href {
      let page = try person.get(next)
      #expect(page.status == 200)
      bics += page["data"]?.array?.compactMap { $0["bic"]?.string } ?? []
      href = page["next"]?.string
      pages += 1
    }
    #expect(pages > 2 && Set(bics).count == bics.count)
    #expect(
      try person.get("/banks?q=%D0%B1%D0%B0%D0%BD%D0%BA")["data"]?.array?.compactMap { $0["bic"]?.string } == bics)
    #expect(try person.get("/banks?limit=200")["count"] == 19)
  }

  @Test(
    "A bank search with an invalid cursor, limit or parameter is refused with 400",
    arguments: [
      "/banks?after=044525187&q=%D1%81%D0%B1%D0%B5%D1%80", "/banks?after=x", "/banks?limit=0", "/banks?name=a",
    ])
  func rejectsInvalidBankQuery(path: String) throws {
    let server = try Self.server()
    let answer = try server.person().get(path)
    #expect(answer.status == 400 && answer["type"] == "/problems/unknown-query")
  }

  @Test("A closed bank is shown as closed in the directory and in forms") func showsClosedBank() throws {
    let person = try Self.server().person()
    let closed = try person.get("/banks/044525600")
    #expect(closed["status"] == "closed" && closed["statusSince"] == "2023-07-28")
    #expect(closed["subtitle"] == "г Москва, closed since 2023-07-28")
    #expect(closed["restrictions"]?[1] == ["code": "CLRS", "since": "2023-07-28"])
    let treasury = try person.get("/banks/017003983")
    #expect(treasury["correspondentAccount"] == .null && treasury["treasuryAccount"] == "40102810445370000059")
    func states(_ bic: String) throws -> Value? {
      try person.post("/operations/trial/evaluate", ["values": ["bic": .string(bic)], "commit": true])["atoms"]
    }
    let warned = try states("044525600")
    #expect(warned?["warning"]?["shown"] == true && warned?["through"]?["caption"] == "30101810300000000600")
    #expect(warned?["warning"]?["caption"]?.string?.hasPrefix("Closed since ") == true)
    #expect(warned?["bic"]?["error"]?["message"] == "The bank is closed")
    let open = try states("044525225")
    #expect(open?["warning"]?["shown"] == false && open?["bic"]?["error"] == .null)
    #expect(try states("017003983")?["through"]?["caption"] == "40102810445370000059")
  }
}
