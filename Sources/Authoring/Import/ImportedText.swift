import Atoms
import JSON

/// Text from an external document, converted to parts of a service file. The result is well-formed
/// YAML for every input.
enum ImportedText {
  /// Plain YAML scalars that are not read as text.
  private static let words: Set = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]

  /// Returns a YAML scalar: plain if it contains only safe characters, otherwise quoted.
  static func scalar(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && text.utf8.count < 200
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || [UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "$"), UInt8(ascii: ".")].contains(byte)
      } && text.first?.isNumber == false
      && !words.contains(text.lowercased())
    return isPlain ? text : quoted(text)
  }

  /// Returns a quoted YAML scalar. Characters that are not printable are escaped.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      default:
        let isPrintable =
          (0x20...0x7E).contains(scalar.value)
          || (0xA0...0xD7FF).contains(scalar.value) && ![0x2028, 0x2029].contains(scalar.value)
        quoted += isPrintable ? String(scalar) : "\\U" + digits(scalar.value, 8)
      }
    }
    return quoted + "\""
  }

  /// Returns one comment line, without line breaks, of at most 160 characters.
  static func comment(_ text: String) -> String {
    let line = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          (0x20...0x7E).contains($0.value)
            || (0xA0...0xD7FF).contains($0.value) && ![0x2028, 0x2029].contains($0.value) ? $0 : " "
        }))
    return line.count > 160 ? "\(line.prefix(159))…" : line
  }

  /// Returns the name of an environment variable for an identifier: `taxRates` becomes `TAX_RATES`.
  static func variable(_ identifier: String) -> String {
    var (made, wasSmall) = ("", false)
    for character in identifier {
      if character.isUppercase, wasSmall { made += "_" }
      made += character.uppercased()
      wasSmall = !character.isUppercase
    }
    return made
  }

  /// Returns an identifier from the ASCII letters and digits of a text: `List-all.items` becomes
  /// `listAllItems`.
  static func identifier(_ text: String) -> String {
    var (made, isNew) = ("", false)
    for character in text.unicodeScalars {
      let isDigit = ("0"..."9").contains(character)
      guard character == "_" || isDigit || ("a"..."z").contains(character) || ("A"..."Z").contains(character) else {
        isNew = !made.isEmpty
        continue
      }
      if made.isEmpty, isDigit { made = "n" }
      made += isNew ? String(character).uppercased() : String(character)
      isNew = false
      if made.utf8.count >= 60 { break }
    }
    // `GetRates` becomes `getRates`, and `INNCheck` becomes `innCheck`.
    let capitals = made.prefix { $0.isUppercase }.count
    let small = capitals == made.count || capitals < 2 ? capitals : capitals - 1
    made = made.prefix(small).lowercased() + made.dropFirst(small)
    if made.isEmpty { return "value" }
    return ["true", "false", "null"].contains(made) ? made + "Value" : made
  }

  /// Returns true if a path can contain the name without quotes.
  static func isName(_ text: String) -> Bool { isIdentifier(text[...]) }

  private static func digits(_ code: UInt32, _ count: Int) -> String {
    let digits = String(code, radix: 16)
    return String(repeating: "0", count: count - digits.count) + digits
  }
}

/// A set of names in use, which returns unique names.
struct ImportedNames {
  private var taken: Set<String>

  /// Creates the set with the names that are already in use.
  init(besides taken: Set<String> = []) { self.taken = taken }

  /// Returns a name derived from `text` that is not in use and for which `isFree` returns true.
  mutating func name(for text: String, _ isFree: (String) -> Bool) -> String {
    let base = ImportedText.identifier(text)
    var (name, number) = (base, 2)
    while taken.contains(name) || !isFree(name) {
      name = "\(base)\(number)"
      number += 1
    }
    taken.insert(name)
    return name
  }
}
