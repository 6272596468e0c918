import HTTPServer
import JSON
import Services
import TestBank
import TestClient
import Testing

@testable import API

struct CompressionTests {
  private static let takes = [("Accept-Encoding", "gzip, deflate, br")]
  private static let form = "/operations/pp.full"

  @Test("A compressed form tree decompresses to the plain response") func compressesFormTree() throws {
    let (server, person) = try TestServer().withPerson()
    let whole = try person.get(Self.form)
    #expect(whole.raw["content-encoding"] == nil && whole.raw.body.count > 1024)
    #expect(whole.raw["vary"]?.contains("Accept-Encoding") == true)
    let raw = try RawClient(port: server.port).exchange(
      "GET", Self.form,
      headers: Self.takes + [("Authorization", "Bearer \(person.token ?? "")"), ("Accept-Language", "en")])
    #expect(raw.status == 200 && raw["content-encoding"] == "gzip" && raw["content-type"] == "application/json")
    #expect(raw["content-length"] == "\(raw.body.count)" && raw.body.count * 2 < whole.raw.body.count)
    #expect(raw["vary"] == whole.raw["vary"])
    #expect(try Gunzip.content(raw.body) == whole.raw.body)
  }

  @Test(
    "Compressed and plain responses have their own ETags, 304 responses and HEAD lengths",
    arguments: ["/operations/pp.full", "/"])
  func eachEncodingHasItsTag(_ path: String) throws {
    let person = try TestServer().person()
    let (whole, short) = (try person.get(path).raw, try person.get(path, headers: Self.takes).raw)
    let tags = [try #require(whole["etag"]), try #require(short["etag"])]
    #expect(tags[0] != tags[1] && short["content-encoding"] == "gzip" && whole.body == short.body)
    for (place, codings) in [[], Self.takes].enumerated() {
      for (other, tag) in tags.enumerated() {
        let again = try person.get(path, headers: codings + [("If-None-Match", tag)]).raw
        #expect(again.status == (place == other ? 304 : 200))
        #expect(again["etag"] == tags[place])
        #expect(again["content-length"] == [whole, short][place]["content-length"])
        #expect(again["content-encoding"] == (place == 1 && place != other ? "gzip" : nil))
        #expect(again["vary"]?.contains("Accept-Encoding") == true)
      }
      let head = try person.send("HEAD", path, headers: codings).raw
      #expect(head.body.isEmpty && head["content-length"] == [whole, short][place]["content-length"])
      #expect(head["etag"] == tags[place])
    }
    for wildcard in ["*", "W/\(tags[1])", "\"x\", \(tags[1])"] {
      #expect(try person.get(path, headers: Self.takes + [("If-None-Match", wildcard)]).status == 304)
    }
  }

  /// The tags of both encodings identify the same state.
  @Test("If-Match accepts the ETag of the compressed and of the plain response")
  func acceptsTagsOfBothEncodings() throws {
    let person = try TestServer().person()
    let tag = try #require(try person.get(Self.form, headers: Self.takes).raw["etag"])
    #expect(try person.get(Self.form, headers: Self.takes + [("If-Match", tag)]).status == 200)
    #expect(try person.get(Self.form, headers: [("If-Match", tag)]).status == 200)
    #expect(try person.get(Self.form, headers: [("If-Match", "\"another-gzip\"")]).status == 412)
  }

  @Test("Short responses, errors and event streams are sent uncompressed")
  func sendsShortResponsesUncompressed() throws {
    let person = try TestServer(playground: true).person()
    person.codings = "gzip"
    for path in [
      "/user", "/settings", "/nowhere", "/operations/ghost", "/events?once=true", "/healthz", "/openapi.json",
    ] {
      #expect(try person.get(path).raw["content-encoding"] == nil, "\(path)")
    }
    // Ranges are not supported, so the whole response is sent.
    let ranged = try person.get(Self.form, headers: [("Range", "bytes=0-9")])
    #expect(ranged.status == 200 && ranged["operation"] == "pp.full")
    #expect(person.compressed.map(\.request) == ["GET \(Self.form)"])
  }

  /// A link on another site can choose a whole query. The length of the response must not reveal
  /// whether the query contains a correct guess of the person's data.
  @Test(
    "The response to a query is uncompressed and its length reveals no guess",
    arguments: [
      "/operations/pp.quick?name=", "/operations/pp.full?purpose=", "/screens/account?account=", "/submissions?q=",
      "/providers?q=", "/banks?q=", "/accounts/40817810500000000001/entries?q=",
      "/start?url=valence%3A%2F%2Fpayments%2Fquick%3Fname%3D",
    ])
  func lengthRevealsNoGuess(_ path: String) throws {
    let person = try TestServer().person()
    let number = "40817810500000000001"
    var lengths: Set<Int> = []
    // The real account number, and two numbers of the same length that are not in the response.
    for guess in [number, "91736482509173648250", "28461957302846195730"] {
      let answer = try person.get(path + guess, headers: Self.takes).raw
      #expect(answer.status == 200 && answer["content-encoding"] == nil, "\(guess)")
      lengths.insert(answer.body.count)
    }
    #expect(lengths.count == 1 || path.contains("q=") || path.contains("account="), "\(lengths)")
    // Without a query the response is compressed.
    #expect(try person.get(Self.form, headers: Self.takes).raw["content-encoding"] == "gzip")
  }

  @Test("Account statements are sent uncompressed")
  func sendsStatementsUncompressed() throws {
    let person = try TestServer().person()
    for turn in 1...4 {
      try person.signedPayment(key: "\(turn)")
    }
    let statement = try person.get("/accounts/40817810500000000001/entries", headers: Self.takes).raw
    #expect(statement.status == 200 && statement.body.count > 1024 && statement["content-encoding"] == nil)
  }

  @Test("Response compression can be disabled") func compressionCanBeDisabled() throws {
    var rules = RequestRules()
    rules.compresses = false
    let person = try TestServer(rules: rules).person()
    person.codings = "gzip"
    _ = try person.get(Self.form)
    #expect(person.compressed.isEmpty)
  }

  /// The parsing time of a long header is linear.
  @Test(
    "A malformed Accept-Encoding gets a plain response, and an overlong one gets 431",
    arguments: [",", "gzip;q=0,", "*;q=1.001,", " ", ";q=", "a,"])
  func toleratesOddAcceptEncoding(_ part: String) throws {
    let person = try TestServer().person()
    let odd = String(repeating: part, count: 7 * 1024 / part.utf8.count)
    let answer = try person.get(Self.form, headers: [("Accept-Encoding", odd + "x")])
    #expect(answer.status == 200 && answer["operation"] == "pp.full")
    #expect(answer.raw["content-encoding"] == nil)
    let longer = try person.get(Self.form, headers: [("Accept-Encoding", odd + odd + "gzip")])
    #expect(longer.status == 431)
  }

  /// The endpoints whose responses may be compressed. Before you add one, check that its responses
  /// contain no token, code or other secret.
  private static let open: Set = [
    "drawOperation", "drawScreen", "getAccount", "getBank", "getCard", "getDeal", "getGallery", "getOperationSchema",
    "getPlayground", "getProvider", "getWebClient", "getWebFile", "getWebFolderFile", "listAccounts", "listCards",
    "listDealPages",
    "listDeals", "listDrafts", "listOperations", "listProblems", "listProviders", "listSubmissions", "listTemplates",
    "searchBanks",
    "start",
  ]

  /// Requests every endpoint with `Accept-Encoding: gzip`, and searches compressed responses for
  /// secrets.
  @Test("Compressed responses contain no tokens, codes or passwords") func compressesNoSecrets() throws {
    let (server, person) = try TestServer(
      { $0.execution = Execution(core: .feed, days: BusinessDays()) }, serving: [Walk.operationWithRows],
      playground: true
    ).withPerson()
    person.codings = "gzip"
    let walk = Walk(document: try person.get("/openapi.json").body, person: person)
    try walk.everyEndpoint(server)
    #expect(walk.compressed.subtracting(Self.open) == [])
    #expect(Self.open.subtracting(server.application.endpoints.map(\.document.id)) == [])
    #expect(walk.compressed.isSuperset(of: ["drawOperation", "getWebClient", "listAccounts"]), "\(walk.compressed)")
    let codes = Set(server.access.matrix.values)
    for (request, answer) in person.compressed {
      for (name, text) in Self.texts(in: answer) {
        #expect(!["token", "code", "codes", "secret", "password", "matrix"].contains(name), "\(request): \(name)")
        #expect(!walk.tokens.contains { text.contains($0) }, "\(request) has a token")
        #expect(!codes.contains(text), "\(request) has a code of the matrix")
        #expect(!text.contains(server.access.password), "\(request) has a password")
      }
      #expect(!Self.asksForCode(answer), "\(request) has an input for a code")
    }
  }

  /// Returns the texts in a value, each with the name of its member.
  private static func texts(in value: Value, as name: String = "") -> [(name: String, text: String)] {
    switch value {
    case .object(let object): object.members.flatMap { texts(in: $0.value, as: $0.name) }
    case .array(let elements): elements.flatMap { texts(in: $0, as: name) }
    case .string(let text): [(name, text)]
    default: []
    }
  }

  /// True if a tree in the value has an input for a code.
  private static func asksForCode(_ value: Value) -> Bool {
    switch value {
    case .object(let object): object["type"] == "code" || object.members.contains { asksForCode($0.value) }
    case .array(let elements): elements.contains(where: asksForCode)
    default: false
    }
  }
}
