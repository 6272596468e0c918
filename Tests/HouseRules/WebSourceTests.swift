import Foundation
import Testing

@testable import API

/// The files of the web client in `web`.
struct WebSourceTests {
  private static let directory = Repository.root.appending(path: "web")

  /// Returns the client's own pages, scripts, styles and drawings by path in the directory.
  private static func files() throws -> [String: String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: directory.path).filter { name in
      [".html", ".js", ".css", ".svg"].contains { name.hasSuffix($0) }
    }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try String(contentsOf: directory.appending(path: $0), encoding: .utf8)) })
  }

  /// Returns the texts between quotation marks of any kind.
  private static func quoted(in text: String) -> [Substring] {
    text.matches(of: /"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/).compactMap { $0.1 ?? $0.2 ?? $0.3 }
  }

  /// Returns the file that a specifier such as `../element.js` names in a module.
  private static func resolved(_ specifier: Substring, from file: String) -> String {
    let inner = URL(filePath: "/\(file)").deletingLastPathComponent().appending(path: String(specifier))
    return String(inner.standardizedFileURL.path.dropFirst())
  }

  @Test("The web client contains no operation ids, conditions or server paths but `/start`")
  func containsNoBankContent() throws {
    let operations = try Repository.operations()
    #expect(operations.count > 5)
    // `web` contains the client's files, and the playground and the gallery have their own pages.
    let roots = try Repository.roots().subtracting(["web", "playground", "gallery"])
    #expect(roots.isSuperset(of: ["auth", "operations", "submissions"]))
    var entries: [String] = []
    for (name, text) in try Self.files() where !name.hasSuffix(".svg") {
      for id in operations { #expect(!text.contains(id), "\(name) names the operation \(id)") }
      // The client evaluates no conditions and makes no checks, so it does not contain their names.
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
    #expect(entries == ["/start"], "the entry point occurs exactly once")
  }

  @Test("A file of the web client has at most 300 lines, and a line at most 120 columns") func filesAreShort() throws {
    for (name, text) in try Self.files() where !name.hasSuffix(".svg") {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 301, "\(name) has \(lines.count - 1) lines")
      for (index, line) in lines.enumerated() where line.utf8.count > 120 {
        #expect(line.unicodeScalars.count <= 120, "\(name):\(index + 1) has \(line.unicodeScalars.count) columns")
      }
    }
  }

  @Test("Every file of the web client is referenced, and every import exists") func everyFileIsReachable() throws {
    let files = try Self.files()
    var (reached, left): (Set<String>, [String]) = (
      [],
      files.filter { $0.key.hasSuffix(".html") }.flatMap { page in
        page.value.matches(of: /\/web\/\{version\}\/([a-z\/.-]+)/).map { String($0.1) }
      }
    )
    // The pages of other origins import this one.
    left.append("valence-form.js")
    left.removeAll { $0 == WebTheme.file || $0.hasSuffix(".woff2") }
    while let name = left.popLast() {
      guard reached.insert(name).inserted else { continue }
      let text = try #require(files[name], "\(name) does not exist")
      left += text.matches(of: /(?:from |import |import\()"(\.[a-z\/.-]+)"/).map { Self.resolved($0.1, from: name) }
      // Styles that a script adds to the page.
      left += text.matches(of: /new URL\("([a-z.-]+)"/).map { String($0.1) }
    }
    // The index of the library is for other clients.
    let all = Set(files.keys.filter { !$0.hasSuffix(".html") }).subtracting(["client/index.js"])
    #expect(all.subtracting(reached) == [])
  }

  @Test("The first script contains every text that it uses; texts of forms load later")
  func firstScriptContainsItsTexts() throws {
    let files = try Self.files()
    func words(_ file: String) throws -> Set<String> {
      Set(try #require(files[file]).matches(of: /[ {](\w+): "/).map { String($0.1) })
    }
    let first = try words("texts.js")
    let later = try words("texts-of-forms.js").union(words("texts-of-outcomes.js")).union(words("empty.js"))
      .union(words("texts-of-rows.js"))
    #expect(first.count > 20 && later.count > 40 && first.isDisjoint(with: later))
    var (reached, left): (Set<String>, [String]) = ([], ["app.js"])
    while let name = left.popLast() {
      guard reached.insert(name).inserted else { continue }
      let text = try #require(files[name])
      left += text.matches(of: /(?:from |import )"(\.[a-z\/.-]+)"/).map { Self.resolved($0.1, from: name) }
      for said in text.matches(of: /say\("(\w+)"/).map({ String($0.1) }) {
        #expect(first.contains(said), "\(name) uses the text \(said)")
      }
    }
    for (name, text) in files where name.hasSuffix(".js") && !reached.contains(name) {
      for said in text.matches(of: /say\("(\w+)"/).map({ String($0.1) }) {
        #expect(first.contains(said) || later.contains(said), "\(name) uses the text \(said)")
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
}
