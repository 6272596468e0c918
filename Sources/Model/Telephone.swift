/// A telephone number in the international form of ITU-T E.164: `+` and 7 to 15 digits, the first no zero.
package struct Telephone: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  package let rawValue: String

  /// The number in this form; nil for any other.
  package init?(rawValue: String) {
    let digits = rawValue.utf8.dropFirst()
    guard rawValue.utf8.first == UInt8(ascii: "+"), (7...15).contains(digits.count), digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.rawValue = rawValue
  }

  /// The number as people write it: with blanks, hyphens and brackets, and in Russia with 7 or 8 in the place of +7.
  package init?(_ text: String) {
    let bare = text.filter { !" -()".contains($0) }
    let isNational = bare.utf8.count == 11 && (bare.hasPrefix("7") || bare.hasPrefix("8"))
    self.init(rawValue: isNational ? "+7" + bare.dropFirst() : bare)
  }

  package var description: String { rawValue }
}
