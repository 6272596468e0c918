/// A reserved word of the language; keywords ignore case.
enum Keyword: String, Sendable, Hashable, CaseIterable {
  case and, or, `in`, not, all, any, some, none, like, caseinsensitive, ci, matches, contains, beginswith, endswith
  case between, null, `nil`, `self`, `true`, yes, `false`, no, first, last, size, anykey, subquery, fetch, cast
  case truepredicate, falsepredicate
  case utiConformsTo = "uti-conforms-to"
  case utiEquals = "uti-equals"

  /// The keyword as it is written in canonical text.
  var spelling: String { rawValue.uppercased() }

  /// The reserved word that these letters spell, in whatever case.
  static func named(_ word: String) -> Keyword? { word.utf8.count > 15 ? nil : table[word.lowercased()] }

  private static let table = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}
