// Formatting of other Markdown dialects. It is refused, because a text must not look different from
// the author's intention.

extension MarkdownSpans {
  /// Returns the fault of formatting that begins at the current byte; nil for a literal character.
  func unsupported(_ byte: UInt8) -> Markdown.Fault? {
    let next = self.byte(at: place + 1)
    switch byte {
    case UInt8(ascii: "!") where next == UInt8(ascii: "["):
      return fault(
        "an image is not supported in a formatted text", remedy: ": use an `image` atom, or write `\\!` for the sign",
        at: place)
    case UInt8(ascii: "`"):
      return fault("code is not supported", remedy: ": remove the backticks, or write `\\` before them", at: place)
    case UInt8(ascii: "~") where next == UInt8(ascii: "~"):
      return fault("struck text is not supported", remedy: "; write `\\~` for the sign", at: place)
    case UInt8(ascii: "<"): return next.flatMap(tag)
    case UInt8(ascii: "&"): return entity()
    default: return nil
    }
  }

  /// Returns the fault of an HTML tag or an address in `< >`; nil for a literal `<`.
  private func tag(before next: UInt8) -> Markdown.Fault? {
    guard Self.isLetter(next) || [UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?")].contains(next) else {
      return nil
    }
    let name = content.bytes[(place + 1)...].prefix { Self.isLetter($0) }
    let isAddress = byte(at: place + 1 + name.count) == UInt8(ascii: ":")
    return isAddress
      ? fault("an address in `< >` is not supported", remedy: ": write [text](address)", at: place)
      : fault(
        "HTML is not supported", remedy: ": write `**strong**`, `*emphasis*`, a list or a link, or `\\<` for the sign",
        at: place)
  }

  /// Returns the fault of an HTML entity such as `&nbsp;`; nil for a literal `&`.
  private func entity() -> Markdown.Fault? {
    let rest = content.bytes[(place + 1)...].prefix(Self.longestEntity)
    let name = rest.prefix { Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: "#") }
    guard let first = name.first, Self.isLetter(first) || first == UInt8(ascii: "#"), name.count > 1,
      rest.dropFirst(name.count).first == UInt8(ascii: ";")
    else { return nil }
    return fault(
      "the HTML entity `&\(String(decoding: name, as: UTF8.self));` is not supported",
      remedy: ": write the character itself, or `\\&` for the sign", at: place)
  }

  private static let longestEntity = 32

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension MarkdownReader {
  /// The lines that a fault makes unreadable, so that they are not reported too.
  enum Skipped: Equatable {
    /// None.
    case nothing
    /// The lines up to the next empty line or item.
    case paragraph
    /// The lines up to a line that begins with these three characters.
    case fence(UInt8)
  }

  /// Returns the problem, the remedy and the following unreadable lines of a line in an unsupported
  /// form; nil for other lines.
  func unsupported(_ line: Line, inParagraph isInParagraph: Bool) -> (String, String, Skipped)? {
    let text = source.bytes[line.start..<line.end]
    guard let first = text.first else { return nil }
    switch first {
    case UInt8(ascii: ">"):
      return ("a quotation is not supported", ": write a paragraph, or `\\>` for the sign", .paragraph)
    case UInt8(ascii: "|"):
      return ("a table is not supported", ": write a list, or `\\|` for the sign", .paragraph)
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      guard text.prefix(3).count == 3, text.prefix(3).allSatisfy({ $0 == first }) else { break }
      return ("a code block is not supported", ": write a paragraph", .fence(first))
    case UInt8(ascii: "="):
      guard isInParagraph, text.allSatisfy({ $0 == first }) else { break }
      return ("a heading by a line of `=` is not supported", ": write `# ` before the heading", .nothing)
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"):
      let count = text.count { $0 == first }
      guard text.allSatisfy({ $0 == first || Self.isBlank($0) }), count > 1 else { break }
      if first == UInt8(ascii: "-"), isInParagraph, count == text.count {
        return ("a heading by a line of `-` is not supported", ": write `## ` before the heading", .nothing)
      }
      if count > 2 { return ("a dividing line is not supported", ": begin a new paragraph or a heading", .nothing) }
    default: break
    }
    if isInParagraph, Self.isDelimiterRow(text) { return ("a table is not supported", ": write a list", .paragraph) }
    guard line.indent >= 4, !isInParagraph, !isInList else { return nil }
    return ("four spaces begin a code block, which is not supported", ": remove the spaces", .paragraph)
  }

  /// Returns true for the second line of a table, such as `--- | ---`.
  private static func isDelimiterRow(_ text: ArraySlice<UInt8>) -> Bool {
    text.contains(UInt8(ascii: "|")) && text.contains(UInt8(ascii: "-"))
      && text.allSatisfy { [UInt8(ascii: "|"), UInt8(ascii: "-"), UInt8(ascii: ":")].contains($0) || isBlank($0) }
  }
}
