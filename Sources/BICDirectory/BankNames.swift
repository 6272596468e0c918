import Model
import Dates

/// The searchable names of all banks.
///
/// The names are concatenated, and a search reads all of them. A directory has about 1,400 names of
/// about fifty letters.
struct BankNames: Sendable {
  /// The kinds of match, best first.
  private enum Match: Int, CaseIterable {
    /// The BIC or the name begins with the text.
    case beginning
    /// A word of the name begins with the text.
    case word
    /// Each word of the text begins a word of the name.
    case words
    /// The name contains the text.
    case inside
    /// The words of the text begin words of the legal form. Alternatively, the last word begins a
    /// word of a legal form, and the text before it matches.
    case form
  }

  /// The offsets of a bank's letters and word beginnings.
  private struct Place: Sendable {
    let digits: Int
    let letters: Range<Int>
    let words: Range<Int>
  }

  /// The banks ordered by type (banks, branches, others), then by name.
  private let banks: [Bank]
  private let places: [Place]
  private let forms: [[[UInt16]]]
  /// The digits of each BIC and the letters of each name.
  private let letters: [UInt16]
  /// The offsets in `letters` at which words begin.
  private let starts: [Int]

  init(_ banks: [Bank]) {
    let named = banks.map { (bank: $0, weight: Self.weight(of: $0), name: NameWords($0.name)) }.sorted { left, right in
      if left.weight != right.weight { return left.weight < right.weight }
      if left.name.letters != right.name.letters {
        return left.name.letters.lexicographicallyPrecedes(right.name.letters)
      }
      return left.bank.bic.rawValue < right.bank.bic.rawValue
    }
    var (letters, starts, places): ([UInt16], [Int], [Place]) = ([], [], [])
    for (bank, _, name) in named {
      let digits = letters.count
      letters += Array(bank.bic.rawValue.utf16)
      let (first, firstWord) = (letters.count, starts.count)
      letters += name.letters
      starts += name.starts.map { first + $0 }
      places.append(Place(digits: digits, letters: first..<letters.count, words: firstWord..<starts.count))
    }
    self.letters = letters
    self.starts = starts
    self.places = places
    self.banks = named.map(\.bank)
    forms = named.map(\.name.forms)
  }

  /// Returns the banks that match the text, best match first. Among equal matches, banks closed on
  /// `day` are last.
  func search(_ text: String, on day: CivilDate) -> [Bank] {
    let wanted = NameWords(text)
    if wanted.letters.isEmpty { return banks }
    let words = wanted.words.map(Array.init)
    let isOnlyForm = wanted.isOnlyForm
    let unfinished = wanted.beforeUnfinishedForm
    var found = Array(repeating: [Bank](), count: Match.allCases.count * 2)
    for index in places.indices {
      var match = self.match(wanted.letters, at: places[index])
      if match == nil || match == .inside {
        if isOnlyForm { match = nil }
        if words.count > 1, words.allSatisfy({ isWord($0, of: places[index]) }) {
          match = .words
        } else if match == nil, isForm(wanted, words, at: index) {
          match = .form
        } else if match == nil, let unfinished, self.match(unfinished, at: places[index]) != nil {
          match = .form
        }
      }
      guard let match else { continue }
      found[match.rawValue * 2 + (banks[index].status(on: day) == .closed ? 1 : 0)].append(banks[index])
    }
    return Array(found.joined())
  }

  /// Returns the kind of match of the whole text with a BIC or name; nil without a match.
  private func match(_ wanted: [UInt16], at place: Place) -> Match? {
    if stand(wanted, at: place.digits, before: place.letters.lowerBound) { return .beginning }
    if stand(wanted, at: place.letters.lowerBound, before: place.letters.upperBound) { return .beginning }
    if isWord(wanted, of: place) { return .word }
    guard wanted.count > 1, place.letters.count > wanted.count else { return nil }
    for start in place.letters where letters[start] == wanted[0] {
      if stand(wanted, at: start, before: place.letters.upperBound) { return .inside }
    }
    return nil
  }

  /// True if each word of the text begins a word of the bank's legal form. Complete words of a
  /// legal form must also be complete words of the bank's form.
  private func isForm(_ wanted: NameWords, _ words: [[UInt16]], at index: Int) -> Bool {
    let forms = forms[index]
    return words.allSatisfy { word in forms.contains { $0.starts(with: word) } }
      && wanted.forms.allSatisfy { forms.contains($0) }
  }

  /// True if a word of the name begins with these letters.
  private func isWord(_ wanted: [UInt16], of place: Place) -> Bool {
    for word in place.words where stand(wanted, at: starts[word], before: place.letters.upperBound) { return true }
    return false
  }

  /// True if the letters are at `start` and end at or before `end`.
  private func stand(_ wanted: [UInt16], at start: Int, before end: Int) -> Bool {
    guard end - start >= wanted.count, letters[start] == wanted[0] else { return false }
    for offset in 1..<max(1, wanted.count) where letters[start + offset] != wanted[offset] { return false }
    return true
  }

  private static func weight(of bank: Bank) -> Int {
    switch bank.type {
    case "20": 0
    case "30": 1
    default: 2
    }
  }
}

/// The words of a bank's name or of a search text, normalized for comparison: lowercase, `ё` as
/// `е`, without punctuation and without words of the legal form.
struct NameWords: Sendable {
  /// The words without separators, so that `альфабанк` also matches `альфа-банк`.
  let letters: [UInt16]
  /// The offsets in `letters` at which words begin.
  let starts: [Int]
  /// The words of the legal form. They are not in `letters`, unless the text has no other words.
  let forms: [[UInt16]]

  /// Words of legal forms, which do not distinguish banks.
  private static let legal = Set(
    [
      "пао", "ао", "оао", "зао", "ооо", "нао", "нко", "рнко", "ку", "кб", "акб", "аб", "акиб", "аикб", "публичное",
      "акционерное", "общество", "ограниченной", "ответственностью",
    ].map { Array($0.utf16) })

  /// True if a word belongs to the legal form. The word `с` belongs to it only in `общество с
  /// ограниченной ответственностью`.
  private static func isForm(_ place: Int, of words: [[UInt16]]) -> Bool {
    legal.contains(words[place]) || (place > 0 && words[place] == with && words[place - 1] == society)
  }

  private static let with = Array("с".utf16)
  private static let society = Array("общество".utf16)

  /// Splits a text into words. If all words belong to the legal form, they are also used as its
  /// letters.
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

  /// The words.
  var words: [ArraySlice<UInt16>] {
    zip(starts, starts.dropFirst() + [letters.count]).map { letters[$0..<$1] }
  }

  /// True if all words belong to the legal form.
  var isOnlyForm: Bool { !forms.isEmpty && words.allSatisfy { forms.contains(Array($0)) } }

  /// The letters before the last word, if the last word begins a word of a legal form; nil
  /// otherwise.
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
      // A combining breve after `и` makes `й`. Other combining marks are ignored, including the
      // dots of `ё`.
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
