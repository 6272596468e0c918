import Texts
import JSON
import Conditions

/// A formatted text of an atom, compiled: its blocks in each language.
///
/// The caption of the atom is the same text without formatting, with the same expressions.
final class MarkdownText: Sendable {
  /// The text in one language.
  final class Version: Sendable {
    /// The text without formatting, whose expressions the blocks share.
    let caption: LiveText.Version
    private let blocks: [DrawnBlock]

    init(_ blocks: [Markdown.Block], caption: LiveText.Version) {
      self.caption = caption
      self.blocks = blocks.map(DrawnBlock.init)
    }

    /// True if a link leads to a deep link, whose path the caller of `write` supplies.
    fileprivate var hasDeepLinks: Bool { blocks.contains(where: \.hasDeepLinks) }

    /// Writes the blocks as a list.
    ///
    /// - Parameters:
    ///   - values: The values of the placeholders.
    ///   - routes: The prefix of the path that resolves a deep link; nil to write it unchanged.
    ///   - shown: Formats a value as for `Template.text`.
    func write(_ values: [Value], routes: String?, to writer: inout Writer, _ shown: (Int, Value) -> String?) {
      let filling = MarkdownFilling(values: values, template: caption.template, routes: routes)
      writer.beginArray()
      for block in blocks {
        switch block {
        case .rendered(let bytes): writer.raw(bytes)
        case .filled(let block): block.write(filling, to: &writer, shown)
        }
      }
      writer.endArray()
    }
  }

  private let versions: [Version]
  /// True if a placeholder depends on values.
  let isLive: Bool
  /// True if the blocks are the same in each tree.
  let isStatic: Bool

  /// Creates a text with these versions, the first one in the default language.
  init(_ versions: [Version], isLive: Bool) {
    (self.versions, self.isLive) = (versions, isLive)
    isStatic = !isLive && !versions.contains(where: \.hasDeepLinks)
  }

  /// Returns the version in `language`, otherwise the first one; nil without any version.
  subscript(language: Language) -> Version? {
    versions.first { $0.caption.template.language == language } ?? versions.first
  }

  /// Writes the blocks of a text that does not depend on values.
  func writeFixed(to writer: inout Writer, routes: String?, in language: Language) {
    guard let version = self[language] else { return writer.null() }
    let values = version.caption.expressions.map { $0.constant ?? .null }
    version.write(values, routes: routes, to: &writer) { $1.string }
  }
}

/// A block as JSON: rendered once if it has neither placeholders nor deep links.
private enum DrawnBlock: Sendable {
  case rendered([UInt8])
  case filled(Markdown.Block)

  init(_ block: Markdown.Block) {
    if block.spans.contains(where: { $0.hasPlaceholders || $0.leadsToDeepLink }) {
      self = .filled(block)
    } else {
      var writer = Writer()
      let nothing = MarkdownFilling(values: [], template: Template([], [], in: .standard), routes: nil)
      block.write(nothing, to: &writer) { _, _ in nil }
      self = .rendered(writer.bytes)
    }
  }

  var hasDeepLinks: Bool {
    if case .filled(let block) = self { block.spans.contains(where: \.leadsToDeepLink) } else { false }
  }
}

/// The values that are written into blocks.
private struct MarkdownFilling {
  let values: [Value]
  /// The text whose arguments the placeholders are.
  let template: Template
  let routes: String?

  /// Returns the target of a link: a deep link as the path that resolves it.
  func target(_ href: String) -> String {
    guard let routes, case .deepLink(let encoded)? = LocalReference(href) else { return href }
    return routes + encoded
  }
}

extension Markdown.Block {
  /// The spans of the block and of its items.
  fileprivate var spans: [Markdown.Span] {
    switch self {
    case .paragraph(let spans), .heading(_, let spans): spans
    case .list(let list): list.spans
    }
  }

  /// Writes the block as an object.
  fileprivate func write(_ filling: MarkdownFilling, to writer: inout Writer, _ shown: (Int, Value) -> String?) {
    writer.beginObject()
    switch self {
    case .paragraph: writer.member("kind", "paragraph")
    case .heading(let level, _):
      writer.member("kind", "heading")
      writer.member("level", level)
    case .list(let list): return list.writeMembers(filling, to: &writer, shown)
    }
    writer.key("spans")
    writer.beginArray()
    for span in spans { span.write(filling, to: &writer, shown) }
    writer.endArray()
    writer.endObject()
  }
}

extension Markdown.List {
  fileprivate var spans: [Markdown.Span] { items.flatMap { $0.spans + $0.lists.flatMap(\.spans) } }

  /// Writes the members of the list, and ends its object. An item is a list of its spans and the
  /// lists nested in it.
  fileprivate func writeMembers(
    _ filling: MarkdownFilling, to writer: inout Writer, _ shown: (Int, Value) -> String?
  ) {
    writer.member("kind", "list")
    writer.member("ordered", isOrdered)
    writer.key("items")
    writer.beginArray()
    for item in items {
      writer.beginArray()
      for span in item.spans { span.write(filling, to: &writer, shown) }
      for list in item.lists {
        writer.beginObject()
        list.writeMembers(filling, to: &writer, shown)
      }
      writer.endArray()
    }
    writer.endArray()
    writer.endObject()
  }
}

extension Markdown.Span {
  fileprivate var hasPlaceholders: Bool { parts.contains { if case .text = $0 { false } else { true } } }

  fileprivate var leadsToDeepLink: Bool {
    if case .deepLink? = href.flatMap(LocalReference.init) { true } else { false }
  }

  fileprivate func write(_ filling: MarkdownFilling, to writer: inout Writer, _ shown: (Int, Value) -> String?) {
    writer.beginObject()
    writer.key("text")
    let template = Template(parts, filling.template.arguments, in: filling.template.language)
    template.write(filling.values, to: &writer, shown)
    if style.contains(.strong) { writer.member("strong", true) }
    if style.contains(.emphasis) { writer.member("emphasis", true) }
    if let href { writer.member("href", filling.target(href)) }
    writer.endObject()
  }
}
