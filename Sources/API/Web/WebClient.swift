import FoundationEssentials

/// The web client's files as they were when the server started: pages, which name the version, and what pages load, which
/// stands under a version that follows from the content of all files, so that it may be kept for good.
package struct WebClient: Sendable {
  /// A directory that is no web client.
  package enum Fault: Error, CustomStringConvertible {
    /// It cannot be read, or has no page to begin with.
    case unreadable(String)

    /// What is wrong, and where.
    package var description: String {
      switch self {
      case .unreadable(let path): "cannot read the web client: \(path)"
      }
    }
  }

  /// What stands in a page where the version belongs.
  private static let placeholder = "{version}"

  /// The version of all files together: 16 hexadecimal digits.
  package let version: String
  /// The files that pages load, by name.
  private let files: [String: WebFile]
  /// The pages by name, with the version in its places.
  private let pages: [String: WebFile]

  /// No web client: no page, no file.
  package init() { (version, files, pages) = ("", [:], [:]) }

  /// Reads a directory: its `index.html`, other pages, scripts, styles and drawings. What has another ending is left alone.
  package init(directory: String) throws(Fault) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
      throw .unreadable(directory)
    }
    var read: [(name: String, file: WebFile)] = []
    for name in names.sorted() where WebFile(named: name, []) != nil && !name.hasPrefix(".") {
      let path = "\(directory)/\(name)"
      guard let data = FileManager.default.contents(atPath: path), let file = WebFile(named: name, Array(data)) else {
        throw .unreadable(path)
      }
      read.append((name, file))
    }
    guard read.contains(where: { $0.name == Self.first }) else { throw .unreadable("\(directory)/\(Self.first)") }
    let version = EntityTag.of(read.flatMap { Array($0.name.utf8) + [0] + $0.file.bytes + [0] })
    self.version = version
    var (files, pages) = ([String: WebFile](), [String: WebFile]())
    for (name, file) in read {
      if name.hasSuffix(".html") {
        let text = String(decoding: file.bytes, as: UTF8.self).replacing(Self.placeholder, with: version)
        pages[name] = WebFile(named: name, Array(text.utf8))
      } else {
        files[name] = file
      }
    }
    (self.files, self.pages) = (files, pages)
  }

  /// The page that a browser is shown first.
  package static let first = "index.html"

  /// A page, such as `index.html`.
  package func page(_ name: String) -> WebFile? { pages[name] }

  /// A file that a page of that version loads.
  package func file(_ name: String, version: String) -> WebFile? { version == self.version ? files[name] : nil }
}

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
