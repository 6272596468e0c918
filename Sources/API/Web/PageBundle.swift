import FoundationEssentials

/// A page of the web client with one style and one script in the place of many.
///
/// The server puts the files together when it starts. The page's links give the order of the styles; `ModuleLinker` links
/// the scripts. Links that are `disabled` become one more style, which a browser loads when the page's script enables it.
struct PageBundle {
  /// The page, with links of the bundles; it names the version by its placeholder.
  let page: String
  /// The bundles by name, such as `index.bundle.css`.
  let files: [String: [UInt8]]

  /// The beginning of a link to a style, before its address.
  private static let styleStart = "<link rel=\"stylesheet\" href=\""
  /// The ends of such links, each with its bundle.
  private static let styles = [(end: "\">", bundle: "bundle.css"), (end: "\" disabled>", bundle: "later.css")]
  /// The place of files of the client in a page.
  private static let prefix = "/web/\(WebClient.placeholder)/"

  /// Puts together what the page `name` links. Throws `SourceFault` for what is missing or cannot be put together.
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
          throw Self.fault(in: name, number, "a page has one script")
        }
        var linker = ModuleLinker(sources.filter { $0.key.hasSuffix(".js") })
        let further = { (number: Int) in "\(stem).later\(number == 1 ? "" : "\(number)").js" }
        for (number, text) in try linker.scripts(of: linked, name: further).enumerated() {
          files[number == 0 ? script : further(number)] = text
        }
        lines.append("<script type=\"module\" src=\"\(Self.prefix)\(script)\"></script>")
      } else if let linked = Self.linked(line, "<link rel=\"icon\" href=\"", "\" type=\"image/svg+xml\">") {
        guard let source = sources[linked] else { throw Self.missing(linked, in: name, number) }
        // A short drawing stands in the page itself, so that nothing is asked for it.
        let address =
          source.count > 1024 ? "\(Self.prefix)\(linked)" : "data:image/svg+xml;base64,\(Self.base64(source))"
        lines.append("<link rel=\"icon\" href=\"\(address)\" type=\"image/svg+xml\">")
      } else {
        lines.append(line)
      }
    }
    (page, self.files) = (lines.joined(separator: "\n"), files)
  }

  /// Returns the name of the file that a line links, if it is nothing but such a link.
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

  /// Returns the fault of the line behind `number` others.
  private static func fault(in page: String, _ number: Int, _ reason: String) -> SourceFault {
    SourceFault(page, Array(repeating: 0x0A, count: number), at: number, reason)
  }
}
