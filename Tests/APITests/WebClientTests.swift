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
    let named = text.matches(of: /"(\/web\/[0-9a-f]{16}\/[a-z\/.-]+)"/).map { String($0.1) }
    #expect(text.matches(of: /<script/).count == 1 && named.contains { $0.hasSuffix("/app.js") })
    #expect(!named.contains { $0.hasSuffix("/theme.css") }, "there is no theme")
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

  @Test("Files are served as they are, also in folders of the client") func servesFilesUnchanged() throws {
    let client = try WebClient(directory: Self.directory.path)
    #expect(!client.isBundled)
    for (name, text) in try Self.files() where !name.hasSuffix(".html") {
      #expect(client.file(name, version: client.version)?.bytes == Array(text.utf8), "\(name)")
    }
    let inner = try String(contentsOf: Self.directory.appending(path: "playground/editor.js"), encoding: .utf8)
    #expect(client.file("playground/editor.js", version: client.version)?.bytes == Array(inner.utf8))
    #expect(client.file("playground", version: client.version) == nil)
    let visitor = try TestServer().visitor()
    let answer = try visitor.get("/web/\(client.version)/playground/editor.js")
    #expect(answer.status == 200 && answer.raw["content-type"] == "text/javascript")
    #expect(answer.raw["cache-control"] == "public, max-age=31536000, immutable")
    #expect(try visitor.get("/web/\(client.version)/playground/ghost.js").status == 404)
  }

  @Test("The version `current` leads to the file of the current version") func currentVersionRedirects() throws {
    let client = try WebClient(directory: Self.directory.path)
    let visitor = try TestServer().visitor()
    for name in ["app.js", "client/tree.js"] {
      let answer = try visitor.get("/web/current/\(name)")
      #expect(answer.status == 307 && answer.raw["location"] == "/web/\(client.version)/\(name)")
      #expect(answer.raw["cache-control"] == "no-cache")
    }
    #expect(try visitor.get("/web/current/ghost.js").status == 404)
  }

  @Test("The drawing cases of the kit are one file, which changes the version") func servesDrawingCases() throws {
    let cases = TestServer.root.appending(path: "conformance/cases/drawing")
    let client = try WebClient(directory: Self.directory.path, drawings: cases.path)
    let file = try #require(client.file("drawings.json", version: client.version))
    #expect(file.type == "application/json")
    let list = try #require(try Value(reading: String(decoding: file.bytes, as: UTF8.self)).array)
    let names = try FileManager.default.contentsOfDirectory(atPath: cases.path).sorted()
    #expect(list.compactMap { $0["name"]?.string } == names.map { String($0.dropLast(".json".count)) })
    for (name, part) in zip(names, list) {
      let text = try String(contentsOf: cases.appending(path: name), encoding: .utf8)
      #expect(try part["file"] == Value(reading: text), "\(name)")
    }
    let without = try WebClient(directory: Self.directory.path)
    #expect(without.file("drawings.json", version: without.version) == nil && without.version != client.version)
    #expect(without.file("package.json", version: without.version) == nil)
    #expect(throws: WebClient.Fault.self) {
      _ = try WebClient(directory: Self.directory.path, drawings: cases.path + "-ghost")
    }
  }

  @Test("Each page preloads the modules that its script imports statically, once each")
  func preloadsStaticImports() throws {
    let client = try WebClient(directory: Self.directory.path)
    for (page, dynamic) in [
      ("index.html", "later.js"), ("playground.html", "calendar.js"), ("gallery.html", "calendar.js"),
    ] {
      let text = String(decoding: try #require(client.page(page)).bytes, as: UTF8.self)
      let loaded = text.matches(of: /<link rel="modulepreload" href="\/web\/[0-9a-f]{16}\/([a-z\/.-]+)">/).map {
        String($0.1)
      }
      #expect(loaded.count > 20 && Set(loaded).count == loaded.count, "\(page)")
      #expect(loaded.contains("element.js") && !loaded.contains(dynamic), "\(page)")
      #expect(loaded.allSatisfy { client.file($0, version: client.version) != nil }, "\(page)")
    }
  }

  @Test("Only static imports are preloaded") func readsStaticImports() {
    let files = [
      "app.js": """
      // Modules; see "./ghost.js";
      import { a, b as c } from "./a.js";
      import {
        d,
      } from "./inner/d.js";
      import "./absent.js";
      import e from "package";
      export { f } from "./f.js";
      export const later = () => import("./later.js");
      const text = "import './text.js'";
      """,
      "a.js": "import \"./app.js\";", "inner/d.js": "import * as g from \"../g.js\";import \"../../out.js\";",
      "f.js": "", "g.js": "export{}", "later.js": "", "text.js": "", "ghost.js": "", "out.js": "",
    ].mapValues { Array($0.utf8) }
    #expect(ModuleImports.all(of: "app.js", in: files) == ["a.js", "inner/d.js", "f.js", "g.js"])
    #expect(ModuleImports.all(of: "g.js", in: files) == [])
  }

  @Test("A page keeps its lines, without the placeholder and without an empty theme") func writesPage() {
    let page = """
      <link rel="stylesheet" href="/web/{version}/theme.css">
      <script type="module" src="/web/{version}/app.js"></script>
      <p>{version}</p>

      """
    func text(_ theme: String) -> String {
      let files = ["app.js": "import \"./a.js\";", "a.js": "", "theme.css": theme].mapValues { Array($0.utf8) }
      return String(decoding: WebPage.text(of: Array(page.utf8), files, version: "7"), as: UTF8.self)
    }
    let rest = """
      <link rel="modulepreload" href="/web/7/a.js">
      <script type="module" src="/web/7/app.js"></script>
      <p>7</p>

      """
    #expect(text("") == rest)
    #expect(text("a {}") == "<link rel=\"stylesheet\" href=\"/web/7/theme.css\">\n" + rest)
  }

  @Test("A directory with source maps is a bundle") func recognizesBundle() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["index.html", "index-1.js", "index-1.js.map", "package.json", ".hidden.js"] {
      try Data("x".utf8).write(to: folder.appending(path: name))
    }
    let client = try WebClient(directory: folder.path)
    #expect(client.isBundled)
    #expect(client.file("index-1.js.map", version: client.version)?.type == "application/json")
    for name in ["package.json", ".hidden.js"] { #expect(client.file(name, version: client.version) == nil) }
  }

  @Test("A theme follows the styles of the first visit; an invalid one is refused")
  func themeFollowsStyles() throws {
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
    let own = ":root {\n  --color-accent: #b0005e; /* ours */\n}\n"
    let themed = try client(own)
    #expect(themed.version != without.version)
    #expect(themed.file("theme.css", version: themed.version)?.bytes == Array(own.utf8))
    for page in ["index.html", "playground.html", "gallery.html"] {
      let text = String(decoding: try #require(themed.page(page)).bytes, as: UTF8.self)
      let styles = text.matches(of: /stylesheet" href="\/web\/[0-9a-f]{16}\/([a-z]+\.css)">/).map { String($0.1) }
      #expect(styles.first == "look.css" && styles.last == "theme.css", "\(page)")
    }
    for (theme, fault) in [
      ("a {", "cannot serve the theme \(path): line 1, column 3: unclosed bracket"),
      ("a { (] }", "cannot serve the theme \(path): line 1, column 6: unmatched closing bracket"),
      ("\n/* x", "cannot serve the theme \(path): line 2, column 1: unterminated comment"),
      ("a { b: \"c\n }", "cannot serve the theme \(path): line 1, column 8: unterminated string"),
      ("@import 'x';", "cannot serve the theme \(path): line 1, column 1: `@import` is not supported"),
      (
        "a {}\nb { background: url( 'https://x/y.png') }",
        "cannot serve the theme \(path): line 2, column 17: pages cannot load resources"
      ),
      (
        "b { background: URL(//x/y.png) }",
        "cannot serve the theme \(path): line 1, column 17: pages cannot load resources"
      ),
      (
        String(repeating: " ", count: WebTheme.limit + 1),
        "cannot serve the theme \(path): it has more than 262144 bytes"
      ),
    ] {
      do {
        _ = try client(theme)
        Issue.record("no fault: \(fault)")
      } catch { #expect("\(error)".hasPrefix(fault), "\(error)") }
    }
    #expect(throws: WebClient.Fault.self) { try WebClient(directory: Self.directory.path, theme: path + "x") }
    _ = try client("a { background: url(data:image/png;base64,AA//) } .a\\{b::after { content: \"/* } \\\"\" }")
  }
}
