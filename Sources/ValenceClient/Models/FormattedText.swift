extension Atom {
  /// The blocks of a formatted text, to draw instead of the caption; nil if the text has only a
  /// caption.
  ///
  /// The caption is the same text without formatting.
  public var markdown: [TextBlock]? { (try? members.records("markdown", of: "atom")) ?? nil }
}

/// A paragraph, a heading or a list of a formatted text.
///
///     for block in atom.markdown ?? [] {
///       switch block.kind {
///       case .heading: drawHeading(block.spans, level: block.level)
///       case .list: drawList(block.items, isOrdered: block.isOrdered)
///       default: drawParagraph(block.spans)  // includes kinds of newer servers
///       }
///     }
public struct TextBlock: WireModel {
  /// A kind of block. A newer server may send others. Draw their spans as a paragraph.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name in the wire format.
    public let rawValue: String
    /// Creates a kind with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Text.
    public static let paragraph = Kind(rawValue: "paragraph")
    /// A heading of the text below it.
    public static let heading = Kind(rawValue: "heading")
    /// A list of bullets or numbers.
    public static let list = Kind(rawValue: "list")
  }

  /// The kind.
  public let kind: Kind
  /// The text of a paragraph or a heading; empty for a list.
  public let spans: [TextSpan]
  /// The level of a heading: 1 or 2.
  public var level: Int { wire["level"]?.integer ?? 1 }
  /// True for a list whose items have numbers, from 1.
  public var isOrdered: Bool { wire["ordered"]?.bool ?? false }
  /// The items of a list; empty for other kinds.
  public let items: [TextItem]
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a block. Throws ``Unreadable`` if `kind` is missing, or if a span or an item is
  /// unreadable.
  public init(_ members: Members) throws(Unreadable) {
    kind = Kind(rawValue: try members.text("kind", of: "text block"))
    spans = try members.records("spans", of: "text block") ?? []
    var items: [TextItem] = []
    for element in members["items"]?.array ?? [] {
      guard let parts = element.array else { throw Unreadable(record: "text block", member: "items") }
      items.append(try TextItem(parts))
    }
    self.items = items
    wire = members
  }
}

/// An item of a list in a formatted text.
public struct TextItem: Sendable, Hashable {
  /// The text of the item.
  public let spans: [TextSpan]
  /// The lists nested in the item. Draw them below its text.
  public let lists: [TextBlock]

  init(_ parts: [WireValue]) throws(Unreadable) {
    var (spans, lists): ([TextSpan], [TextBlock]) = ([], [])
    for part in parts {
      guard let members = part.object else { throw Unreadable(record: "text item", member: "text") }
      if members["kind"] == nil { spans.append(try TextSpan(members)) } else { lists.append(try TextBlock(members)) }
    }
    (self.spans, self.lists) = (spans, lists)
  }
}

/// A stretch of a formatted text with one style.
///
///     if let link = span.link {
///       drawLink(span.text, to: link.href)  // Client.follow(_:) on a tap
///     } else if let address = span.address {
///       drawLink(span.text, to: address)  // the system opens it
///     } else {
///       drawText(span.text, isStrong: span.isStrong)
///     }
public struct TextSpan: WireModel {
  /// The text. Draw all its characters literally.
  public let text: String
  /// True for strong text.
  public var isStrong: Bool { wire["strong"]?.bool ?? false }
  /// True for emphasized text.
  public var isEmphasis: Bool { wire["emphasis"]?.bool ?? false }
  /// The target of a link; nil for other text.
  public var href: String? { wire["href"]?.string }
  /// The request for the target of a link on the server; nil for other spans.
  public var link: Link? {
    let link = href.map { Link("GET", $0) }
    return link?.isOwn == true ? link : nil
  }
  /// The address of a link to open outside of the client; nil for other spans.
  ///
  /// Addresses with a scheme other than `https`, `mailto` and `tel` are ignored.
  public var address: String? {
    guard let href else { return nil }
    let scheme = href.prefix { $0 != ":" }.lowercased()
    return ["https", "mailto", "tel"].contains(scheme) && scheme.count < href.count ? href : nil
  }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a span. Throws ``Unreadable`` if `text` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    text = try members.text("text", of: "text span")
    wire = members
  }
}
