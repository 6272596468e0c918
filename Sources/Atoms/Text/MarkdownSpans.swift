import SourceText

/// The text of a paragraph, heading or item without the indentation of its lines.
struct MarkdownContent {
  private(set) var bytes: [UInt8] = []
  /// The index in the source of each byte.
  private(set) var places: [Int] = []

  /// Appends a line after a line feed.
  mutating func append(_ line: Range<Int>, of source: MarkdownSource) {
    if !bytes.isEmpty {
      bytes.append(UInt8(ascii: "\n"))
      places.append(line.lowerBound)
    }
    bytes += source.bytes[line]
    places += line
  }
}

/// A parser for the formatting in one paragraph, heading or item.
///
/// Delimiters are at most two deep, so the parser has no recursion.
struct MarkdownSpans {
  /// An open `*`, `**`, `***` or the same with `_`.
  private struct Delimiter {
    let byte: UInt8
    /// 1 for emphasis, 2 for strong text, 3 for both.
    var length: Int
    let place: Int

    var style: Markdown.Style { length == 1 ? .emphasis : length == 2 ? .strong : [.strong, .emphasis] }
    var text: String { String(repeating: Character(Unicode.Scalar(byte)), count: length) }
  }

  /// A link whose text is being read.
  private struct OpenLink {
    let place: Int
    /// The number of spans before the link.
    let spans: Int
    /// The number of delimiters that are open around the link.
    let delimiters: Int
  }

  let source: MarkdownSource
  let content: MarkdownContent
  /// The index in `content` of the next byte.
  var place = 0
  private(set) var spans: [Markdown.Span] = []
  private(set) var links: [Markdown.Link] = []
  private var literal: [UInt8] = []
  private var parts: [Template.Part] = []
  private var open: [Delimiter] = []
  private var link: OpenLink?

  init(_ content: MarkdownContent, of source: MarkdownSource) { (self.content, self.source) = (content, source) }

  /// Reads the whole content. Throws its first fault.
  mutating func read() throws(Markdown.Fault) {
    while let byte = byte(at: place) {
      switch byte {
      case UInt8(ascii: "\\"): try readEscape()
      case UInt8(ascii: "*"), UInt8(ascii: "_"): try readDelimiters(byte)
      case UInt8(ascii: "["): try beginLink()
      case UInt8(ascii: "]") where link != nil: try endLink()
      case UInt8(ascii: "\n"): put(UInt8(ascii: " "))
      case MarkdownSource.mark:
        flushLiteral()
        parts.append(source.part(at: content.places[place]))
        place += 1
      default:
        if let fault = unsupported(byte) { throw fault }
        put(byte)
      }
    }
    if let link { throw unclosedLink(at: link.place) }
    if let first = open.first { throw unclosed(first) }
    flushSpan()
  }

  // MARK: - Characters

  func byte(at place: Int) -> UInt8? { content.bytes.indices.contains(place) ? content.bytes[place] : nil }

  /// Returns a fault at a byte of the content.
  func fault(_ problem: String, remedy: String, at place: Int) -> Markdown.Fault {
    let origin =
      content.places.indices.contains(place) ? content.places[place] : content.places.last.map { $0 + 1 } ?? 0
    return Markdown.Fault(
      code: .markdownSyntax, problem: problem, remedy: remedy, offset: source.offset(of: origin))
  }

  private mutating func put(_ byte: UInt8) {
    literal.append(byte)
    place += 1
  }

  private mutating func readEscape() throws(Markdown.Fault) {
    guard let next = byte(at: place + 1) else { return put(UInt8(ascii: "\\")) }
    if next == UInt8(ascii: "\n") {
      throw fault("a line break in a paragraph is not supported", remedy: ": begin a new paragraph", at: place)
    }
    guard Self.isPunctuation(next) else { return put(UInt8(ascii: "\\")) }
    place += 1
    put(next)
  }

  static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  private mutating func flushLiteral() {
    if !literal.isEmpty { parts.append(.text(String(decoding: literal, as: UTF8.self))) }
    literal = []
  }

  /// Ends the current span before a change of style.
  private mutating func flushSpan() {
    flushLiteral()
    if !parts.isEmpty {
      spans.append(Markdown.Span(parts: parts, style: open.reduce(into: []) { $0.formUnion($1.style) }, href: nil))
    }
    parts = []
  }

  // MARK: - Strong text and emphasis

