import API
import Foundation
import HTTPServer
import JSON
import Operations
import TestBank
import Testing

@testable import API

struct WebClientTests {
  private static let directory = TestServer.root.appending(path: "web")

  /// Returns the client's pages, scripts, styles and drawings by name.
  private static func files() throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { name in
      [".html", ".js", ".css", ".svg"].contains { name.hasSuffix($0) }
    }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try String(contentsOf: directory.appending(path: $0), encoding: .utf8)) })
  }

  @Test("A page loads only its own versioned files, under a strict content security policy")
  func loadsOnlyOwnFiles() throws {
    let visitor = try TestServer().visitor()
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
    // The page has no inline styles or handlers, which the policy would block.
    #expect(!text.contains("<style") && !text.contains(" style=") && !text.contains(/[ ]on[a-z]+=/))
    let named = text.matches(of: /"(\/web\/[0-9a-f]{16}\/[a-z.-]+)"/).map { String($0.1) }
    #expect(named.contains { $0.hasSuffix("/index.bundle.js") } && named.contains { $0.hasSuffix("/index.bundle.css") })
    #expect(text.matches(of: /<script|stylesheet/).count == 4, "one script, one style and two deferred files")
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
    // Other names and paths are not served.
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
      // Styles of `disabled` links form a separate file, in the order of the links.
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
      ("a {", "cannot serve the web client: \(path):1:3: unclosed bracket"),
      ("@import 'x';", "cannot serve the web client: \(path):1:1: `@import` has no effect"),
      (
        "a {}\nb { background: url( 'https://x/y.png') }",
        "cannot serve the theme \(path): line 2, column 17: pages cannot load resources"
      ),
      (
        "b { background: URL(//x/y.png) }",
        "cannot serve the theme \(path): line 1, column 17: pages cannot load resources"
      ),
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
