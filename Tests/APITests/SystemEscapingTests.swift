import BankSystems
import Atoms
import Dispatch
import TestBank
import Texts
import JSON
import Operations
import HTTPClient
import SeededRandom
import Synchronization
import TestClient
import Testing

/// Values in requests to systems. No value can change the host, the path, another parameter or
/// another header.
struct SystemEscapingTests {
  /// A system that returns the value that it has read, and records requests with any other
  /// difference.
  private final class Echo: Sendable {
    private let faults = Mutex<[String]>([])
    private let count = Mutex(0)
    private let peer = Mutex<Peer?>(nil)

    init() throws {
      let peer = try Peer { [weak self] link in
        while true {
          let request = Array(link.request().utf8)
          guard let self, !request.isEmpty else { return }
          count.withLock { $0 += 1 }
          guard let value = understood(request) else {
            faults.withLock { $0.append(String(decoding: request, as: UTF8.self)) }
            return
          }
          link.answer(200, Value.object(["seen": .string(value)]).text)
        }
      }
      self.peer.withLock { $0 = peer }
    }

    deinit { peer.withLock { $0?.stop() } }

    var url: String { peer.withLock { $0?.url("") } ?? "" }
    var asked: Int { count.withLock { $0 } }
    var misunderstood: [String] { faults.withLock { $0 } }

    private static let names: Set = [
      "host", "user-agent", "accept", "traceparent", "x-before", "x-value", "x-after", "content-type", "content-length",
    ]

