import Atoms
import Definitions
import JSON
@testable import Operations
import SourceText
import Testing
import Texts

/// Pictures as files of a set.
struct PictureFileTests {
  private static let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"
  private static let raster: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]

  /// Returns a set with an image of `href` and files with these names.
  private static func files(_ href: String, _ names: [String]) -> DefinitionFiles {
    var files = Sets.files([
      "operations/pay.yaml": Sets.operation(["{image: card, caption: Карта, href: '\(href)'}"])
    ])
    files.images = names.map { name in
      DefinitionFile(name: "images/\(name)", bytes: name.hasSuffix(".svg") ? Array(drawing.utf8) : raster)
    }
    return files
  }

  /// Returns the image in the tree of the operation.
  private static func image(_ files: DefinitionFiles) throws -> Value? {
    let catalog = try Catalog(files, vocabulary: Vocabulary())
    let operation = try #require(catalog["pay"])
    var evaluation = Evaluation(operation, Question(), in: .en, NoSurroundings())
    var writer = Writer()
    evaluation.writeTree(to: &writer, links: Links(evaluate: nil, routes: nil, actions: [:]), in: .en)
    return try Value(reading: writer.bytes)["atoms"]?.array?.first { $0["id"] == "card" }
  }

  @Test("An image lists all files with its name, a drawing first and then by scale") func listsSources() throws {
    let names = ["card@3x.png", "card.svg", "card@2x.png", "card.png", "card-2.png"]
    let expected: Value = [
      ["href": "/images/card.svg", "type": "image/svg+xml"],
      ["href": "/images/card.png", "type": "image/png", "scale": 1],
      ["href": "/images/card@2x.png", "type": "image/png", "scale": 2],
      ["href": "/images/card@3x.png", "type": "image/png", "scale": 3],
    ]
    for href in ["/images/card.svg", "/images/card@2x.png"] {
      let image = try Self.image(Self.files(href, names))
      #expect(image?["href"] == .string(href) && image?["sources"] == expected)
    }
  }

  @Test(
    "An image with one file, or of another server, has no sources",
    arguments: ["/images/card.svg", "/images/other.png", "https://bank.example/images/card.svg", "/card.svg"])
  func listsNoSource(_ href: String) throws {
    let image = try Self.image(Self.files(href, ["card.svg"]))
    #expect(image?["href"] == .string(href) && image?["sources"] == nil)
  }

  @Test("A drawing without a PNG file has a warning") func warnsOfDrawing() throws {
    let alone = try Catalog(Self.files("/images/card.svg", ["card.svg"]), vocabulary: Vocabulary()).warnings
    let texts = alone.all.map(\.message).filter { $0.contains("PNG") }
    #expect(texts == ["`/images/card.svg` has no PNG file, and apps for phones draw no SVG: add `images/card@3x.png`"])
    for (href, names) in [
      ("/images/card.svg", ["card.svg", "card@3x.png"]), ("/images/card.png", ["card.png"]),
      ("https://bank.example/card.svg", []),
    ] {
      let warnings = try Catalog(Self.files(href, names), vocabulary: Vocabulary()).warnings
      #expect(!warnings.all.contains { $0.message.contains("PNG") }, "\(href)")
    }
  }

  @Test("A change of the pictures compiles the operations again") func compilesAgain() throws {
    let files = Self.files("/images/card.svg", ["card.svg"])
    let old = try Catalog(files, vocabulary: Vocabulary())
    let same = try Catalog(files, over: old, vocabulary: Vocabulary())
    #expect(same["pay"] === old["pay"] && same.pictures.keys.sorted() == ["card.svg"])
    let more = Self.files("/images/card.svg", ["card.svg", "card@2x.png"])
    let new = try Catalog(more, over: old, vocabulary: Vocabulary())
    #expect(new["pay"] !== old["pay"] && new.pictures["card@2x.png"]?.type == "image/png")
  }

  @Test(
    "A file that is not a picture, has a wrong name or is too large is a fault",
    arguments: [
      ("card.svg", Array("<?xml version=\"1.0\"?><svg/>".utf8), "the file is not an SVG picture"),
      ("card.png", Array("GIF89a".utf8), "the file is not a PNG picture"),
      ("Card.png", raster, "a picture's name has other characters than lowercase letters, digits and `-`"),
      ("card@1x.png", raster, "a picture's name has other characters"),
      ("card.png", raster + [UInt8](repeating: 0, count: 256 << 10), "the picture is larger than 256 KiB"),
    ])
  func reportsFaults(name: String, bytes: [UInt8], expected: String) {
    var files = Self.files("/images/card.png", [])
    files.images = [DefinitionFile(name: "images/\(name)", bytes: bytes)]
    let failure = #expect(throws: Catalog.Failure.self) { try Catalog(files, vocabulary: Vocabulary()) }
    guard case .faults(let faults)? = failure else {
      Issue.record("no faults")
      return
    }
    #expect(faults.all.contains { $0.message.hasPrefix(expected) && $0.location.file.name == "images/\(name)" })
  }
}

/// Surroundings without facts and lookups.
private struct NoSurroundings: Environment {
  let today = "2026-11-24"
  func fact(_ name: String) -> Value { .null }
  func answer(of lookup: String, for key: Value) -> LookupAnswer { .empty }
}
