import BICDirectory
import Dates
import Foundation
import Model
import Testing

/// Searches by bank name, from `Cases/searches.json`.
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
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/searches.json")
    return try JSONDecoder().decode(Cases.self, from: Data(contentsOf: path))
  }

  private static func directory(_ names: [String: String]) throws -> BankDirectory {
    BankDirectory(
      try names.map { key, name in
        let words = key.split(separator: " ")
        let isClosed = words.last == "closed"
        return Bank(
          bic: try #require(BIC(String(words[0]))), name: name,
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
}
