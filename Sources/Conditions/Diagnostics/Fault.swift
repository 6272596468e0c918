/// One fault in a condition's text: its source range and a message.
///
///     1:5: unknown function `lenght`, did you mean `length`?
///       a > lenght(b)
///           ^~~~~~
public struct Fault: Error, Sendable, Hashable {
  /// The source range as UTF-8 offsets; empty if something is missing.
  public let range: Range<Int>
  /// The problem, with the expected text and a suggestion if there is one.
  public let message: String
  /// The kind of the fault, independent of the wording.
  public let code: Code
  /// The length in UTF-8 bytes of the suggestion at the end of the message, with its separator.
  private let remedyLength: Int

  /// The kind of a fault. Later versions can add kinds.
  public enum Code: String, Sendable, Hashable {
    /// The text is not a condition.
    case syntax
    /// A value has the wrong type, or a function the wrong arguments.
    case type
    /// A variable, function or bare word is not known.
    case unknownName
    /// A record or option does not have the field.
    case unknownField
    /// A name has two meanings.
    case ambiguousName
    /// The text is too deep or too long.
    case limit
  }

  /// Creates a fault at that source range.
  public init(range: Range<Int>, message: String, code: Code = .syntax) {
    self.init(range: range, message, as: code)
  }

  /// Creates a fault.
  ///
  /// - Parameter remedy: The suggestion with its separator, such as ", did you mean `$sum`?".
  package init(range: Range<Int>, _ problem: String, remedy: String = "", as code: Code) {
    self.range = range
    message = problem + remedy
    self.code = code
    remedyLength = remedy.utf8.count
  }

  /// The suggestion at the end of the message, such as "did you mean `$sum`?"; nil if there is
  /// none.
  public var remedy: String? { remedyLength == 0 ? nil : String(ending.drop { " ,;:.".contains($0) }) }

  /// The message without the suggestion.
  package var problem: String { String(decoding: message.utf8.dropLast(remedyLength), as: UTF8.self) }
  /// The suggestion with its separator, or an empty text.
  package var ending: String { String(decoding: message.utf8.suffix(remedyLength), as: UTF8.self) }
}

/// The faults of one condition, in source order; never empty.
///
/// If there are more than 20 faults, the list contains the first 20 and a last fault with the
/// number of the others.
///
///     do {
///       _ = try Condition("lenght(name) > 1")
///     } catch {
///       print(error)
///       // 1:1: unknown function `lenght`, did you mean `length`?
///       //   lenght(name) > 1
///       //   ^~~~~~
///     }
public struct Faults: Error, Sendable, Hashable {
  /// The source text.
  public let text: String
  /// The faults, sorted by source range.
  public let all: [Fault]

  /// Maximum number of faults reported for one text.
  static let maximum = 20

  /// Sorts the faults of the text; `more` is the number of further faults that were only counted.
  init(text: String, _ faults: [Fault], more: Int = 0) {
    self.text = text
    let sorted = faults.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    guard more > 0, let last = sorted.last else {
      all = sorted
      return
    }
    let rest = "and \(more) more fault\(more == 1 ? "" : "s") in this text"
    all = sorted + [Fault(range: last.range, message: rest, code: last.code)]
  }
}

extension Faults: CustomStringConvertible {
  /// All faults, each with its line of text and carets.
  public var description: String { all.map { $0.rendered(in: text) }.joined(separator: "\n") }
}

extension Faults: RandomAccessCollection {
  /// The index of the first fault.
  public var startIndex: Int { all.startIndex }
  /// The index after the last fault.
  public var endIndex: Int { all.endIndex }
  /// The fault at that index.
  public subscript(place: Int) -> Fault { all[place] }
}

// MARK: Rendering

extension Fault {
  /// Returns the line and column of the fault, from 1; columns count Unicode scalars.
  ///
  /// - Parameter text: The text with the fault.
  public func position(in text: String) -> (line: Int, column: Int) {
    let (line, start) = lineStart(in: Array(text.utf8))
    let before = text.utf8.dropFirst(start).prefix(range.lowerBound - start)
    return (line, 1 + before.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) })
  }

  /// Returns the position and message, the line of the text, and carets under the source range.
  ///
  /// If the line has more than 100 characters, only 90 characters around the fault are shown.
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

  /// Returns the fault's line number, from 1, and the UTF-8 offset of the line.
  private func lineStart(in bytes: [UInt8]) -> (line: Int, start: Int) {
    let before = bytes[..<min(range.lowerBound, bytes.count)]
    let line = 1 + before.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (line, start)
  }
}

/// The line shown above the carets, shortened to the part around the fault if it is long.
private struct Excerpt {
  /// The line or its part, with `…` for omitted text and a space for each control character.
  let text: String
  /// The spaces before the first caret.
  let margin: String
  /// The number of characters from the fault to the end of the excerpt, at least 1.
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

// MARK: Suggestions

/// A search for the known name that is nearest to a misspelt one.
///
///     Suggestion.text(for: "lenght", among: ["length"])  // ", did you mean `length`?"
package enum Suggestion {
  /// Returns the end of a message, such as ", did you mean `length`?"; empty if no name is near.
  ///
  /// - Parameter prefix: The sign before every name, such as `$`.
  package static func text(for name: String, among names: some Sequence<String>, prefix: String = "") -> String {
    nearest(to: name, among: names).map { ", did you mean `\(prefix)\($0)`?" } ?? ""
  }

  /// Returns the name with the smallest edit distance; the first in alphabetical order if several
  /// have it.
  ///
  /// - Only the first 64 characters count, and case is ignored.
  /// - The distance is at most a third of the misspelt name's length, or 1 if that is more.
  /// - Returns nil if no name is within that distance.
  static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    allNearest(to: name, among: names).first
  }

  /// Returns the only name with these words at its end, otherwise the only one with them elsewhere.
  ///
  /// Words begin with a capital or follow a `_`: `payerName` has `name` at its end.
  static func part(_ name: String, of names: some Sequence<String>) -> String? {
    let wanted = words(of: name)
    guard let first = wanted.first, !first.isEmpty else { return nil }
    let candidates = Set(names).map { (name: $0, words: words(of: $0)) }.filter { $0.words.count > wanted.count }
    let atEnd = candidates.filter { $0.words.suffix(wanted.count) == wanted[...] }
    let found = atEnd.isEmpty ? candidates.filter { $0.words.contains(wanted) } : atEnd
    return found.count == 1 ? found[0].name : nil
  }

  private static func words(of name: String) -> [String] {
    var words = [""]
    for letter in name {
      if letter == "_" || letter.isUppercase, words.last != "" { words.append("") }
      if letter != "_" { words[words.count - 1] += letter.lowercased() }
    }
    return words
  }

  /// Returns all names with the smallest edit distance, in alphabetical order.
  static func allNearest(to name: String, among names: some Sequence<String>) -> [String] {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(64))
    let limit = max(1, wanted.count / 3)
    var (best, minimum) = ([String](), Int.max)
    for candidate in names.sorted() where candidate != name {
      let letters = Array(candidate.lowercased().unicodeScalars.prefix(64))
      guard abs(letters.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, letters)
      guard distance <= limit, distance < letters.count, distance <= minimum else { continue }
      best = (distance < minimum ? [] : best) + [candidate]
      minimum = distance
    }
    return best
  }

  /// Returns the number of insertions, deletions, substitutions and swaps of adjacent characters.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(previous[j] + (a[i] == b[j] ? 0 : 1), previous[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      (before, previous) = (previous, row)
    }
    return previous[b.count]
  }
}
