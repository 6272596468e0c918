import Dates
import Foundation
import Model
import Services
import Testing

/// Searches among names, from `Cases/searches.json`.
@Suite struct BankSearchTests {
  private struct Cases: Decodable {
    let names: [String: String]
    let cases: [Search]
  }

  private struct Search: Decodable {
    let text: String
    let found: [String]?

    init(from decoder: any Decoder) throws {
      var row = try decoder.unkeyedContainer()
      text = try row.decode(String.self)
      found = try row.decodeIfPresent([String].self)
    }
  }

  private static func cases() throws -> Cases {
    try JSONDecoder().decode(Cases.self, from: Data(contentsOf: DirectoryText.cases("searches.json")))
  }

  private static func directory(_ names: [String: String]) throws -> BankDirectory {
    BankDirectory(
      try names.map { key, name in
        let words = key.split(separator: " ")
        let isClosed = words.last == "closed"
        return Bank(
          bic: try bic(String(words[0])), name: name,
          restrictions: isClosed ? [BankRestriction(code: "LWRS", since: nil)] : [],
          type: words.count > 1 && !isClosed ? String(words[1]) : "20")
      })
  }

  @Test("A search for banks returns the result of each recorded case") func matchesRecordedSearches() throws {
    let cases = try Self.cases()
    let directory = try Self.directory(cases.names)
    let today = try #require(CivilDate("2026-11-21"))
    #expect(cases.cases.count > 30)
    for search in cases.cases {
      let found = directory.search(search.text, on: today).map(\.bic.rawValue)
      if let expected = search.found {
        #expect(found == expected, "\(search.text)")
      } else {
        #expect(found.count == directory.count && Set(found).count == found.count, "\(search.text)")
      }
    }
  }

  @Test("The pages of a bank search together contain the whole result") func pagesSearchByCursor() throws {
    let store = try EmptyBanks()
    _ = try store.banks.importDirectory(DirectoryFile.read(DirectoryText.sample())).wait()
    for text in ["", "банк", "0445"] {
      let whole = try #require(store.banks.search(text, limit: 200)).elements
      var (gathered, after, pages) = ([Bank](), BIC?.none, 0)
      repeat {
        let page = try #require(store.banks.search(text, after: after, limit: 4))
        gathered += page.elements
        after = page.next
        pages += 1
      } while after != nil
      #expect(gathered == whole && pages == (whole.count + 3) / 4, "\(text)")
    }
    #expect(store.banks.search("сбер", after: try bic("044525187"), limit: 4) == nil)
  }
}
