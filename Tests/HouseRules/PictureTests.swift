import CSodium
import Foundation
import Testing

/// The pictures in `docs/pictures`, which `scripts/pictures` draws from the `.dot` sources.
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

  @Test("A known text has its published digest") func computesPublishedDigest() {
    #expect(Self.digest(of: "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
