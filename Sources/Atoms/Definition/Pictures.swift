/// The pictures of a definition set, which the server returns at `/images/NAME`.
package struct Pictures: Sendable {
  /// A file of a picture.
  package struct Source: Sendable, Equatable {
    /// The path on the server.
    let href: String
    /// The media type.
    let type: String
    /// The number of pixels for each point; nil for a drawing, which has any size.
    let scale: Int?
  }

  /// The beginning of the path of each picture.
  package static let prefix = "/images/"
  /// The end of the name of a drawing.
  package static let drawing = ".svg"
  /// The end of the name of a picture of pixels.
  package static let raster = ".png"
  /// The scales that a name can end with, such as `card@3x.png`. Any other name has the scale 1.
  private static let scales = 2...4

  /// The files by path without scale and suffix: a drawing first, then by scale.
  private let sources: [String: [Source]]

  /// Creates the pictures with these file names. Names with other suffixes are ignored.
  package init(files: some Sequence<String>) {
    var sources: [String: [Source]] = [:]
    for name in files {
      let isDrawing = name.hasSuffix(Self.drawing)
      guard isDrawing || name.hasSuffix(Self.raster) else { continue }
      let (stem, scale) = Self.parts(of: name.dropLast(Self.raster.utf8.count))
      let source = Source(
        href: Self.prefix + name, type: isDrawing ? "image/svg+xml" : "image/png", scale: isDrawing ? nil : scale)
      sources[Self.prefix + stem, default: []].append(source)
    }
    self.sources = sources.mapValues { $0.sorted { ($0.scale ?? 0, $0.href) < ($1.scale ?? 0, $1.href) } }
  }

  /// Returns the files with the stem of an address. The list is empty if the address has no other
  /// file.
  package func sources(of href: String) -> [Source] {
    guard href.hasPrefix(Self.prefix), href.hasSuffix(Self.drawing) || href.hasSuffix(Self.raster) else { return [] }
    let found = sources[Self.parts(of: href.dropLast(Self.raster.utf8.count)).stem] ?? []
    return found.contains { $0.href != href } ? found : []
  }

  /// Returns true for a drawing of this server without a picture of pixels.
  func lacksRaster(_ href: String) -> Bool {
    href.hasPrefix(Self.prefix) && href.hasSuffix(Self.drawing) && !sources(of: href).contains { $0.scale != nil }
  }

  /// Splits the scale, such as `@3x`, from the end of a name without suffix.
  private static func parts(of name: Substring) -> (stem: String, scale: Int) {
    let end = name.suffix(3)
    guard end.first == "@", end.last == "x", let scale = Int(end.dropFirst().dropLast()), scales.contains(scale) else {
      return (String(name), 1)
    }
    return (String(name.dropLast(3)), scale)
  }
}
