import FoundationEssentials

/// The files of the web client, read at startup.
///
/// - The directory contains the plain modules of `web`, or their bundle by `scripts/bundle`. Both
///   have the same pages, and the server does not distinguish them.
/// - The version is a hash of all files. It is part of the address of each file that a page loads,
///   so browsers may cache these files permanently.
/// - `theme.css` is the bank's style. It is empty unless a theme is configured.
/// - `drawings.json` has the drawing cases of the conformance kit, for the gallery.
package struct WebClient: Sendable {
  /// The name of the start page.
  package static let first = "index.html"
  /// The name of the file with the drawing cases.
  static let drawings = "drawings.json"

  /// The version of all files: 16 hexadecimal digits; empty without files.
  let version: String
  /// True if the scripts are bundled, which means that they have source maps.
  package let isBundled: Bool
  /// The files that pages load, by name or by folder and name.
  private let files: [String: WebFile]
  /// The pages by name, with the version instead of the placeholder.
  private let pages: [String: WebFile]

  package init() { (version, isBundled, files, pages) = ("", false, [:], [:]) }

  /// Reads the files of a directory and of its folders, the bank's theme, and the drawing cases of
  /// the gallery.
  ///
  /// Hidden files and files with unknown extensions are ignored. If `compresses` is true, each file
  /// also gets a compressed form.
  ///
  /// - Throws:
  ///   - `Fault.unreadable` if a directory or a file cannot be read, or if `index.html` is
  ///     missing.
  ///   - `Fault.theme` if the theme is too long, is not UTF-8, is incomplete or loads resources
  ///     from another server.
  package init(
    directory: String, theme: String? = nil, drawings: String? = nil, compresses: Bool = true
  ) throws(Fault) {
    var read: [String: [UInt8]] = [:]
    for name in try Self.names(in: directory) { read[name] = try Self.content("\(directory)/\(name)") }
    guard read[Self.first] != nil else { throw .unreadable("\(directory)/\(Self.first)") }
    read[WebTheme.file] = try theme.map { path throws(Fault) in try Self.theme(path) } ?? []
    if let drawings { read[Self.drawings] = try Self.joined(drawings) }
    let sorted = read.sorted { $0.key < $1.key }
    let version = EntityTag.of(sorted.flatMap { Array($0.key.utf8) + [0] + $0.value + [0] })
    var (files, pages) = ([String: WebFile](), [String: WebFile]())
    for (name, content) in sorted {
      if name.hasSuffix(".html") {
        let page = WebPage.text(of: content, read, version: version)
        pages[name] = WebFile(named: name, page, compresses: compresses)
      } else {
        files[name] = WebFile(named: name, content, compresses: compresses)
      }
    }
    self.version = version
    isBundled = read.keys.contains { $0.hasSuffix(".js.map") }
    (self.files, self.pages) = (files, pages)
  }

  /// Returns a page, such as `index.html`; nil if the name is unknown.
  func page(_ name: String) -> WebFile? { pages[name] }

  /// Returns a file that a page of `version` loads; nil for another version or an unknown name.
  package func file(_ name: String, version: String) -> WebFile? { version == self.version ? files[name] : nil }

  /// Returns the names of the files in a directory, and of those in its folders.
  private static func names(in directory: String) throws(Fault) -> [String] {
    let folders = FileManager.default
    guard let names = try? folders.contentsOfDirectory(atPath: directory) else { throw .unreadable(directory) }
    let shown = names.filter { !$0.hasPrefix(".") }
    let inner = shown.filter { WebFile.type(of: $0) == nil }.flatMap { folder in
      ((try? folders.contentsOfDirectory(atPath: "\(directory)/\(folder)")) ?? []).filter { !$0.hasPrefix(".") }
        .map { "\(folder)/\($0)" }
    }
    // JSON files of the directory belong to tools.
    return (shown + inner).filter { WebFile.type(of: $0) != nil && !$0.hasSuffix(".json") }
  }

  /// Returns the case files of a directory as one JSON list of objects with `name` and `file`.
  private static func joined(_ directory: String) throws(Fault) -> [UInt8] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
      throw .unreadable(directory)
    }
    var list: [[UInt8]] = []
    for name in names.sorted() where name.hasSuffix(".json") {
      let file = try content("\(directory)/\(name)")
      list.append(Array("{\"name\":\"\(name.dropLast(".json".count))\",\"file\":".utf8) + file + Array("}".utf8))
    }
    return Array("[".utf8) + list.joined(separator: Array(",".utf8)) + Array("]".utf8)
  }

  private static func content(_ path: String) throws(Fault) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
    return Array(data)
  }

  private static func theme(_ path: String) throws(Fault) -> [UInt8] {
    let theme = try content(path)
    do { try WebTheme.check(theme) } catch { throw .theme(path, error.reason) }
    return theme
  }

  /// An invalid web client or theme.
  package enum Fault: Error, CustomStringConvertible {
    /// The file or directory cannot be read, or the start page is missing.
    case unreadable(String)
    /// The theme with that path is invalid, for that reason.
    case theme(String, String)

    package var description: String {
      switch self {
      case .unreadable(let path): "cannot read the web client: \(path)"
      case .theme(let path, let reason): "cannot serve the theme \(path): \(reason)"
      }
    }
  }
}
