import Model
import Dates

/// The names of all banks, for searching.
///
/// There are some 1,400 names of some fifty letters, one after the other. Reading all of them takes less than keeping
/// an index for each way of matching.
struct BankNames: Sendable {
  /// The ways in which a text matches a name, the likeliest first.
  private enum Match: Int, CaseIterable {
    /// The BIC or the name begins with the text.
    case beginning
    /// A word of the name begins with it.
    case word
    /// Each word of it begins one of the name.
    case words
    /// It stands inside the name.
    case inside
    /// Its words begin words of the legal form; or its last word may become one, and the words before it match.
    case form
  }

  /// The place of a bank's letters and of the beginnings of its words.
  private struct Place: Sendable {
    let digits: Int
    let letters: Range<Int>
    let words: Range<Int>
  }

  /// Banks before their branches, those before all others, then by name.
  private let banks: [Bank]
  private let places: [Place]
  private let forms: [[[UInt16]]]
  /// The digits of each BIC and the letters of each name.
  private let letters: [UInt16]
  /// The offsets in `letters` at which words begin.
  private let starts: [Int]

  /// Creates the names of these banks.
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

  /// The banks that the text finds, the likeliest first, and of those found alike the closed ones last.
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

  /// Returns the way in which all the letters match a BIC or a name; nil if they do not.
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

  /// True if the text is a bank's legal form: words that begin words of it, and whole ones among them.
  private func isForm(_ wanted: NameWords, _ words: [[UInt16]], at index: Int) -> Bool {
    let forms = forms[index]
    return words.allSatisfy { word in forms.contains { $0.starts(with: word) } }
      && wanted.forms.allSatisfy { forms.contains($0) }
  }

  /// True if a word of a name begins with these letters.
  private func isWord(_ wanted: [UInt16], of place: Place) -> Bool {
    for word in place.words where stand(wanted, at: starts[word], before: place.letters.upperBound) { return true }
    return false
  }

  /// True if those letters stand there, all before that end.
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

/// The words of a bank's name or of a search text in the form for comparison: lower case, ё as е, without quotes, signs
/// and words of the legal form.
struct NameWords: Sendable {
  /// The words, one after the other and nothing between them: `альфа-банк` is found as `альфабанк` too.
  let letters: [UInt16]
  /// The offsets in `letters` at which words begin.
  let starts: [Int]
  /// The words of the legal form, left out of `letters` unless there are no others.
  let forms: [[UInt16]]

  /// The words of legal forms, which are no help in a search.
  private static let legal = Set(
    [
      "пао", "ао", "оао", "зао", "ооо", "нао", "нко", "рнко", "ку", "кб", "акб", "аб", "акиб", "аикб", "публичное",
      "акционерное", "общество", "ограниченной", "ответственностью",
    ].map { Array($0.utf16) })

  /// True if a word belongs to the legal form; `с` does so only in `общество с ограниченной ответственностью`.
  private static func isForm(_ place: Int, of words: [[UInt16]]) -> Bool {
    legal.contains(words[place]) || (place > 0 && words[place] == with && words[place - 1] == society)
  }

  private static let with = Array("с".utf16)
  private static let society = Array("общество".utf16)

  /// Creates the words of a text; of one that has words of legal form only, these.
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

  /// True if all words belong to the legal form.
  var isOnlyForm: Bool { !forms.isEmpty && words.allSatisfy { forms.contains(Array($0)) } }

  /// The letters before the last word, if that may become a word of the legal form with further letters; nil otherwise.
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
