import FoundationEssentials

/// The files of the web client as they were at the start.
///
/// Pages name the version. The other files stand under the version, which follows from the content of all files, so
/// that browsers may store them for good.
package struct WebClient: Sendable {
  /// A directory that is no web client.
  package enum Fault: Error, CustomStringConvertible {
    /// The directory cannot be read, or has no first page.
    case unreadable(String)

    /// The fault with its place.
    package var description: String {
      switch self {
      case .unreadable(let path): "cannot read the web client: \(path)"
      }
    }
  }

  /// The placeholder of the version in a page.
  private static let placeholder = "{version}"

  /// The version of all files together: 16 hexadecimal digits.
  package let version: String
  /// The files that pages load, by name.
  private let files: [String: WebFile]
  /// The pages by name, with the version in its places.
  private let pages: [String: WebFile]

  /// Creates an empty client, without a page or file.
  package init() { (version, files, pages) = ("", [:], [:]) }

  /// Reads a directory: its `index.html`, other pages, scripts, styles and drawings. Files with other extensions are
  /// ignored.
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

/// A file of the web client as a response.
package struct WebFile: Sendable {
  /// The media type, from the file's name.
  package let type: String
  /// The content.
  package let bytes: [UInt8]

  /// Creates a file; nil where its name has none of the endings that a web client has.
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
