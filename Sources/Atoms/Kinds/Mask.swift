import JSON

/// How a text is drawn while it is typed: `#` is a digit, `@` a letter, a character after `\` is drawn and part of the value,
/// any other one is drawn and no part of it.
struct Mask: Sendable {
  /// A character of the value.
  enum Place: Sendable, Equatable {
    /// A digit that is entered.
    case digit
    /// A letter that is entered.
    case letter
    /// One that the mask gives.
    case given(Unicode.Scalar)
  }

  /// Why nothing that the mask lets in can be right.
  enum Fault: Error, Equatable {
    /// It takes no character.
    case takesNothing
    /// It ends with `\`.
    case openEscape
    /// The kind of text has none of the characters at this place of the value.
    case characters(Place)
    /// Values are longer or shorter than the rules want.
    case lengths(ClosedRange<Int>)
    /// The pattern matches no value.
    case pattern
  }

  /// The most scalars of a mask or pattern that are judged together; a longer one counts as right.
  private static let longest = 1000

  /// The value's characters when it is complete.
  let places: [Place]

  /// Reads a mask; throws where nothing could be entered.
  init(_ text: String) throws(Fault) {
    var (places, isEscaped) = ([Place](), false)
    for scalar in text.unicodeScalars {
      switch (scalar, isEscaped) {
      case ("\\", false): isEscaped = true
      case (_, true): (places, isEscaped) = (places + [.given(scalar)], false)
      case ("#", false): places.append(.digit)
      case ("@", false): places.append(.letter)
      default: break
      }
    }
    if isEscaped { throw .openEscape }
    if !places.contains(where: \.isEntered) { throw .takesNothing }
    self.places = places
  }

  /// How many characters a value may have: one that is incomplete ends with a character that was entered.
  var lengths: [Int] {
    guard let last = places.lastIndex(where: \.isEntered) else { return [] }
    return places.indices.filter { places[$0].isEntered && $0 < last }.map { $0 + 1 } + [places.count]
  }

  /// Throws where the mask has a character that is not allowed, and where no value of it is as long as the range says and
  /// matches the pattern.
  func judge(
    _ range: ClosedRange<Int>, pattern: String?, allows: (Place) -> Bool = { _ in true }
  ) throws(Fault) {
    if let strange = places.first(where: { !allows($0) }) { throw .characters(strange) }
    let found = lengths.filter(range.contains)
    if found.isEmpty { throw .lengths((lengths.first ?? 0)...(lengths.last ?? 0)) }
    guard let pattern, places.count + pattern.unicodeScalars.count <= Self.longest,
      let ends = PatternWalk.ends(of: pattern, over: places)
    else { return }
    if !found.contains(where: ends.contains) { throw .pattern }
  }
}

extension Mask.Place {
  /// Whether somebody enters it.
  var isEntered: Bool {
    if case .given = self { return false }
    return true
  }
}

extension Mask.Fault: CustomStringConvertible {
  /// The fault, as an author reads it.
  var description: String {
    switch self {
    case .takesNothing: #"`mask` takes no character: `#` is a digit that is entered, `@` a letter"#
    case .openEscape: #"`mask` ends with `\`, which makes the character behind it a part of the value"#
    case .characters(.given(let scalar)): #"`mask` puts `\#(scalar)` into the value, which `type` does not allow"#
    case .characters: #"`mask` takes letters with `@`, which `type` does not allow"#
    case .lengths(let lengths):
      #"`mask` gives \#(lengths.lowerBound) to \#(lengths.upperBound) characters, so that no value has the right length; "#
        + #"what it draws is no part of the value but behind a `\`"#
    case .pattern:
      #"`mask` gives no value that `pattern` matches; what it draws is no part of the value but behind a `\`"#
    }
  }
}
