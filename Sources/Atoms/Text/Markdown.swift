import SourceText

/// A formatted text as read: its blocks, links and faults.
///
/// The syntax is a strict part of CommonMark: paragraphs, two levels of headings, lists, strong
/// text, emphasis and links. Any other formatting is a fault.
struct Markdown: Sendable {
  /// A part of the text that begins on its own line.
  enum Block: Sendable {
    case paragraph([Span])
    /// A heading of level 1 or 2.
    case heading(level: Int, [Span])
    case list(List)
  }

  /// A list of bullets or numbers.
  struct List: Sendable {
    /// True if the items have numbers, from 1.
    let isOrdered: Bool
    var items: [Item]
  }

  /// An item of a list: its text, then the lists nested in it.
  struct Item: Sendable {
    var spans: [Span]
    var lists: [List] = []
  }

  /// A stretch of text with one style. Placeholders in it are not formatted.
  struct Span: Sendable {
    var parts: [Template.Part]
    let style: Style
    /// The target of a link; nil for other text.
    var href: String?
  }

  /// The emphasis of a span.
  struct Style: OptionSet, Sendable {
    let rawValue: UInt8
    static let strong = Style(rawValue: 1)
    static let emphasis = Style(rawValue: 2)
  }

  /// The target of a link, with its offset in the text in UTF-8 bytes.
  struct Link: Sendable {
    let href: String
    let offset: Int
  }

  /// A mistake, at an offset in UTF-8 bytes.
  struct Fault: Error {
    let code: FindingCode
    let problem: String
    /// The suggestion with its separator.
    let remedy: String
    let offset: Int
  }

  /// The maximum nesting of lists.
  static let maxDepth = 3
  /// The maximum number of reported faults. Each fault is located by a scan of the text.
  static let maxFaults = 20
  /// The maximum number of links. Each deep link is located by a scan of the text.
  static let maxLinks = 100

  let blocks: [Block]
  let links: [Link]
  let faults: [Fault]

  /// Parses a text in time linear in its length.
  ///
  /// - Parameter opaque: The placeholders and quoted texts of the text as a template.
  init(_ text: String, _ opaque: [Template.Opaque] = []) {
    var reader = MarkdownReader(MarkdownSource(text, opaque))
    reader.read()
    (blocks, links) = (reader.blocks, reader.links)
    faults = reader.faults
  }
}

/// The bytes of a formatted text, with one mark in place of each placeholder and quoted text.
struct MarkdownSource {
  /// The mark of a placeholder or quoted text. UTF-8 does not contain this byte.
  static let mark: UInt8 = 0xFF

  let bytes: [UInt8]
  private let opaque: [Template.Opaque]
  /// The index in `bytes` of each mark.
  private let marks: [Int]

  init(_ text: String, _ opaque: [Template.Opaque]) {
    let utf8 = Array(text.utf8)
    var (bytes, marks, end) = ([UInt8](), [Int](), 0)
    bytes.reserveCapacity(utf8.count)
    for each in opaque {
      bytes += utf8[end..<each.range.lowerBound]
      marks.append(bytes.count)
      bytes.append(Self.mark)
      end = each.range.upperBound
    }
    bytes += utf8[end...]
    (self.bytes, self.marks) = (bytes, marks)
    self.opaque = opaque
  }

  /// Returns the placeholder or quoted text of the mark at an index.
  func part(at place: Int) -> Template.Part { opaque[marksBefore(place)].part }

  /// Returns the offset in the text of a byte.
  func offset(of place: Int) -> Int {
    let count = marksBefore(place)
    guard count > 0 else { return place }
    return opaque[count - 1].range.upperBound + place - marks[count - 1] - 1
  }

  /// Returns the number of marks before an index, by binary search.
  private func marksBefore(_ place: Int) -> Int {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
