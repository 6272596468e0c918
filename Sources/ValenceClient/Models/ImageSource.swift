/// A file of a picture.
public struct ImageSource: WireModel {
  /// The path on the server.
  public let href: String
  /// The media type, such as `image/png`.
  public var type: String? { wire["type"]?.string }
  /// The number of pixels for each point; nil for a drawing, which has any size.
  public var scale: Int? { wire["scale"]?.integer }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a source. Throws ``Unreadable`` if `href` is missing.
  public init(_ members: Members) throws(Unreadable) {
    href = try members.text("href", of: "source")
    wire = members
  }
}

extension Atom {
  /// The files of an image that has several; otherwise empty.
  public var sources: [ImageSource] { (try? members.records("sources", of: "atom")) ?? [] }

  /// Returns the PNG file of an image for a screen with `scale` pixels for each point: the smallest
  /// one that is large enough, or the largest one. Returns nil if the image has none.
  public func raster(for scale: Int) -> ImageSource? {
    let found = sources.filter { $0.type == "image/png" }.sorted { ($0.scale ?? 1) < ($1.scale ?? 1) }
    return found.first { ($0.scale ?? 1) >= scale } ?? found.last
  }
}
