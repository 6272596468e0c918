extension Fault {
  /// The line and column, both from 1, at which the fault begins in its condition's text; columns count Unicode scalars.
  public func position(in text: String) -> (line: Int, column: Int) {
    let (line, start) = lineStart(in: Array(text.utf8))
    let before = text.utf8.dropFirst(start).prefix(range.lowerBound - start)
    return (line, 1 + before.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) })
  }

  /// The fault for a person: position and message, the line, and carets under the faulty stretch.
  ///
  ///     1:5: unknown function `lenght`, did you mean `length`?
  ///       a > lenght(b)
  ///           ^~~~~~
  public func rendered(in text: String) -> String {
    let bytes = Array(text.utf8)
    let (_, start) = lineStart(in: bytes)
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let (line, column) = position(in: text)
    let excerpt = Excerpt(line: String(decoding: bytes[start..<end], as: UTF8.self), column: column)
    let length = String(decoding: bytes[range.clamped(to: start..<end)], as: UTF8.self).unicodeScalars.count
    let under = "^" + String(repeating: "~", count: max(0, min(length, excerpt.room) - 1))
    return "\(line):\(column): \(message)\n  \(excerpt.text)\n  \(excerpt.margin)\(under)"
  }

  /// The number of the line that holds the fault, and the offset at which that line begins.
  private func lineStart(in bytes: [UInt8]) -> (line: Int, start: Int) {
    let before = bytes[..<min(range.lowerBound, bytes.count)]
    let line = 1 + before.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (line, start)
  }
}

/// The part of a line that is shown above a caret: all of a short line, else the surroundings of the fault.
private struct Excerpt {
  /// The line or its part, with `…` where something is left out; tabs and other control characters as blanks.
  let text: String
  /// What stands under the text before the caret.
  let margin: String
  /// How many characters stand from the fault to the end of the excerpt, at least 1.
  let room: Int

  init(line: String, column: Int) {
    let scalars = Array(line.unicodeScalars)
    let first = scalars.count <= 100 ? 0 : max(0, min(column - 1 - 40, scalars.count - 90))
    let last = scalars.count <= 100 ? scalars.count : min(scalars.count, first + 90)
    var shown = String.UnicodeScalarView()
    for scalar in scalars[first..<last] { shown.append(scalar.value < 0x20 ? " " : scalar) }
    text = (first > 0 ? "…" : "") + String(shown) + (last < scalars.count ? "…" : "")
    margin = String(repeating: " ", count: max(0, column - 1 - first) + (first > 0 ? 1 : 0))
    room = max(1, last - (column - 1))
  }
}
