import JSON

/// A pattern that shapes a text while it is typed:
/// - `#` is a digit and `@` a letter, which people enter;
/// - a character after `\` is drawn and part of the value;
/// - any other character is drawn and no part of the value.
struct Mask: Sendable {
  /// A character of the value.
  enum Place: Sendable, Equatable {
    /// A digit that is entered.
    case digit
    /// A letter that is entered.
    case letter
    /// A character that the mask gives.
    case given(Unicode.Scalar)
  }

  /// The reason why nothing that the mask lets in can be right.
  enum Fault: Error, Equatable {
    /// The mask takes no character.
    case takesNothing
    /// The mask ends with `\`.
    case openEscape
    /// The text's type does not allow the characters at this place of the value.
    case characters(Place)
    /// The values, whose lengths are in this range, are longer or shorter than the rules want.
    case lengths(ClosedRange<Int>)
    /// The pattern matches no value.
    case pattern
  }

  /// The most scalars of a mask's value and a pattern together that are compared; longer ones count as right.
  private static let longest = 1000

  /// The characters of a complete value.
  let places: [Place]

  /// Reads a mask; throws `Fault` if nothing could be entered or it ends with `\`.
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

  /// The lengths that a value may have: an incomplete one ends with a character that was entered.
  var lengths: [Int] {
    guard let last = places.lastIndex(where: \.isEntered) else { return [] }
    return places.indices.filter { places[$0].isEntered && $0 < last }.map { $0 + 1 } + [places.count]
  }

  /// True if the mask puts characters of its own into the value.
  var givesCharacters: Bool { !places.allSatisfy(\.isEntered) }

  /// Returns the complete value for the entered characters; nil if the mask does not take them, or takes more.
  func filled(with entered: String) -> String? {
    var rest = entered.unicodeScalars[...]
    var value = String.UnicodeScalarView()
    for place in places {
      switch (place, rest.first) {
      case (.given(let scalar), _): value.append(scalar)
      case (.digit, let scalar?) where scalar >= "0" && scalar <= "9",
        (.letter, let scalar?) where scalar.properties.isAlphabetic:
        value.append(scalar)
        rest.removeFirst()
      default: return nil
      }
    }
    return rest.isEmpty ? String(value) : nil
  }

  /// Throws `Fault` in these cases:
  /// - the mask has a character that `allows` refuses;
  /// - no value of it has a length in the range and matches the pattern.
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
  /// True if a person enters the character.
  var isEntered: Bool {
    if case .given = self { return false }
    return true
  }
}

extension Mask.Fault: CustomStringConvertible {
  /// The fault as an author reads it.
  var description: String {
    switch self {
    case .takesNothing: #"`mask` accepts no input: use `#` for a digit, `@` for a letter"#
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
