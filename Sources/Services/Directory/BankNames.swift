import Model

/// The names of all banks, ready to be looked through.
///
/// Some 1,400 names of some fifty letters: going through all of them takes less than keeping an order for each way of
/// finding them would.
struct BankNames: Sendable {
  private struct Entry: Sendable {
    let bank: Bank
    let digits: [UInt16]
    let name: NameWords
  }

  /// How a bank was found, the likeliest first.
  private enum Match: Int, CaseIterable {
    /// The BIC or the name begins with the text.
    case beginning
    /// A word of the name begins with it.
    case word
    /// Each word of it begins one of the name.
    case words
    /// It stands somewhere in the name.
    case inside
  }

  /// Banks before their branches, those before all others, then by name.
  private let entries: [Entry]

  /// The names of these banks.
  init(_ banks: [Bank]) {
    entries = banks.map { bank in
      Entry(bank: bank, digits: Array(bank.bic.rawValue.utf16), name: NameWords(bank.name))
    }.sorted { left, right in
      let (first, second) = (Self.weight(of: left.bank), Self.weight(of: right.bank))
      if first != second { return first < second }
      if left.name.letters != right.name.letters {
        return left.name.letters.lexicographicallyPrecedes(right.name.letters)
      }
      return left.bank.bic.rawValue < right.bank.bic.rawValue
    }
  }

  /// The banks that the text finds, the likeliest first, and of those found alike the closed ones last.
  func search(_ text: String, on day: CivilDate) -> [Bank] {
    let wanted = NameWords(text)
    if wanted.letters.isEmpty { return entries.map(\.bank) }
    let words = wanted.words.map(Array.init)
    let isOnlyForm = wanted.isOnlyForm
    var found = Array(repeating: [Bank](), count: Match.allCases.count * 2)
    for entry in entries {
      guard let match = Self.match(wanted, words, isOnlyForm, entry) else { continue }
      found[match.rawValue * 2 + (entry.bank.status(on: day) == .closed ? 1 : 0)].append(entry.bank)
    }
    return Array(found.joined())
  }

  private static func match(
    _ wanted: NameWords, _ words: [[UInt16]], _ isOnlyForm: Bool, _ entry: Entry
  ) -> Match? {
    let letters = wanted.letters
    if entry.digits.stands(letters, at: 0) || entry.name.letters.stands(letters, at: 0) { return .beginning }
    if isOnlyForm { return wanted.forms.isSubset(of: entry.name.forms) ? .word : nil }
    let name = entry.name
    if name.starts.contains(where: { name.letters.stands(letters, at: $0) }) { return .word }
    let isOfAll =
      words.count > 1
      && words.allSatisfy { word in name.starts.contains { name.letters.stands(word, at: $0) } }
    if isOfAll { return .words }
    guard letters.count > 1, name.letters.count > letters.count else { return nil }
    return (1...(name.letters.count - letters.count)).contains { name.letters.stands(letters, at: $0) } ? .inside : nil
  }

  private static func weight(of bank: Bank) -> Int {
    switch bank.type {
    case "20": 0
    case "30": 1
    default: 2
    }
  }
}

extension [UInt16] {
  /// Whether those letters stand at that place.
  fileprivate func stands(_ letters: [UInt16], at place: Int) -> Bool {
    guard count - place >= letters.count else { return false }
    for offset in letters.indices where self[place + offset] != letters[offset] { return false }
    return true
  }
}
