/// One file of the web client as it is answered.
package struct WebFile: Sendable {
  /// The media type, from the file's name.
  package let type: String
  /// The content.
  package let bytes: [UInt8]

  /// A file; nil where its name has none of the endings that a web client has.
  package init?(named name: String, _ bytes: [UInt8]) {
    guard let dot = name.lastIndex(of: "."), let type = Self.types[String(name[name.index(after: dot)...])] else {
      return nil
    }
    (self.type, self.bytes) = (type, bytes)
  }

  /// Media types by the ending of a name.
  static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml",
  ]
}