    /// Returns the value in a request; nil if the request differs from its declaration.
    private func understood(_ request: [UInt8]) -> String? {
      guard let end = request.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
      let lines = Self.lines(request[..<end.lowerBound])
      let first = lines[0].split(separator: 0x20, omittingEmptySubsequences: false)
      guard first.count == 3, first[2].elementsEqual("HTTP/1.1".utf8) else { return nil }
      var headers: [String: [UInt8]] = [:]
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: 0x3A) else { return nil }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        guard Self.names.contains(name), headers[name] == nil else { return nil }
        headers[name] = Array(line[(colon + 1)...].drop { $0 == 0x20 })
      }
      guard headers["host"]?.elementsEqual(url.dropFirst("http://".count).utf8) == true else { return nil }
      let target = String(decoding: first[1], as: UTF8.self)
      let body = request[end.upperBound...]
      let segments = target.split(separator: "/", omittingEmptySubsequences: false)
      switch segments.dropFirst().first {
      case "path":
        guard segments.count == 4, segments[3] == "end", body.isEmpty else { return nil }
        return Self.decoded(segments[2])
      case "query":
        let prefix = "/query/end?before=1&value="
        guard target.hasPrefix(prefix), target.hasSuffix("&after=2"), body.isEmpty else { return nil }
        return Self.decoded(target.dropFirst(prefix.count).dropLast("&after=2".count))
      case "header":
        guard target == "/header/end", headers["x-before"] == Array("1".utf8), headers["x-after"] == Array("2".utf8)
        else { return nil }
        return headers["x-value"].flatMap { String(validating: $0, as: UTF8.self) }
      case "body":
        guard target == "/body/end", let object = try? Value(reading: Array(body)).object, object.count == 3,
          object["before"] == 1, object["after"] == 2
        else { return nil }
        return object["value"]?.string
      default: return nil
      }
    }

    private static func lines(_ head: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
      var (lines, rest): ([ArraySlice<UInt8>], ArraySlice<UInt8>) = ([], head)
      while let end = rest.firstRange(of: [13, 10]) {
        lines.append(rest[..<end.lowerBound])
        rest = rest[end.upperBound...]
      }
      return lines + [rest]
    }

    /// Returns the percent-decoded text; nil if other characters than unreserved ones are unencoded
    /// (RFC 3986, 2.3).
    private static func decoded(_ part: Substring) -> String? {
      var (bytes, rest): ([UInt8], Substring.UTF8View) = ([], part.utf8)
      while let byte = rest.popFirst() {
        switch byte {
        case 0x25:
          guard let high = rest.popFirst(), let low = rest.popFirst(),
            let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
          else { return nil }
          bytes.append(value)
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
        default: return nil
        }
      }
      return String(validating: bytes, as: UTF8.self)
    }
  }

  private static let service = """
    service: echo
    at: ${PEER}
    timeout: 30
    limit: {atOnce: 1000, perPerson: 1000, perSecond: 100000}
    breaker: {after: 1000, for: 1}
    lookups:
      - {lookup: inPath, key: [text], get: "/path/{$text}/end", answer: {seen: text seen}}
      - {lookup: inQuery, key: [text], get: /query/end, query: {before: "1", value: $text, after: "2"}, answer: {seen: text seen}}
      - {lookup: inHeader, key: [text], get: /header/end, headers: {X-Before: "1", X-Value: $text, X-After: "2"}, answer: {seen: text seen}}
      - {lookup: inBody, key: [text], post: /body/end, body: {before: 1, value: $text, after: 2}, answer: {seen: text seen}}
    """

  private let echo: Echo
  private let server: TestServer

  init() throws {
    echo = try Echo()
    server = try TestServer(asking: [Self.service], at: echo.url)
  }

  private static let pieces = [
    "/", "\\", ".", "..", "%", "%2F", "%2e%2e", "%00", "?", "#", "&", "=", "+", ":", ";", "'", "\"", "@", " ", "  ",
    "\r", "\n", "\r\n", "\t", "\0", "\u{7F}", "//host.example", "http://127.0.0.2/", "&after=3", "\r\nX-After: 3",
    "\r\n\r\nGET / HTTP/1.1", "\",\"after\":3,\"", "a", "Z", "7", "ж", "е\u{301}", "é", "\u{301}", "/\u{301}",
    "\u{202E}", "\u{2028}", "🏦", "\u{FEFF}", "{$text}", "${PEER}", "$text",
  ]

  private static func value(_ chance: inout Chance) -> String {
    let count = Int.random(in: 1...6, using: &chance)
    let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &chance)] }.joined()
    // The JSON parser rejects long runs of combining marks.
    let isLong = Int.random(in: 0..<50, using: &chance) == 0 && !text.unicodeScalars.contains("\u{301}")
    return isLong ? String(repeating: text, count: Int.random(in: 1...200, using: &chance)) : text
  }

  private func query(_ name: String) throws -> DeclaredQuery {
    try #require(server.definitions.catalog.systems.flatMap(\.queries).first { $0.name == name })
  }

  @Test(
    "A random value reaches the system unchanged or is not sent",
    arguments: [("inPath", 400), ("inQuery", 900), ("inHeader", 300), ("inBody", 900)])
  func escapesRandomValues(name: String, minimum: Int) throws {
    var chance = Chance(17)
    let query = try query(name)
    var sent: [(text: String, question: SystemQuestion)] = []
    for text in Self.pieces + (0..<1000).map({ _ in Self.value(&chance) }) {
      let question = try server.systems.question(
        query, [.string(text)], LookupTerms(), by: nil, user: { .null }, anew: true)
      switch question {
      case .success(let question):
        sent.append((text, question))
        #expect(name != "inPath" || !text.utf8.contains { $0 == 0x2F || $0 == 0x5C || $0 == 0 }, "\(Array(text.utf8))")
      case .failure(let missing):
        let bytes = Array(text.utf8)
        switch name {
        case "inPath":
          guard case .empty = missing.answer else {
            Issue.record("\(missing.answer)")
            continue
          }
          #expect(text == "." || text == ".." || bytes.contains { $0 == 0x2F || $0 == 0x5C || $0 == 0 }, "\(bytes)")
        case "inHeader":
          guard case .unavailable = missing.answer else {
            Issue.record("\(missing.answer)")
            continue
          }
          #expect(bytes.contains { $0 < 0x20 || $0 == 0x7F } || bytes.first == 0x20 || bytes.last == 0x20, "\(bytes)")
        default: Issue.record("not asked: \(bytes)")
        }
      }
    }
    var wrong: [String] = []
    for start in stride(from: 0, to: sent.count, by: 200) {
      let part = sent[start..<min(start + 200, sent.count)]
      let come = Later<[SystemQuestion.Identity: LookupAnswer]>()
      // Equal values share one query.
      let questions = Dictionary(part.map { ($0.question.identity, $0.question) }) { first, _ in first }
      let deadline = DispatchTime.now().uptimeNanoseconds + 60_000_000_000
      server.systems.fetch(Array(questions.values), until: deadline, trace: TraceContext()) { come.give($0) }
      let answers = try come.get()
      for (text, question) in part {
        // An answer with U+0000 is unusable. Other misleading characters are removed from answers.
        if text.utf8.contains(0), case .unavailable? = answers[question.identity] { continue }
        guard case .found(let answer)? = answers[question.identity], let seen = answer["seen"]?.string,
          seen.utf8.elementsEqual(text.withoutMisleading.utf8)
        else {
          wrong.append(text)
          continue
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3).map { Array($0.utf8) })")
    #expect(echo.misunderstood.isEmpty, "\(echo.misunderstood.prefix(3))")
    #expect(sent.count >= minimum && echo.asked >= minimum)
  }

  @Test("Values that combine to a dot segment of a path are not sent") func rejectsDotSegments() throws {
    let service = """
      service: dots
      at: ${PEER}
      lookups:
        - {lookup: dots, key: [first, second], get: "/path/{$first}{$second}/end", answer: {seen: text seen}}
      """
    let server = try TestServer(asking: [service], at: echo.url)
    let query = try #require(server.definitions.catalog.systems.first?.queries.first)
    for (first, second, isAsked) in [(".", ".", false), (".", "a", true), ("..", ".", true)] {
      let question = try server.systems.question(
        query, [.string(first), .string(second)], LookupTerms(), by: nil, user: { .null }, anew: true)
      #expect(((try? question.get()) != nil) == isAsked, "\(first) \(second)")
    }
  }

  @Test("Composed and decomposed forms of a text are different queries") func distinguishesNormalizationForms() throws {
    func identity(_ text: String, _ name: String) throws -> SystemQuestion.Identity {
      try server.systems.question(
        try query(name), [.string(text)], LookupTerms(), by: nil, user: { .null }, anew: true
      ).get().identity
    }
    for name in ["inPath", "inQuery", "inHeader", "inBody"] {
      #expect(try identity("\u{E9}", name) != identity("e\u{301}", name), "\(name)")
      #expect(try identity("\u{E9}", name) == identity("\u{E9}", name), "\(name)")
    }
  }

  @Test("A form value reaches the system unchanged in path, query, header and body")
  func sendsFormValuesUnchanged() throws {
    let operation = """
      operation: trial.escape
      title: {ru: Проба, en: Trial}
      atoms:
        - {textInput: path, caption: П, optional: true, lookup: inPath}
        - {text: seenInPath, caption: "", captionFrom: inPath.seen}
        - {textInput: query, caption: З, optional: true, lookup: inQuery}
        - {text: seenInQuery, caption: "", captionFrom: inQuery.seen}
        - {textInput: header, caption: З, optional: true, lookup: inHeader}
        - {text: seenInHeader, caption: "", captionFrom: inHeader.seen}
        - {textInput: body, caption: Т, optional: true, lookup: inBody}
        - {text: seenInBody, caption: "", captionFrom: inBody.seen}
      """
    try server.serve([operation], asking: [Self.service])
    let visitor = try server.person()
    var seen = 0
    for text in Self.pieces {
      let value = Value.string(text)
      let values: Value = ["path": value, "query": value, "header": value, "body": value]
      let answer = try visitor.post("/operations/trial.escape/evaluate", ["values": values, "commit": true])
      guard answer.status == 200 else {
        #expect(answer.status == 400, "\(answer.raw.text)")
        continue
      }
      for place in ["Path", "Query", "Header", "Body"] {
        let caption = answer["atoms"]?["seenIn\(place)"]?["caption"]?.string ?? ""
        let entered = answer["atoms"]?[place.lowercased()]?["value"]?.string ?? ""
        if caption.isEmpty { continue }
        seen += 1
        #expect(caption.utf8.elementsEqual(entered.utf8), "\(Array(caption.utf8)) \(Array(text.utf8))")
      }
    }
    #expect(echo.misunderstood.isEmpty, "\(echo.misunderstood.prefix(3))")
    #expect(seen > 100)
  }
}
