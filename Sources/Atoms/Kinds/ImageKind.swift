import SourceText
import Texts
import JSON

/// An image. Its caption is the text alternative for people who cannot see it.
final class ImageKind: AtomKind {
  static let name = "image"
  private let href: String?
  private let width: Int?
  private let height: Int?
  /// The files of the picture; empty if it has one.
  private let sources: [Pictures.Source]

  /// Reads `href` (required), and `width` and `height` in points, each from 1 to 10,000.
  init(_ properties: inout Properties) {
    href = properties.href("href", schemes: ["https"])
    if href == nil, properties.node("href") == nil {
      properties.isMissing("href", "`href`, the address of the picture, is missing")
    }
    sources = href.flatMap { properties.pictures?.sources(of: $0) } ?? []
    if let href, let pictures = properties.pictures, pictures.lacksRaster(href), let node = properties.node("href") {
      let name = href.dropFirst(Pictures.prefix.count).dropLast(Pictures.drawing.count)
      properties.warning(
        .missingCompanion, "`\(href)` has no PNG file, and apps for phones draw no SVG",
        remedy: ": add `images/\(name)@3x.png`", at: node.location)
    }
    width = properties.integer("width", in: 1...10_000)
    height = properties.integer("height", in: 1...10_000)
  }

  /// True: clients may omit an image.
  var isOrnament: Bool { true }

  func write(to writer: inout Writer, in language: Language) {
    if let href { writer.member("href", href) }
    if let width { writer.member("width", width) }
    if let height { writer.member("height", height) }
    guard !sources.isEmpty else { return }
    writer.key("sources")
    writer.array { writer in
      for source in sources {
        writer.object { writer in
          writer.member("href", source.href)
          writer.member("type", source.type)
          if let scale = source.scale { writer.member("scale", scale) }
        }
      }
    }
  }
}
