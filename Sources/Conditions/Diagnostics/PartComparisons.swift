import JSON

/// Comparisons of a part of a text, or of a text in one case, with texts that it never equals.
extension FormWalk {
  /// Records an equality of `substring`, `uppercase` or `lowercase` with a text that is too long or
  /// in the other case.
  mutating func notePart(_ comparison: Comparison, _ value: Int, _ literal: Int, _ place: Int) {
    guard comparison.modifier == nil, comparison.options.isEmpty,
      case .call(_, let arguments) = checked.tree.nodes[value],
      case .builtin(let builtin) = checked.meanings[value], let text = writtenText(literal), !text.isEmpty
    else { return }
    let verdict = comparison.relation == .equal ? "never" : "always"
    switch builtin {
    case .uppercase, .lowercase:
      let meant = builtin == .uppercase ? text.uppercased() : text.lowercased()
      guard meant != text, text.unicodeScalars.allSatisfy(Self.isOrdinary) else { return }
      note(
        place, "`\(written(value))` \(verdict == "never" ? "is never" : "always differs from") \(written(literal))",
        remedy: ": write \(Literal.text(meant).spelling)")
    case .substring:
      let count = text.unicodeScalars.count
      if arguments.count > 2, let most = writtenNumber(arguments[2]), most >= 0, most < count {
        note(
          place,
          "`\(written(place))` \(verdict) holds: the part has at most \(most) characters, and the text "
            + "has \(count)")
      } else if let start = writtenNumber(arguments[1]), case .digits(let length?)? = forms[arguments[0]],
        start >= length || Int(start) + count > length
      {
        note(
          place,
          "`\(written(place))` \(verdict) holds: positions are counted from 0, and "
            + "`\(written(arguments[0]))` has \(length) characters")
      }
    default: return
    }
  }

  /// Returns true for ASCII and Russian letters, whose case is certain, and for other ASCII
  /// characters.
  private static func isOrdinary(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII || (0x410...0x44F).contains(scalar.value) || scalar == "ё" || scalar == "Ё"
  }
}
