import FoundationEssentials

/// A page of the web client whose styles and scripts are combined into a few files.
///
/// The files are combined at startup. The order of the page's links is the order of the styles, and
/// `ModuleLinker` links the scripts. Links with `disabled` are combined into another style, which
/// the script enables later.
struct PageBundle {
  /// The page with links to the bundles. It contains the placeholder of the version.
  let page: String
  /// The bundles by name, such as `index.bundle.css`.
  let files: [String: [UInt8]]

  /// The start of a style link, before its address.
  private static let styleStart = "<link rel=\"stylesheet\" href=\""
  /// The ends of a style link, each with its bundle.
  private static let styles = [(end: "\">", bundle: "bundle.css"), (end: "\" disabled>", bundle: "later.css")]
  /// The path prefix of the client's files in a page.
  private static let prefix = "/web/\(WebClient.placeholder)/"

  /// Combines the files that the page `name` links. Throws `SourceFault` if a file is missing or
  /// invalid.
  init(_ name: String, _ content: [UInt8], of sources: [String: [UInt8]], themePath: String?) throws(SourceFault) {
    let stem = name.prefix { $0 != "." }
    let script = "\(stem).bundle.js"
    var (lines, files): ([Substring], [String: [UInt8]]) = ([], [:])
    for (number, line) in String(decoding: content, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .enumerated() {
      let style = Self.styles.lazy.compactMap { each in
        Self.linked(line, Self.styleStart, each.end).map { (file: $0, end: each.end, bundle: "\(stem).\(each.bundle)") }
      }.first
      if let style {
        let linked = style.file
        guard let source = sources[linked] else { throw Self.missing(linked, in: name, number) }
        let file = linked == WebClient.theme ? themePath ?? linked : linked
        let text = try CompactText.style(source, in: file)
        if files[style.bundle] == nil {
          lines.append("\(Self.styleStart)\(Self.prefix)\(style.bundle)\(style.end)")
        }
        files[style.bundle, default: []] += text.isEmpty ? [] : text + [0x0A]
      } else if let linked = Self.linked(line, "<script type=\"module\" src=\"", "\"></script>") {
        guard sources[linked] != nil else { throw Self.missing(linked, in: name, number) }
        guard files[script] == nil else {
          throw Self.fault(in: name, number, "a page must have only one script")
        }
        var linker = ModuleLinker(sources.filter { $0.key.hasSuffix(".js") })
        let further = { (number: Int) in "\(stem).later\(number == 1 ? "" : "\(number)").js" }
        for (number, text) in try linker.scripts(of: linked, name: further).enumerated() {
          files[number == 0 ? script : further(number)] = text
        }
        lines.append("<script type=\"module\" src=\"\(Self.prefix)\(script)\"></script>")
      } else if let linked = Self.linked(line, "<link rel=\"icon\" href=\"", "\" type=\"image/svg+xml\">") {
        guard let source = sources[linked] else { throw Self.missing(linked, in: name, number) }
        // A small icon is embedded in the page, which saves a request.
        let address =
          source.count > 1024 ? "\(Self.prefix)\(linked)" : "data:image/svg+xml;base64,\(Self.base64(source))"
        lines.append("<link rel=\"icon\" href=\"\(address)\" type=\"image/svg+xml\">")
      } else {
        lines.append(line)
      }
    }
    (page, self.files) = (lines.joined(separator: "\n"), files)
  }

  /// Returns the name of the linked file if the line consists only of such a link.
  private static func linked(_ line: Substring, _ before: String, _ after: String) -> String? {
    let line = line.drop { $0 == " " }
    let start = before + prefix
    guard line.hasPrefix(start), line.hasSuffix(after) else { return nil }
    return String(line.dropFirst(start.count).dropLast(after.count))
  }

  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  private static func missing(_ file: String, in page: String, _ number: Int) -> SourceFault {
    fault(in: page, number, "`\(file)` is not a file of the web client")
  }

  /// Returns the error for the line with the index `number`.
  private static func fault(in page: String, _ number: Int, _ reason: String) -> SourceFault {
    SourceFault(page, Array(repeating: 0x0A, count: number), at: number, reason)
  }
}
