import FoundationEssentials

/// The files of the web client, read when the server starts: pages, and the files that pages load.
///
/// - The version follows from the content of all files. It is part of the address of each file that a page loads, so that
///   browsers may cache these files for good; the pages name it.
/// - A page's styles and scripts are served as one file each (`PageBundle`), and each file by itself too.
/// - `theme.css` is the bank's: it is empty unless a theme is given.
///
///     let client = try WebClient(directory: "web")
///     client.page("index.html")?.type                       // "text/html; charset=utf-8"
///     client.file("app.js", version: client.version)?.type  // "text/javascript"
package struct WebClient: Sendable {
  /// The name of the page that a browser shows first.
  package static let first = "index.html"
  /// The name of the bank's own style, which stands behind the client's tokens.
  static let theme = "theme.css"
  /// The most bytes of a theme.
  static let themeLimit = 262_144

  /// The placeholder for the version in a page.
  static let placeholder = "{version}"

  /// The version of all files together: 16 hexadecimal digits; empty without files.
  let version: String
  /// The files that pages load, by name.
  private let files: [String: WebFile]
  /// The pages by name, with the version in place of the placeholder.
  private let pages: [String: WebFile]

  /// Creates a client without pages and files.
  package init() { (version, files, pages) = ("", [:], [:]) }

  /// Reads a directory: its `index.html`, other pages, scripts, styles, drawings, typefaces and texts; and the bank's theme.
  ///
  /// Files with another extension and hidden files are ignored; `compresses` makes a compressed form of each. Throws
  /// - `Fault.unreadable` if the directory or one of the files cannot be read, or if there is no `index.html`,
  /// - `Fault.theme` if the theme is too long, or loads what a page may not load,
  /// - `Fault.source` with the place for a script that cannot be linked and a style that is not whole.
  package init(directory: String, theme: String? = nil, compresses: Bool = true) throws(Fault) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
      throw .unreadable(directory)
    }
    var read: [String: [UInt8]] = [:]
    for name in names where WebFile.type(of: name) != nil && !name.hasPrefix(".") {
      read[name] = try Self.content("\(directory)/\(name)")
    }
    guard read[Self.first] != nil else { throw .unreadable("\(directory)/\(Self.first)") }
    read[Self.theme] = try theme.map { path throws(Fault) in try Self.checked(Self.content(path), of: path) } ?? []
    let sorted = read.sorted { $0.key < $1.key }
    let version = EntityTag.of(sorted.flatMap { Array($0.key.utf8) + [0] + $0.value + [0] })
    var (files, pages) = ([String: WebFile](), [String: WebFile]())
    for (name, content) in sorted where !name.hasSuffix(".html") {
      files[name] = WebFile(named: name, content, compresses: compresses)
    }
    for (name, content) in sorted where name.hasSuffix(".html") {
      let bundle: PageBundle
      do { bundle = try PageBundle(name, content, of: read, themePath: theme) } catch { throw .source(error) }
      for (name, content) in bundle.files { files[name] = WebFile(named: name, content, compresses: compresses) }
      let page = Array(bundle.page.replacing(Self.placeholder, with: version).utf8)
      pages[name] = WebFile(named: name, page, compresses: compresses)
    }
    (self.version, self.files, self.pages) = (version, files, pages)
  }

  /// Returns a page, such as `index.html`; nil if there is none with that name.
  func page(_ name: String) -> WebFile? { pages[name] }

  /// Returns a file that a page of that version loads; nil for another version or an unknown name.
  package func file(_ name: String, version: String) -> WebFile? { version == self.version ? files[name] : nil }

  private static func content(_ path: String) throws(Fault) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
    return Array(data)
  }

  /// Returns a theme. Throws if it is too long, is no text, or names another place: pages load from this server alone.
  private static func checked(_ theme: [UInt8], of path: String) throws(Fault) -> [UInt8] {
    if theme.count > themeLimit { throw .theme(path, "it has more than \(themeLimit) bytes") }
    guard let text = String(validating: theme, as: UTF8.self) else { throw .theme(path, "it is not UTF-8") }
    if let found = text.firstMatch(of: /(?i)url\(\s*["']?\s*(?:[a-z][a-z0-9+.-]*:)?\/\//) {
      let place = SourceFault(path, theme, at: text[..<found.range.lowerBound].utf8.count, "")
      throw .theme(
        path,
        "line \(place.line), column \(place.column): pages load nothing from another server; `data:` holds a picture")
    }
    return theme
  }

  /// The fault of a directory that is not a web client, or of a theme.
  package enum Fault: Error, CustomStringConvertible {
    /// The file or directory with that path cannot be read, or the first page is missing.
    case unreadable(String)
    /// The theme of that path cannot be served, for that reason.
    case theme(String, String)
    /// A script cannot be linked, or a style is not whole.
    case source(SourceFault)

    /// The message for the operator, with the path.
    package var description: String {
      switch self {
      case .unreadable(let path): "cannot read the web client: \(path)"
      case .theme(let path, let reason): "cannot serve the theme \(path): \(reason)"
      case .source(let fault): "cannot serve the web client: \(fault)"
      }
    }
  }
}
