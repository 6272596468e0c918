import JSON

/// A pattern that formats a text while it is typed:
/// - `#` is a digit and `@` a letter, which the person enters.
/// - A character after `\` is drawn and is part of the value.
/// - Any other character is drawn and is not part of the value.
struct Mask: Sendable {
  /// A character of the value.
  enum Place: Sendable, Equatable {
    /// A digit that the person enters.
    case digit
    /// A letter that the person enters.
    case letter
    /// A constant character from the mask.
    case given(Unicode.Scalar)
    /// Any character, in a text without a mask.
    case any
  }

  /// The reason why no value that the mask accepts can be valid.
  enum Fault: Error, Equatable {
    /// The mask accepts no input.
    case takesNothing
    /// The mask ends with `\`.
    case openEscape
    /// The text's type does not allow the characters at this position of the value.
    case characters(Place)
    /// No value of the mask has a length that the rules allow. The range is from its shortest to
    /// its longest value.
    case lengths(ClosedRange<Int>)
    /// No value of the mask matches the pattern.
    case pattern
  }

  /// The maximum number of scalars in the value and the pattern together. A longer combination is
  /// accepted without a check.
  private static let longest = 1000

  /// The characters of a complete value.
  let places: [Place]

  /// Parses a mask. Throws `Fault` if the mask accepts no input or ends with `\`.
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

  /// The possible lengths of a value. An incomplete value ends with an entered character.
  var lengths: [Int] {
    guard let last = places.lastIndex(where: \.isEntered) else { return [] }
    return places.indices.filter { places[$0].isEntered && $0 < last }.map { $0 + 1 } + [places.count]
  }

  /// True if the mask adds constant characters to the value.
  var givesCharacters: Bool { !places.allSatisfy(\.isEntered) }

  /// Returns a value as the mask draws it; nil if the value does not match the mask exactly.
  static func drawing(of value: String, through mask: String) -> String? {
    var rest = value.unicodeScalars[...]
    var (drawn, isEscaped) = (String.UnicodeScalarView(), false)
    for scalar in mask.unicodeScalars {
      let isPlace: Bool
      switch (scalar, isEscaped) {
      case ("\\", false):
        isEscaped = true
        continue
      case (_, true):
        guard rest.first == scalar else { return nil }
        (isPlace, isEscaped) = (true, false)
      case ("#", false):
        guard let digit = rest.first, digit >= "0", digit <= "9" else { return nil }
        isPlace = true
      case ("@", false):
        guard let letter = rest.first, letter.properties.isAlphabetic else { return nil }
        isPlace = true
      default: isPlace = false
      }
      drawn.append(isPlace ? rest.removeFirst() : scalar)
    }
    return rest.isEmpty ? String(drawn) : nil
  }

  /// Returns the complete value for the entered characters. Returns nil if they do not match the
  /// mask exactly.
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
  /// - `allows` rejects a character of the mask.
  /// - No value of the mask has a length in the range and matches the pattern.
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
  var isEntered: Bool {
    if case .given = self { return false }
    return true
  }
}

extension Mask.Fault: CustomStringConvertible {
  /// The fault as a message for the author.
  var description: String {
    switch self {
    case .takesNothing: #"`mask` accepts no input: use `#` for a digit, `@` for a letter"#
    case .openEscape: #"`mask` ends with `\`: add the character to include in the value"#
    case .characters(.given(let scalar)): #"`mask` puts `\#(scalar)` into the value, which `type` does not allow"#
    case .characters: #"`mask` accepts letters (`@`), which `type` does not allow"#
    case .lengths(let lengths):
      #"values of `mask` have \#(lengths.lowerBound) to \#(lengths.upperBound) characters, never the required length; "#
        + #"a drawn character is in the value only after a `\`"#
    case .pattern:
      #"`pattern` matches no value of `mask`; a drawn character is in the value only after a `\`"#
    }
  }
}
