/// A page of the web client as the server sends it.
///
/// The page in the folder has one line for each link. Its addresses contain the placeholder of the
/// version.
enum WebPage {
  /// The placeholder for the version in a page.
  static let placeholder = "{version}"

  /// The path prefix of the client's files in a page.
  private static let prefix = "/web/\(placeholder)/"
  private static let themeLink = "<link rel=\"stylesheet\" href=\"\(prefix)\(WebTheme.file)\">"
  private static let script = (start: "<script type=\"module\" src=\"\(prefix)", end: "\"></script>")

  /// Returns the page without the placeholder and, for an empty theme, without its link.
  ///
  /// The modules that the script of the page imports statically are preloaded. Otherwise a browser
  /// finds each of them only after the module that imports it.
  static func text(of page: [UInt8], _ files: [String: [UInt8]], version: String) -> [UInt8] {
    let isThemed = files[WebTheme.file]?.isEmpty == false
    var lines: [String] = []
    for line in String(decoding: page, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      if line == themeLink, !isThemed { continue }
      if line.hasPrefix(script.start), line.hasSuffix(script.end) {
        let first = String(line.dropFirst(script.start.count).dropLast(script.end.count))
        lines += ModuleImports.all(of: first, in: files).map { "<link rel=\"modulepreload\" href=\"\(prefix)\($0)\">" }
      }
      lines.append(String(line))
    }
    return Array(lines.joined(separator: "\n").replacing(placeholder, with: version).utf8)
  }
}