  /// Reads a run of `*` or `_`, which closes or opens styles, or is literal.
  private mutating func readDelimiters(_ byte: UInt8) throws(Markdown.Fault) {
    let start = place
    var end = start
    while self.byte(at: end) == byte { end += 1 }
    let (before, after) = (neighbor(before: start), neighbor(after: end))
    let isName = byte == UInt8(ascii: "_")
    let canClose = before != .blank && !(isName && after == .word)
    let canOpen = after != .blank && !(isName && before == .word)
    let run = Delimiter(byte: byte, length: end - start, place: start)
    guard canOpen || canClose else {
      if run.length > 1, before == .blank {
        throw fault(
          "`\(run.text)` has spaces on both sides", remedy: ": write it next to the word, or \(Self.escaped(run.text))",
          at: start)
      }
      while place < end { put(byte) }
      return
    }
    guard run.length <= 3 else {
      throw fault(
        "`\(run.text)` is not supported", remedy: ": write `**strong**`, `*emphasis*` or `***both***`", at: start)
    }
    flushSpan()
    var rest = run
    while rest.length > 0, canClose, close(&rest) {}
    if rest.length > 0 {
      guard rest.length == run.length || canOpen else {
        throw fault(
          "two styles overlap at `\(run.text)`", remedy: ": close the inner style before the outer one", at: start)
      }
      guard canOpen else { throw unmatched(rest) }
      try begin(rest)
    }
    place = end
  }

  /// Closes the innermost style if the run has enough characters. Returns false otherwise.
  private mutating func close(_ run: inout Delimiter) -> Bool {
    guard open.count > link?.delimiters ?? 0, let last = open.last, last.byte == run.byte,
      last.length <= run.length || last.length == 3
    else { return false }
    let closed = min(last.length, run.length)
    open[open.count - 1].length -= closed
    run.length -= closed
    if open[open.count - 1].length == 0 { open.removeLast() }
    return true
  }

  private mutating func begin(_ run: Delimiter) throws(Markdown.Fault) {
    let styles = open.reduce(into: Markdown.Style()) { $0.formUnion($1.style) }
    guard styles.isDisjoint(with: run.style) else {
      let isAfterBlank = neighbor(before: run.place) == .blank
      throw fault(
        "`\(run.text)` is inside of the same style",
        remedy: isAfterBlank
          ? ": to close the style, remove the space before it"
          : ": close the style first, or write \(Self.escaped(run.text))",
        at: run.place)
    }
    open.append(run)
  }

  /// Returns the fault of a run that closes no style.
  private func unmatched(_ run: Delimiter) -> Markdown.Fault {
    if open.count > link?.delimiters ?? 0, let last = open.last {
      return fault(
        "`\(last.text)` is not closed before `\(run.text)`",
        remedy: ": close it first, or write \(Self.escaped(last.text))",
        at: last.place)
    }
    return fault(
      "`\(run.text)` closes nothing", remedy: "; write \(Self.escaped(run.text)) for the sign", at: run.place)
  }

  private func unclosed(_ open: Delimiter) -> Markdown.Fault {
    fault(
      "`\(open.text)` is not closed",
      remedy: ": write `\(open.text)` directly after the last word, or \(Self.escaped(open.text)) for the sign",
      at: open.place)
  }

  /// Returns the notation of literal characters, in backticks.
  private static func escaped(_ text: String) -> String { "`\(text.map { "\\\($0)" }.joined())`" }

  /// A class of the character next to a delimiter.
  private enum Neighbor { case blank, word, other }

  private func neighbor(before place: Int) -> Neighbor {
    var start = place - 1
    while start > 0, content.bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start < 0 ? .blank : Self.neighbor(content.bytes[start..<place])
  }

  private func neighbor(after place: Int) -> Neighbor {
    guard place < content.bytes.count else { return .blank }
    var end = place + 1
    while end < content.bytes.count, content.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return Self.neighbor(content.bytes[place..<end])
  }

  private static func neighbor(_ character: ArraySlice<UInt8>) -> Neighbor {
    if character.first == MarkdownSource.mark { return .word }
    guard let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first else { return .blank }
    if scalar.properties.isWhitespace { return .blank }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? .word : .other
  }

  // MARK: - Links

  private mutating func beginLink() throws(Markdown.Fault) {
    if link != nil {
      throw fault("a link cannot contain a link", remedy: "; write `\\[` for a bracket", at: place)
    }
    flushSpan()
    link = OpenLink(place: place, spans: spans.count, delimiters: open.count)
    place += 1
  }

  /// Reads `](address)`.
  private mutating func endLink() throws(Markdown.Fault) {
    guard let link else { return }
    guard byte(at: place + 1) == UInt8(ascii: "(") else { throw unclosedLink(at: link.place) }
    if open.count > link.delimiters { throw unclosed(open[link.delimiters]) }
    flushSpan()
    guard spans.count > link.spans else {
      throw fault("the link has no text", remedy: ": write [text](address)", at: link.place)
    }
    place += 2
    let start = place
    let href = try readAddress(ofLinkAt: link.place)
    for index in link.spans..<spans.count { spans[index].href = href }
    links.append(Markdown.Link(href: href, offset: source.offset(of: content.places[start])))
    self.link = nil
  }

  private func unclosedLink(at place: Int) -> Markdown.Fault {
    fault("`[` begins a link, which is written as [text](address)", remedy: "; write `\\[` for a bracket", at: place)
  }
}
