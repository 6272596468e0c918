import Dates
import HTTPServer
import JSON
import Model
import Operations
import Secrets
import Services
import TestBank
import Telemetry
import TestDatabases
import Testing

@testable import API

struct DeprecationTests {
  private static let since = CivilDate(2026, 11, 30)

  /// Returns an application with the endpoint `/old`, which has a notice.
  private static func application() throws -> (Application, ApplicationParts) {
    let about = EndpointDocument(
      tag: "Server", id: "getOld", summary: "A part of the interface that will be removed.", anyClient: true,
      deprecation: Deprecation("old", since: since), answers: [.init(200, "Health", "Alive.")])
    let old = Endpoint(.get, "/old", .open, about) { _ in .now(.json { $0.object { $0.member("status", "ok") } }) }
    let silent = try TestServer().log.logger("silent")
    let bic = try #require(BIC("049900777"))
    let services = try BankServices(
      store: try TestDatabase.make(), keys: SecretKeys(SecretKey()), configuration: ServiceConfiguration(ownBIC: bic))
    let parts = ApplicationParts(
      services, try Catalog(paths: [], vocabulary: .bank), day: try #require(BankDay(timeZone: "GMT")), log: silent)
    return (try Application(parts, access: silent, adding: [old]), parts)
  }

  private static func answer(_ application: Application, _ path: String) throws -> [String: String] {
    guard case .now(let response) = application.respond(to: Request(method: .get, path: path, id: "1")) else {
      Issue.record("the answer is not immediate")
      return [:]
    }
    #expect(response.status == 200)
    return Dictionary(response.headers) { first, _ in first }
  }

  @Test("An answer of a deprecated endpoint has the times of the notice and of the removal, and is counted")
  func marksAnswers() throws {
    let (application, parts) = try Self.application()
    for _ in 1...2 {
      let headers = try Self.answer(application, "/old")
      // 2026-11-30T00:00:00Z
      #expect(headers["Deprecation"] == "@1795996800")
      #expect(headers["Sunset"] == "Thu, 30 Nov 2028 00:00:00 GMT")
    }
    let other = try Self.answer(application, "/healthz")
    #expect(other["Deprecation"] == nil && other["Sunset"] == nil)
    let page = String(decoding: parts.metrics.registry.text, as: UTF8.self)
    #expect(page.contains(#"valence_deprecated_total{what="old"} 2"#))
  }

  @Test("The document marks a deprecated endpoint and its headers") func describesNotice() throws {
    let document = try Value(reading: try Self.application().0.document())
    let operation = document["paths"]?["/old"]?["get"]
    #expect(operation?["deprecated"] == true)
    #expect(operation?["responses"]?["200"]?["headers"]?["Sunset"] == ["$ref": "#/components/headers/Sunset"])
    #expect(document["paths"]?["/healthz"]?["get"]?["deprecated"] == nil)
  }

  @Test(
    "The removal follows 24 months after the notice, on a day that exists",
    arguments: [("2026-01-31", "2028-01-31"), ("2028-02-29", "2030-03-01"), ("2026-12-01", "2028-12-01")])
  func countsMonths(_ since: String, _ sunset: String) throws {
    #expect(Deprecation("old", since: try #require(CivilDate(since))).sunset == CivilDate(sunset))
  }

  @Test("A security fix may shorten the notice") func shortensNotice() throws {
    let sunset = CivilDate(2027, 1, 4)
    let notice = Deprecation("old", since: Self.since, until: sunset)
    #expect(notice.sunset == sunset)
    #expect(notice.headers.last?.1 == "Mon, 04 Jan 2027 00:00:00 GMT")
  }
}
