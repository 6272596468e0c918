import API
import Foundation
import HTTPServer
import JSON
import Operations
import Testing

@testable import API

/// The web client: how its files are served, and that nothing of the bank stands in them.
struct WebClientTests {
  private static let directory = TestServer.root.appending(path: "web")

  /// The client's own pages, scripts, styles and drawings by name.
  private static func files() throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { name in
      [".html", ".js", ".css", ".svg"].contains { name.hasSuffix($0) }
    }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try String(contentsOf: directory.appending(path: $0), encoding: .utf8)) })
  }

  /// Returns the texts between quotation marks of any kind, and in attributes.
  private static func quoted(in text: String) -> [Substring] {
    text.matches(of: /"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/).compactMap { $0.1 ?? $0.2 ?? $0.3 }
  }

  @Test("The web client contains no operation ids, conditions or server paths but `/start`")
  func containsNoBankContent() throws {
    let server = try TestServer()
    let operations = server.definitions.catalog.operations.map(\.id)
    #expect(operations.count > 5)
    let screens = try FileManager.default.contentsOfDirectory(
      atPath: TestServer.root.appending(path: "config").path)
    #expect(screens.contains("operations"))
    // Every path of the server by its first segment, but for what the page's own files lie under.
    let paths = try Visitor(server).get("/openapi.json").body["paths"]?.object?.names ?? []
    let roots = Set(paths.compactMap { $0.split(separator: "/").first.map(String.init) }).subtracting(["web"])
    #expect(roots.isSuperset(of: ["auth", "operations", "submissions"]))
    var entries: [String] = []
    for (name, text) in try Self.files() where !name.hasSuffix(".svg") {
      for id in operations { #expect(!text.contains(id), "\(name) names the operation \(id)") }
      // No condition is worked out, no check is made: the words of both stand nowhere.
      for word in ["showIf", "enableIf", "requireIf", "isAccount", "isInn(", "checkDigit"] {
        #expect(!text.contains(word), "\(name): \(word)")
      }
      #expect(!text.contains(/https?:\/\/(?!www\.w3\.org\/2000\/svg)[a-z]/), "\(name) has an address")
      for quoted in Self.quoted(in: text) {
        guard quoted.hasPrefix("/"), !quoted.hasPrefix("/web/{version}/") else { continue }
        let root = quoted.split(separator: "/").first.map { String($0.prefix { $0 != "?" }) } ?? ""
        if root == "start" {
          entries.append(String(quoted))
        } else {
          #expect(!roots.contains(root), "\(name): \(quoted)")
        }
      }
      for root in roots where root != "start" {
        #expect(!text.contains("/\(root)/"), "\(name) has a path of /\(root)")
      }
    }
    #expect(entries == ["/start"], "the entry point stands in one place")
  }

  @Test("A page loads only its own versioned files, under a strict content security policy")
  func loadsOnlyOwnFiles() throws {
    let server = try TestServer()
    let visitor = try Visitor(server)
    let page = try visitor.get("/")
    #expect(page.status == 200)
    #expect(page.raw["content-type"] == "text/html; charset=utf-8")
    #expect(page.raw["cache-control"] == "no-cache")
    let policies = page.raw.headers.filter { $0.name == "content-security-policy" }.map(\.value)
    #expect(
      policies == [
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; "
          + "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
          + "require-trusted-types-for 'script'; trusted-types 'none'"
      ])
    #expect(page.raw["permissions-policy"]?.hasPrefix("camera=(self), geolocation=(), microphone=()") == true)
    #expect(page.raw["x-content-type-options"] == "nosniff" && page.raw["referrer-policy"] == "no-referrer")
    let text = page.raw.text
    // Nothing stands in the page that the policy would refuse.
    #expect(!text.contains("<style") && !text.contains(" style=") && !text.contains(/[ ]on[a-z]+=/))
    let named = text.matches(of: /"(\/web\/[0-9a-f]{16}\/[a-z.-]+)"/).map { String($0.1) }
    #expect(named.contains { $0.hasSuffix("/index.bundle.js") } && named.contains { $0.hasSuffix("/index.bundle.css") })
    #expect(text.matches(of: /<script|stylesheet/).count == 4, "one script, one style, and two that wait")
    #expect(text.contains(/"\/web\/[0-9a-f]{16}\/index.later.css" disabled>/))
    #expect(text.contains("<link rel=\"icon\" href=\"data:image/svg+xml;base64,"))
    for path in named {
      let file = try visitor.get(path)
      #expect(file.status == 200, "\(path)")
      #expect(file.raw["cache-control"] == "public, max-age=31536000, immutable")
      let types = ["js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"]
      #expect(file.raw["content-type"] == types[String(path.split(separator: ".").last ?? "")])
    }
    let tag = try #require(page.raw["etag"])
    #expect(try visitor.get("/", headers: [("If-None-Match", tag)]).status == 304)
  }

  @Test("Every file of the web client is referenced, and every import exists") func everyFileIsReachable() throws {
    let files = try Self.files()
    var (reached, left): (Set<String>, [String]) = (
      [],
      files.filter { $0.key.hasSuffix(".html") }.flatMap { page in
        page.value.matches(of: /\/web\/\{version\}\/([a-z.-]+)/).map { String($0.1) }
      }
    )
    left.removeAll { $0 == WebClient.theme || $0.hasSuffix(".woff2") }
    while let name = left.popLast() {
      guard reached.insert(name).inserted else { continue }
      let text = try #require(files[name], "\(name) is not there")
      left += text.matches(of: /(?:from |import |import\()"\.\/([a-z.-]+)"/).map { String($0.1) }
    }
    let all = Set(files.keys.filter { !$0.hasSuffix(".html") })
    #expect(all.subtracting(reached) == [])
  }

  @Test("A changed file of the web client changes the version in its URLs") func changedFileChangesVersion() throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: Self.directory, to: copy)
    defer { try? FileManager.default.removeItem(at: copy) }
    let before = try WebClient(directory: copy.path)
    #expect(try WebClient(directory: copy.path).version == before.version)
    try Data("body { margin: 0 }".utf8).write(to: copy.appending(path: "look.css"))
    let after = try WebClient(directory: copy.path)
    #expect(after.version != before.version)
    #expect(after.file("app.js", version: before.version) == nil)
    #expect(after.file("app.js", version: after.version)?.type == "text/javascript")
    #expect(after.page("index.html")?.bytes != before.page("index.html")?.bytes)
    // Nothing but the client's own files is there.
    for name in ["../Package.swift", "index.html", ".", "", "app.js/"] {
      #expect(after.file(name, version: after.version) == nil)
    }
  }

  @Test("Each page has one script and one style bundle, and each file is also served alone")
  func bundlesFilesPerPage() throws {
    let client = try WebClient(directory: Self.directory.path)
    let files = try Self.files()
    for page in files.keys where page.hasSuffix(".html") {
      let stem = page.dropLast(5)
      let script = try #require(client.file("\(stem).bundle.js", version: client.version))
      let style = try #require(client.file("\(stem).bundle.css", version: client.version))
      #expect(script.type == "text/javascript" && style.type == "text/css")
      // Styles of links that are `disabled` are a file of their own, in the order of the links.
      let later = try #require(files[page]).matches(of: /\/([a-z]+\.css)" disabled>/).map { String($0.1) }
      let texts = try later.map { name in
        String(decoding: try CompactText.style(Array(try #require(files[name]).utf8), in: name), as: UTF8.self) + "\n"
      }
      let waiting = client.file("\(stem).later.css", version: client.version)
      #expect(waiting.map { String(decoding: $0.bytes, as: UTF8.self) } == (later.isEmpty ? nil : texts.joined()))
      #expect(script.compressed.map { $0.bytes.count * 2 < script.bytes.count } == true)
      #expect(
        String(decoding: script.bytes, as: UTF8.self).firstMatch(of: /^(?:import|export)[ ]/.anchorsMatchLineEndings())
          == nil)
    }
    for (name, text) in files where !name.hasSuffix(".html") {
      #expect(client.file(name, version: client.version)?.bytes == Array(text.utf8), "\(name)")
    }
  }

  @Test("The first script contains every text that it uses; texts of forms load later")
  func firstScriptContainsItsTexts() throws {
    let files = try Self.files()
    func words(_ file: String) throws -> Set<String> {
      Set(try #require(files[file]).matches(of: /[ {](\w+): "/).map { String($0.1) })
    }
    let first = try words("texts.js")
    let later = try words("texts-of-forms.js").union(words("texts-of-outcomes.js")).union(words("empty.js"))
    #expect(first.count > 20 && later.count > 40 && first.isDisjoint(with: later))
    var (reached, left): (Set<String>, [String]) = ([], ["app.js"])
    while let name = left.popLast() {
      guard reached.insert(name).inserted else { continue }
      let text = try #require(files[name])
      left += text.matches(of: /(?:from |import )"\.\/([a-z.-]+)"/).map { String($0.1) }
      for said in text.matches(of: /say\("(\w+)"/).map({ String($0.1) }) {
        #expect(first.contains(said), "\(name) says \(said)")
      }
    }
    for (name, text) in files where name.hasSuffix(".js") && !reached.contains(name) {
      for said in text.matches(of: /say\("(\w+)"/).map({ String($0.1) }) {
        #expect(first.contains(said) || later.contains(said), "\(name) says \(said)")
      }
    }
  }

  @Test("Font sizes in the styles are variables of one scale or bounded by the window")
  func fontSizesFollowScale() throws {
    let files = try Self.files().filter { $0.key.hasSuffix(".css") }
    let rootStyles = try #require(files["look.css"])
    let scale = [
      "caption": "0.8125", "small": "0.9375", "body": "1.0625", "heading": "1.25", "title": "1.75", "hero": "2.125",
    ]
    for (name, size) in scale {
      let names = ["--text-\(name): \(size)rem", "--text-\(name): min(\(size)rem, "]
      #expect(names.contains(where: rootStyles.contains), "\(name)")
    }
    for (file, text) in files where file != "playground.css" && file != "print.css" {
      for match in text.matches(of: /font-size: ([^;}]*)/) {
        let size = String(match.1)
        let isOfScale = scale.keys.contains { size == "var(--text-\($0))" }
        #expect(isOfScale || size.hasPrefix("min("), "\(file): font-size: \(size)")
      }
      for match in text.matches(of: /font: ([^;}]*)/) {
        #expect(match.1 == "inherit" || match.1.contains("var(--text-body)"), "\(file): font: \(match.1)")
      }
    }
  }

  @Test("Each typeface is linked by a style and has a licence file") func typefaceHasLicence() throws {
    let styles = try Self.files().filter { $0.key.hasSuffix(".css") }.values.joined()
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.directory.path)
    for name in names where name.hasSuffix(".woff2") {
      #expect(styles.contains("url(\"\(name)\")"), "\(name)")
      let stem = name.prefix { $0 != "." && $0 != "-" }
      #expect(names.contains { $0.hasPrefix(stem) && $0.hasSuffix("licence.txt") }, "\(name)")
    }
    let file = try #require(WebFile(named: "x.woff2", Array(repeating: 7, count: 2000)))
    #expect(file.type == "font/woff2")
    #expect(WebFile(named: "x.txt", [])?.type == "text/plain; charset=utf-8" && WebFile(named: "x.exe", []) == nil)
  }

  @Test("A theme follows the client's tokens in the style bundle; an invalid one is refused")
  func themeFollowsTokens() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "bank.css").path
    func client(_ theme: String) throws -> WebClient {
      try Data(theme.utf8).write(to: URL(filePath: path))
      return try WebClient(directory: Self.directory.path, theme: path)
    }
    let without = try WebClient(directory: Self.directory.path)
    #expect(without.file("theme.css", version: without.version)?.bytes == [])
    let themed = try client(":root {\n  --color-accent: #b0005e; /* ours */\n}\n")
    #expect(themed.version != without.version)
    let own = themed.file("theme.css", version: themed.version).map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(own?.hasPrefix(":root {") == true)
    let style = try #require(
      themed.file("index.bundle.css", version: themed.version).map {
        String(decoding: $0.bytes, as: UTF8.self)
      })
    let place = try #require(style.range(of: ":root{--color-accent: #b0005e;}"))
    let rootStyles = try CompactText.style(Array(try #require(Self.files()["look.css"]).utf8), in: "look.css")
    #expect(style[..<place.lowerBound].utf8.count == rootStyles.count + 1)
    for (theme, fault) in [
      ("a {", "cannot serve the web client: \(path):1:3: a bracket without its end"),
      ("@import 'x';", "cannot serve the web client: \(path):1:1: `@import` has no effect"),
      (
        "a {}\nb { background: url( 'https://x/y.png') }",
        "cannot serve the theme \(path): line 2, column 17: pages load nothing"
      ),
      ("b { background: URL(//x/y.png) }", "cannot serve the theme \(path): line 1, column 17: pages load nothing"),
      (
        String(repeating: " ", count: WebClient.themeLimit + 1),
        "cannot serve the theme \(path): it has more than 262144 bytes"
      ),
    ] {
      do {
        _ = try client(theme)
        Issue.record("no fault: \(fault)")
      } catch { #expect("\(error)".hasPrefix(fault), "\(error)") }
    }
    #expect(throws: WebClient.Fault.self) { try WebClient(directory: Self.directory.path, theme: path + "x") }
    _ = try client("a { background: url(data:image/png;base64,AA//) }")
  }
}
