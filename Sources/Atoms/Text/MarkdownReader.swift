import SourceText

/// A parser for the paragraphs, headings and lists of a formatted text.
///
/// It reads each line once and has no recursion. At most three lists are open at a time.
struct MarkdownReader {
  /// A line without its indentation and trailing blanks.
  struct Line {
    /// The index of the first character that is not blank.
    let start: Int
    let end: Int
    /// The width of the indentation. A tab extends it to the next multiple of four.
    let indent: Int
  }

  /// The sign of an item and the position of its text.
  private struct Marker {
    let isOrdered: Bool
    let number: Int
    /// The sign as written, without a number: `-` or `.`.
    let text: Line
  }

  /// A list whose items are being read.
  private struct OpenList {
    var list: Markdown.List
    /// The column of the signs.
    var column: Int
    /// The column of the text in the last item.
    var inner: Int
    /// True after a fault of nesting. Later faults of nesting and numbers are not reported.
    var isFaulty = false
  }

  let source: MarkdownSource
  private(set) var blocks: [Markdown.Block] = []
  private(set) var links: [Markdown.Link] = []
  private(set) var faults: [Markdown.Fault] = []
  private var lists: [OpenList] = []
  /// The paragraph or the text of the item that is being read.
  private var paragraph: MarkdownContent?
  private var skipped = Skipped.nothing

  var isInList: Bool { !lists.isEmpty }

  init(_ source: MarkdownSource) { self.source = source }

  /// Reads the whole text, or up to the maximum number of faults.
  mutating func read() {
    var place = 0
    while place < source.bytes.count, faults.count < Markdown.maxFaults {
      let end = source.bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.count
      read(line(place..<end))
      place = end + 1
    }
    endLists()
    if blocks.isEmpty, faults.isEmpty {
      report("the text is empty", remedy: ": write a paragraph, or remove `markdown`", at: 0)
    }
  }

  // MARK: - Lines

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private func line(_ range: Range<Int>) -> Line {
    var (start, end, indent) = (range.lowerBound, range.upperBound, 0)
    while start < end, Self.isBlank(source.bytes[start]) {
      indent = source.bytes[start] == UInt8(ascii: "\t") ? (indent / 4 + 1) * 4 : indent + 1
      start += 1
    }
    while end > start, Self.isBlank(source.bytes[end - 1]) { end -= 1 }
    return Line(start: start, end: end, indent: indent)
  }

  private mutating func read(_ line: Line) {
    if case .fence(let byte) = skipped {
      let text = source.bytes[line.start..<line.end]
      if text.count >= 3, text.prefix(3).allSatisfy({ $0 == byte }) { skipped = .nothing }
      return
    }
    if line.start == line.end {
      endParagraph()
      skipped = .nothing
      return
    }
    guard skipped == .nothing || marker(of: line) != nil else { return }
    skipped = .nothing
    if let (problem, remedy, rest) = unsupported(line, inParagraph: paragraph != nil) {
      endParagraph()
      skipped = rest
      return report(problem, remedy: remedy, at: line.start)
    }
    if let marker = marker(of: line), beginsItem(marker, at: line) {
      endParagraph()
      readItem(marker, at: line)
    } else if source.bytes[line.start] == UInt8(ascii: "#") {
      endParagraph()
      readHeading(line)
    } else {
      readText(line)
    }
  }

  private mutating func report(_ problem: String, remedy: String, at place: Int) {
    report(
      Markdown.Fault(code: .markdownSyntax, problem: problem, remedy: remedy, offset: source.offset(of: place)))
  }

  private mutating func report(_ fault: Markdown.Fault) {
    if faults.count < Markdown.maxFaults { faults.append(fault) }
  }

  // MARK: - Paragraphs and headings

