import API
import Foundation
import JSON
import TestBank
import TestClient
import Testing

struct BrandMarksTests {
  private static let bank = TestServer.root.appending(path: "config/marks").path

  @Test("A provider has the mark file of its id") func findsMarkByProviderID() throws {
    let marks = try BrandMarks(directory: Self.bank)
    #expect(marks.address(of: "svyaz-mobile") == "/images/provider.svyaz-mobile.svg")
    #expect(marks.address(of: "nobody") == nil)
    #expect(try BrandMarks(directory: Self.bank + "/none").address(of: "svyaz-mobile") == nil)
  }

  @Test(
    "An invalid mark file is refused with its path and fault",
    arguments: [
      ("Mark.svg", "<svg/>", "has an invalid name"), ("a.gif", "GIF89a", "has an invalid name"), (".svg", "", ""),
      ("a.svg", "<html>", "is not an SVG file"), ("a.png", "<svg/>", "is not a PNG file"),
      ("a.svg", "<svg>" + String(repeating: " ", count: 32_768), "is larger than 32768 bytes"),
      ("a.svg", "<svg/>", ""),
    ] as [(String, String, String)])
  func rejectsInvalidMark(_ name: String, _ content: String, _ fault: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(content.utf8).write(to: folder.appending(path: name))
    let found = Result { () throws(BrandMarks.Fault) in try BrandMarks(directory: folder.path) }
    switch found {
    case .success: #expect(fault == "")
    case .failure(let error):
      #expect(error.description.contains("\(folder.path)/\(name) \(fault)"))
      #expect(fault != "")
    }
  }

  @Test("Provider rows and options link to marks that the server serves") func providerRowsHaveMarks() throws {
    let (server, person) = try TestServer().withPerson()
    for path in ["/providers?limit=50", "/providers/svyaz-mobile"] {
      let answer = try person.get(path)
      let row = answer["data"]?.array?.first { $0["id"]?.string == "svyaz-mobile" }
      #expect((row ?? answer.body)["image"]?.string == "/images/provider.svyaz-mobile.svg")
    }
    let options = try person.post("/operations/provider.pay/options", ["atom": "provider", "text": "связь"])
    #expect(options["data"]?[0]?["image"]?.string == "/images/provider.svyaz-mobile.svg")
    let picture = try RawClient(port: server.port).exchange("GET", "/images/provider.svyaz-mobile.svg")
    #expect(picture.status == 200)
    #expect(picture["content-type"] == "image/svg+xml")
    #expect(picture["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
    #expect(picture.body == Array(try Data(contentsOf: URL(filePath: Self.bank + "/svyaz-mobile.svg"))))
    try person.get("/images/provider.nobody.svg").expectProblem(404, "not-found")
  }
}
