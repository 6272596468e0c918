import HTTPServer

/// A file of the web client, with its compressed form.
package struct WebFile: Sendable {
  /// A representation of the file.
  struct Form: Sendable {
    let bytes: [UInt8]
    /// The entity tag, without quotation marks.
    let tag: String

    init(_ bytes: [UInt8]) { (self.bytes, tag) = (bytes, EntityTag.of(bytes)) }
  }

  /// The media type of the extension.
  let type: String
  /// The uncompressed file.
  let plain: Form
  /// The gzip form; nil if it saves at most a sixteenth, or if compression is disabled.
  let compressed: Form?

  package var bytes: [UInt8] { plain.bytes }

  /// Creates a file. Returns nil if the extension is not in `types`.
  init?(named name: String, _ bytes: [UInt8], compresses: Bool = true) {
    guard let type = Self.type(of: name) else { return nil }
    (self.type, plain) = (type, Form(bytes))
    let short = compresses ? Gzip.compressed(bytes, level: Gzip.small) : nil
    compressed = short.flatMap { $0.count < bytes.count - bytes.count / 16 ? Form($0) : nil }
  }

  /// Returns the media type of a name; nil if the extension is not in `types`.
  static func type(of name: String) -> String? {
    name.lastIndex(of: ".").flatMap { types[String(name[name.index(after: $0)...])] }
  }

  /// The media types by extension.
  static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml",
    "woff2": "font/woff2", "txt": "text/plain; charset=utf-8", "map": "application/json",
    "json": "application/json",
  ]
}