  private mutating func readText(_ line: Line) {
    if paragraph == nil, isInList {
      if line.indent == 0 {
        endLists()
      } else {
        report("an item is one paragraph", remedy: ": begin the line without spaces to end the list", at: line.start)
      }
    }
    paragraph = paragraph ?? MarkdownContent()
    paragraph?.append(line.start..<line.end, of: source)
  }

  /// Ends the paragraph, which belongs to the last item of the innermost list if one is open.
  private mutating func endParagraph() {
    guard let content = paragraph else { return }
    paragraph = nil
    let spans = spans(of: content)
    if lists.isEmpty {
      blocks.append(.paragraph(spans))
    } else {
      let last = lists[lists.count - 1].list.items.count - 1
      lists[lists.count - 1].list.items[last].spans = spans
    }
  }

  private mutating func spans(of content: MarkdownContent) -> [Markdown.Span] {
    var reader = MarkdownSpans(content, of: source)
    do throws(Markdown.Fault) { try reader.read() } catch { report(error) }
    if links.count <= Markdown.maxLinks, links.count + reader.links.count > Markdown.maxLinks {
      let place = content.places.first ?? 0
      report(
        Markdown.Fault(
          code: .limit, problem: "a text has at most \(Markdown.maxLinks) links",
          remedy: ": write several `text` atoms", offset: source.offset(of: place)))
    }
    links += reader.links
    if reader.spans.count == 1 { return reader.spans }
    // A value that is the only part of a template is not isolated from its surroundings, and here
    // the other spans surround it.
    return reader.spans.map { span in
      var span = span
      if span.parts.count == 1 { span.parts.insert(.text(""), at: 0) }
      return span
    }
  }

  private mutating func readHeading(_ line: Line) {
    let level = source.bytes[line.start..<line.end].prefix { $0 == UInt8(ascii: "#") }.count
    var text = self.line(line.start + level..<line.end)
    guard text.start == text.end || text.start > line.start + level else {
      return report(
        "a space follows the `#` of a heading", remedy: ": write `# Heading`, or `\\#` for the sign", at: line.start)
    }
    if level > 2 {
      return report("there are two levels of headings", remedy: ": write `#` or `##`", at: line.start)
    }
    if isInList, line.indent > 0 {
      return report(
        "a heading is not allowed in an item", remedy: ": begin the line without spaces to end the list",
        at: line.start)
    }
    endLists()
    text = withoutClosing(text)
    guard text.start < text.end else {
      return report("the heading has no text", remedy: ": write `# Heading`, or `\\#` for the sign", at: line.start)
    }
    var content = MarkdownContent()
    content.append(text.start..<text.end, of: source)
    blocks.append(.heading(level: level, spans(of: content)))
  }

  /// Returns the text of a heading without a closing sequence such as ` ##`.
  private func withoutClosing(_ text: Line) -> Line {
    var end = text.end
    while end > text.start, source.bytes[end - 1] == UInt8(ascii: "#") { end -= 1 }
    guard end < text.end, end == text.start || Self.isBlank(source.bytes[end - 1]) else { return text }
    return line(text.start..<end)
  }

  // MARK: - Lists

  /// Returns the sign at the start of a line; nil if the line has none.
  private func marker(of line: Line) -> Marker? {
    let text = source.bytes[line.start..<line.end]
    guard let first = text.first else { return nil }
    var end = line.start + 1
    var number: Int?
    if ![UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+")].contains(first) {
      let digits = text.prefix(10).prefix { (0x30...0x39).contains($0) }
      end = line.start + digits.count + 1
      guard (1...9).contains(digits.count), end <= line.end,
        [UInt8(ascii: "."), UInt8(ascii: ")")].contains(source.bytes[end - 1])
      else { return nil }
      number = Int(String(decoding: digits, as: UTF8.self))
    }
    guard end == line.end || Self.isBlank(source.bytes[end]) else { return nil }
    let rest = self.line(end..<line.end)
    let column = line.indent + end - line.start
    let inner = rest.start == rest.end || rest.indent > 4 ? column + 1 : column + rest.indent
    return Marker(
      isOrdered: number != nil, number: number ?? 0, text: Line(start: rest.start, end: rest.end, indent: inner))
  }

