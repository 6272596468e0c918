import JSON
import TestBank
import TestClient
import Testing

@testable import API

struct PictureEndpointTests {
  @Test("Each source of an image is returned with its type") func returnsSources() throws {
    let (server, person) = try TestServer().withPerson()
    let tree = try person.get("/operations/card.status")
    let image = try #require(tree["atoms"]?.array?.first { $0["id"] == "active" })
    let sources = try #require(image["sources"]?.array)
    #expect(sources.map { $0["scale"]?.integer } == [nil, 2, 3])
    #expect(sources.first?["href"] == image["href"])
    let client = try RawClient(port: server.port)
    for source in sources {
      let answer = try client.exchange("GET", try #require(source["href"]?.string))
      #expect(answer.status == 200 && answer["content-type"] == source["type"]?.string)
    }
  }
}
