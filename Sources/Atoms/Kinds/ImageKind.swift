import Texts
import JSON

/// An image. Its caption is the text alternative for people who cannot see it.
final class ImageKind: AtomKind {
  static let name = "image"
  private let href: String?
  private let width: Int?
  private let height: Int?

  /// Reads `href` (required), and `width` and `height` in points, each from 1 to 10,000.
  init(_ properties: inout Properties) {
    href = properties.href("href", schemes: ["https"])
    if href == nil, properties.node("href") == nil {
      properties.isMissing("href", "`href`, the address of the picture, is missing")
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
  }
}
