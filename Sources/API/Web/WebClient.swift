import FoundationEssentials

/// The files of the web client, read at startup.
///
/// - The version is a hash of all files. It is part of the address of each file that a page loads,
///   so browsers may cache these files permanently.
/// - The styles and scripts of a page are combined (`PageBundle`). Each file is also available
///   separately.
/// - `theme.css` is the bank's style. It is empty unless a theme is configured.
package struct WebClient: Sendable {
  /// The name of the start page.
  package static let first = "index.html"
  /// The name of the bank's style, which follows the client's style variables.
  static let theme = "theme.css"
  /// The maximum size of a theme in bytes.
  static let themeLimit = 262_144

  /// The placeholder for the version in a page.
  static let placeholder = "{version}"

  /// The version of all files: 16 hexadecimal digits; empty without files.
  let version: String
  /// The files that pages load, by name.
  private let files: [String: WebFile]
  /// The pages by name, with the version instead of the placeholder.
  private let pages: [String: WebFile]

  package init() { (version, files, pages) = ("", [:], [:]) }

  /// Reads the files of a directory and the bank's theme.
  ///
  /// Hidden files and files with unknown extensions are ignored. If `compresses` is true, each file
  /// also gets a compressed form.
  ///
  /// - Throws:
  ///   - `Fault.unreadable` if the directory or a file cannot be read, or if `index.html` is
  ///     missing.
  ///   - `Fault.theme` if the theme is too long, is not UTF-8 or loads resources from another
  ///     server.
  ///   - `Fault.source` with the location if a script or a style is invalid.
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

  /// Returns a page, such as `index.html`; nil if the name is unknown.
  func page(_ name: String) -> WebFile? { pages[name] }

  /// Returns a file that a page of `version` loads; nil for another version or an unknown name.
  package func file(_ name: String, version: String) -> WebFile? { version == self.version ? files[name] : nil }

  private static func content(_ path: String) throws(Fault) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
    return Array(data)
  }

  /// Returns a theme. Throws if it is too long, is not UTF-8 or loads resources from another
  /// server.
  private static func checked(_ theme: [UInt8], of path: String) throws(Fault) -> [UInt8] {
    if theme.count > themeLimit { throw .theme(path, "it has more than \(themeLimit) bytes") }
    guard let text = String(validating: theme, as: UTF8.self) else { throw .theme(path, "it is not UTF-8") }
    if let found = text.firstMatch(of: /(?i)url\(\s*["']?\s*(?:[a-z][a-z0-9+.-]*:)?\/\//) {
      let place = SourceFault(path, theme, at: text[..<found.range.lowerBound].utf8.count, "")
      throw .theme(
        path,
        "line \(place.line), column \(place.column): pages cannot load resources from another server; use `data:` for images"
      )
    }
    return theme
  }

  /// An invalid web client or theme.
  package enum Fault: Error, CustomStringConvertible {
    /// The file or directory cannot be read, or the start page is missing.
    case unreadable(String)
    /// The theme with that path is invalid, for that reason.
    case theme(String, String)
    /// A script cannot be linked, or a style is incomplete.
    case source(SourceFault)

    package var description: String {
      switch self {
      case .unreadable(let path): "cannot read the web client: \(path)"
      case .theme(let path, let reason): "cannot serve the theme \(path): \(reason)"
      case .source(let fault): "cannot serve the web client: \(fault)"
      }
    }
  }
}
