import FoundationEssentials

/// The files of the web client, read when the server starts: pages, and the files that pages load.
///
/// The version follows from the content of all files. It is part of the address of each file that a page loads, so that
/// browsers may cache these files for good; the pages name it.
///
///     let client = try WebClient(directory: "web")
///     client.page("index.html")?.type                       // "text/html; charset=utf-8"
///     client.file("app.js", version: client.version)?.type  // "text/javascript"
package struct WebClient: Sendable {
  /// The name of the page that a browser shows first.
  package static let first = "index.html"

  /// The placeholder for the version in a page.
  private static let placeholder = "{version}"

  /// The version of all files together: 16 hexadecimal digits; empty without files.
  package let version: String
  /// The files that pages load, by name.
  private let files: [String: WebFile]
  /// The pages by name, with the version in place of the placeholder.
  private let pages: [String: WebFile]

  /// Creates a client without pages and files.
  package init() { (version, files, pages) = ("", [:], [:]) }

  /// Reads a directory: its `index.html`, other pages, scripts, styles and drawings.
  ///
  /// Files with another extension and hidden files are ignored. Throws `Fault.unreadable`
  /// - if the directory or one of the files cannot be read,
  /// - if there is no `index.html`.
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

  /// Returns a page, such as `index.html`; nil if there is none with that name.
  package func page(_ name: String) -> WebFile? { pages[name] }

  /// Returns a file that a page of that version loads; nil for another version or an unknown name.
  package func file(_ name: String, version: String) -> WebFile? { version == self.version ? files[name] : nil }

  /// The fault of a directory that is not a web client.
  package enum Fault: Error, CustomStringConvertible {
    /// The file or directory with that path cannot be read, or the first page is missing.
    case unreadable(String)

    /// The message for the operator, with the path.
    package var description: String {
      switch self {
      case .unreadable(let path): "cannot read the web client: \(path)"
      }
    }
  }
}

/// One file of the web client.
package struct WebFile: Sendable {
  /// The media type, derived from the extension.
  package let type: String
  /// The content.
  package let bytes: [UInt8]

  /// Creates a file. Returns nil if the extension is not one of `types`.
  package init?(named name: String, _ bytes: [UInt8]) {
    guard let dot = name.lastIndex(of: "."), let type = Self.types[String(name[name.index(after: dot)...])] else {
      return nil
    }
    (self.type, self.bytes) = (type, bytes)
  }

  /// The media types by extension.
  static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml",
  ]
}
