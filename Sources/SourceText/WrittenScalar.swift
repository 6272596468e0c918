extension Location {
  /// Returns the position in the file of the UTF-8 byte `offset` of a decoded scalar that starts at
  /// this position.
  ///
  /// Returns this position if the file has no such line.
  package func inside(_ scalar: String, offset: Int) -> Location {
    guard let written = WrittenScalar(at: self) else { return self }
    let index = String(decoding: scalar.utf8.prefix(offset), as: UTF8.self).unicodeScalars.count
    return written.location(of: index, in: Array(scalar.unicodeScalars))
  }
}

/// A cursor in the source of a scalar, with quotes, escapes and line breaks.
///
/// It counts only characters that are not blank, because line folding changes only blanks. The same
/// scan therefore handles plain, quoted and block scalars.
private struct WrittenScalar {
  private enum Style { case plain, single, double }

  private let file: SourceFile
  private let style: Style
  private var line: Int
  private var scalars: [Unicode.Scalar]
  private var place: Int

  /// Starts at the scalar at a position, after its tags and anchors. Returns nil if the file has no
  /// such position.
  init?(at location: Location) {
    guard let text = location.text else { return nil }
    file = location.file
    line = location.line
    scalars = Array(text.unicodeScalars)
    place = location.column - 1
    guard place <= scalars.count else { return nil }
    while place < scalars.count, scalars[place] == "!" || scalars[place] == "&" {
      while place < scalars.count, !Self.isBlank(scalars[place]) { place += 1 }
      while place < scalars.count, Self.isBlank(scalars[place]) { place += 1 }
    }
    switch place < scalars.count ? scalars[place] : " " {
    case "\"": (style, place) = (.double, place + 1)
    case "'": (style, place) = (.single, place + 1)
    case "|", ">":
      style = .plain
      _ = nextLine()
    default: style = .plain
    }
  }

  /// Returns the position of the character `index` of the decoded text.
  func location(of index: Int, in text: [Unicode.Scalar]) -> Location {
    let before = text.prefix(index)
    var walker = self
    var end = here
    var solid = before.count { !Self.isBlank($0) }
    while solid > 0 {
      guard let isBlank = walker.step() else { return end }
      if !isBlank {
        solid -= 1
        end = walker.here
      }
    }
    if index < text.count, !Self.isBlank(text[index]) {
      var start = walker.here
      while let isBlank = walker.step() {
        if !isBlank { return start }
        start = walker.here
      }
      return end
    }
    for _ in before.reversed().prefix(while: Self.isBlank) where walker.step() == true && walker.line == end.line {
      end = walker.here
    }
    return end
  }

  private var here: Location { Location(file: file, line: line, column: place + 1) }

  /// Advances by one character of the text. Returns true if it is blank; nil at the end of the
  /// file.
  private mutating func step() -> Bool? {
    guard place < scalars.count else { return nextLine() ? true : nil }
    let scalar = scalars[place]
    switch style {
    case .double where scalar == "\\": return escape()
    case .single where scalar == "'": place += 2
    default: place += 1
    }
    return Self.isBlank(scalar)
  }

  /// Advances past an escape. An escaped line break joins two lines and adds no character.
  private mutating func escape() -> Bool? {
    guard place + 1 < scalars.count else { return nextLine() ? true : nil }
    let digits = ["x": 2, "u": 4, "U": 8][scalars[place + 1]] ?? 0
    let code = scalars[min(place + 2, scalars.count)...].prefix(digits)
    let value = UInt32(String(String.UnicodeScalarView(code)), radix: 16).flatMap(Unicode.Scalar.init)
    let letter = scalars[place + 1]
    place = min(place + 2 + digits, scalars.count)
    return digits > 0 ? value.map(Self.isBlank) ?? false : "ntr \t".unicodeScalars.contains(letter)
  }

  private mutating func nextLine() -> Bool {
    let lines = file.lines
    guard lines.indices.contains(line) else { return false }
    scalars = Array(lines[line].unicodeScalars)
    line += 1
    place = 0
    return true
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }
}