  /// Returns false for a number that continues the text of a paragraph, such as `2026. `.
  private func beginsItem(_ marker: Marker, at line: Line) -> Bool {
    guard paragraph != nil, marker.isOrdered, marker.number != 1 else { return true }
    return lists.contains { $0.list.isOrdered && ($0.column..<$0.inner).contains(line.indent) }
  }

  private mutating func readItem(_ marker: Marker, at line: Line) {
    while lists.count > 1, line.indent < lists[lists.count - 1].column { endList() }
    // A copy of the list would be shared, so that each new item would copy all others.
    let last = lists.count - 1
    if isInList, line.indent < lists[last].inner {
      if line.indent > lists[last].column {
        reportNesting(
          "the item is neither in the list above nor nested in its last item",
          remedy: ": indent it by \(lists[last].column) or by \(lists[last].inner) spaces", at: line)
      }
      if lists[last].list.isOrdered == marker.isOrdered { return addItem(marker, at: line) }
      endList()
    } else if lists.count == Markdown.maxDepth {
      reportNesting(
        "lists are nested at most \(Markdown.maxDepth) deep", remedy: ": write this item in the list above", at: line)
      return addItem(marker, at: line)
    }
    lists.append(
      OpenList(
        list: Markdown.List(isOrdered: marker.isOrdered, items: []), column: line.indent, inner: marker.text.indent))
    addItem(marker, at: line)
  }

  /// Reports a fault of nesting in the innermost list, unless one was reported.
  private mutating func reportNesting(_ problem: String, remedy: String, at line: Line) {
    if !lists[lists.count - 1].isFaulty { report(problem, remedy: remedy, at: line.start) }
    lists[lists.count - 1].isFaulty = true
  }

  /// Adds an item to the innermost list, and begins its text.
  private mutating func addItem(_ marker: Marker, at line: Line) {
    let last = lists.count - 1
    let expected = lists[last].list.items.count + 1
    if marker.isOrdered, ![1, expected].contains(marker.number), !lists[last].isFaulty {
      report(
        "the item has the number \(marker.number), and clients show \(expected)",
        remedy: ": write `\(expected).`, or `\(marker.number)\\.` for a text", at: line.start)
    }
    if !lists[last].isFaulty { lists[last].column = line.indent }
    lists[last].inner = marker.text.indent
    lists[last].list.items.append(Markdown.Item(spans: []))
    let text = marker.text
    if text.start == text.end {
      report("the item has no text", remedy: ": write it after the sign, or remove the line", at: line.start)
    } else if let (problem, remedy, rest) = unsupported(text, inParagraph: false) {
      skipped = rest
      report(problem, remedy: remedy, at: text.start)
    } else if source.bytes[text.start] == UInt8(ascii: "#") {
      report("a heading is not allowed in an item", remedy: "; write `\\#` for the sign", at: text.start)
    } else if self.marker(of: text) != nil {
      report(
        "the text of an item begins with the sign of another item",
        remedy: ": write the nested item on the next line, indented by \(text.indent) spaces, or `\\` before the sign",
        at: text.start)
    } else {
      paragraph = MarkdownContent()
      paragraph?.append(text.start..<text.end, of: source)
    }
  }

  /// Ends the innermost list.
  private mutating func endList() {
    guard let ended = lists.popLast()?.list else { return }
    if lists.isEmpty {
      blocks.append(.list(ended))
    } else {
      let last = lists[lists.count - 1].list.items.count - 1
      lists[lists.count - 1].list.items[last].lists.append(ended)
    }
  }

  /// Ends the paragraph and all lists.
  private mutating func endLists() {
    endParagraph()
    while !lists.isEmpty { endList() }
  }
}
