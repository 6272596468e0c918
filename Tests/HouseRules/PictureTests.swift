import CSodium
import Foundation
import Testing

/// The pictures in `docs/pictures`, which `scripts/pictures` makes: drawings of the `.dot` sources,
/// and screens.
struct PictureTests {
  private static let folder = "docs/pictures"

  /// Returns the names of the sources without `.dot`, in order.
  private static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: folder).path)
      .filter { $0.hasSuffix(".dot") }.map { String($0.dropLast(4)) }.sorted()
  }

  /// Returns the SHA-256 of a text in hexadecimal digits.
  private static func digest(of text: String) -> String {
    let bytes = Array(text.utf8)
    var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
    _ = unsafe crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("Each picture is drawn from the present text of its source") func picturesMatchSources() throws {
    let names = try Self.names()
    #expect(names.count >= 3)
    for name in names {
      let picture = try Repository.text(of: "\(Self.folder)/\(name).svg")
      let source = try Repository.text(of: "\(Self.folder)/\(name).dot")
      #expect(
        picture.contains("from \(name).dot, SHA-256 \(Self.digest(of: source)) "),
        "\(Self.folder)/\(name).dot has changed: run scripts/pictures")
    }
  }

  @Test("A page of docs shows each picture with a text alternative") func picturesHaveAlternatives() throws {
    let pages = try FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: "docs").path)
      .filter { $0.hasSuffix(".md") }.map { try Repository.text(of: "docs/\($0)") }
    let shown = pages.flatMap { $0.matches(of: /!\[([^\]]*)\]\(pictures\/([\w-]+)\.svg\)/) }
    for name in try Self.names() {
      let alternatives = shown.filter { $0.output.2 == name }.map { String($0.output.1) }
      #expect(!alternatives.isEmpty, "no page of docs shows \(name).svg")
      #expect(alternatives.allSatisfy { $0.count >= 40 }, "\(name).svg needs a text alternative")
    }
  }

  /// Pictures on a page: their names and text alternatives.
  private static func screens(on page: String) -> [(name: String, alternative: String)] {
    let markdown = page.matches(of: /!\[([^\]]*)\]\((?:docs\/)?pictures\/screens\/([\w-]+)\.png\)/)
      .map { (name: String($0.output.2), alternative: String($0.output.1)) }
    let elements = page.matches(of: /<img\s([^>]*)>/).compactMap { element -> (name: String, alternative: String)? in
      let attributes = element.output.1
      guard let name = attributes.firstMatch(of: /src="(?:docs\/)?pictures\/screens\/([\w-]+)\.png"/)?.output.1 else {
        return nil
      }
      return (String(name), attributes.firstMatch(of: /alt="([^"]*)"/).map { String($0.output.1) } ?? "")
    }
    return markdown + elements
  }

  @Test("A page shows each screen with a text alternative, and each has at most 120,000 bytes")
  func screensHaveAlternatives() throws {
    let folder = Repository.root.appending(path: "\(Self.folder)/screens")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files.count >= 6)
    let docs = try FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: "docs").path)
    let pages = ["README.md"] + docs.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
    let shown = try pages.flatMap { Self.screens(on: try Repository.text(of: $0)) }
    for picture in shown {
      #expect(files.contains("\(picture.name).png"), "\(Self.folder)/screens/\(picture.name).png does not exist")
      #expect(picture.alternative.count >= 40, "\(picture.name).png needs a text alternative")
    }
    for file in files {
      #expect(shown.contains { "\($0.name).png" == file }, "no page shows \(Self.folder)/screens/\(file)")
      let size = try Data(contentsOf: folder.appending(path: file)).count
      #expect(size <= 120_000, "\(file) has \(size) bytes: run scripts/pictures screens")
    }
  }

  @Test("The form next to its operation in README is made from this operation") func formMatchesOperation() throws {
    let readme = try Repository.text(of: "README.md")
    let operation = try #require(readme.firstMatch(of: /```yaml donation\.yaml\n((?:(?!```).*\n)*)```/)).output.1
    let source = "README.md donation.yaml, SHA-256 \(Self.digest(of: String(operation)))"
    let picture = try Data(contentsOf: Repository.root.appending(path: "\(Self.folder)/screens/form.png"))
    #expect(
      picture.range(of: Data(source.utf8)) != nil,
      "the operation in README.md has changed: run scripts/pictures screens")
  }

  @Test(
    "A picture is found as Markdown and as an element, in any order of attributes",
    arguments: [
      ("![Alt](pictures/screens/home.png)", "home", "Alt"), ("![](docs/pictures/screens/a-b.png)", "a-b", ""),
      ("<img src=\"pictures/screens/home.png\" width=\"19%\" alt=\"Two\nlines\">", "home", "Two\nlines"),
      ("<img alt=\"Alt\" src=\"docs/pictures/screens/home.png\">", "home", "Alt"),
      ("<img src=\"pictures/screens/home.png\">", "home", ""),
    ])
  func findsPictures(page: String, name: String, alternative: String) {
    let found = Self.screens(on: "Text\n\(page)\n")
    #expect(found.map(\.name) == [name] && found.map(\.alternative) == [alternative])
  }

  @Test("A known text has its published digest") func computesPublishedDigest() {
    #expect(Self.digest(of: "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
