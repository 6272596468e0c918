/// The words of a bank's name, or of what somebody looks for, as they are compared: in lower case, ё as е, without quotes,
/// signs and the words of legal form.
struct NameWords: Sendable {
  /// The words, one after the other and nothing between them: `альфа-банк` is found as `альфабанк` too.
  let letters: [UInt16]
  /// Where each word begins in `letters`.
  let starts: [Int]
  /// The words of legal form, whether they are left out of `letters` or all that there is.
  let forms: [[UInt16]]

  /// Words that say what a bank is by law, and that nobody looks for.
  private static let legal = Set(
    [
      "пао", "ао", "оао", "зао", "ооо", "нао", "нко", "рнко", "ку", "кб", "акб", "аб", "акиб", "аикб", "публичное",
      "акционерное", "общество", "ограниченной", "ответственностью",
    ].map { Array($0.utf16) })

  /// Whether a word says what a bank is by law; `с` does so only in `общество с ограниченной ответственностью`.
  private static func isForm(_ place: Int, of words: [[UInt16]]) -> Bool {
    legal.contains(words[place]) || (place > 0 && words[place] == with && words[place - 1] == society)
  }

  private static let with = Array("с".utf16)
  private static let society = Array("общество".utf16)

  /// The words of a text; of one that has words of legal form only, these.
  init(_ text: String) {
    let words = Self.words(of: text)
    let areForms = words.indices.map { Self.isForm($0, of: words) }
    let named = zip(words, areForms).filter { !$1 }.map(\.0)
    let kept = named.isEmpty ? words : named
    forms = zip(words, areForms).filter(\.1).map(\.0)
    var (letters, starts): ([UInt16], [Int]) = ([], [])
    for word in kept {
      starts.append(letters.count)
      letters += word
    }
    (self.letters, self.starts) = (letters, starts)
  }

  /// The words one by one.
  var words: [ArraySlice<UInt16>] {
    zip(starts, starts.dropFirst() + [letters.count]).map { letters[$0..<$1] }
  }

  /// Whether there are only words of legal form.
  var isOnlyForm: Bool { !forms.isEmpty && words.allSatisfy { forms.contains(Array($0)) } }

  /// What stands before the last word, where that may become a word of legal form when it is typed on; nil where it may not,
  /// or nothing stands before it.
  var beforeUnfinishedForm: [UInt16]? {
    guard starts.count > 1, let start = starts.last, Self.legal.contains(where: { $0.starts(with: letters[start...]) })
    else { return nil }
    return Array(letters[..<start])
  }

  private static func words(of text: String) -> [[UInt16]] {
    var words: [[UInt16]] = []
    var word: [UInt16] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39, 0x61...0x7A, 0x430...0x44F: word.append(UInt16(truncatingIfNeeded: scalar.value))
      case 0x41...0x5A, 0x410...0x42F: word.append(UInt16(truncatingIfNeeded: scalar.value + 0x20))
      case 0x401, 0x451: word.append(0x435)
      // A breve of its own makes й of и; other marks, the two dots of ё among them, are not told apart.
      case 0x306: if word.last == 0x438 { word[word.count - 1] = 0x439 }
      case 0x300...0x36F: break
      default:
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
          word += Array(scalar.properties.lowercaseMapping.utf16)
        } else if !word.isEmpty {
          words.append(word)
          word = []
        }
      }
    }
    return word.isEmpty ? words : words + [word]
  }
}
