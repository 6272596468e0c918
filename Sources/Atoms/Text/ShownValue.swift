package import Dates
package import Texts
package import JSON

/// The role of a shown value. Clients can have a special appearance for each role.
package enum Role: String, Sendable, CaseIterable {
  /// Money in a currency.
  case amount
  case number
  case date
  /// A date and time.
  case dateTime
  /// An account number, 20 digits.
  case account
  /// A masked card number.
  case card
  /// The name of a person or company.
  case person
  /// A state, such as `executed`.
  case status
  /// Any other text, such as the caption of a chosen option.
  case text
}

/// A value that is only shown, with its role, the value for programs and the text for people.
package struct ShownValue: Sendable, Hashable {
  package let role: Role
  /// The value for programs: digits, a date `2026-11-22`, a word; nil if there is only a text.
  package let value: String?
  /// The currency of an amount (ISO 4217 code).
  package let currency: String?
  /// The text for people; nil if it follows from the role and the value.
  private let words: LocalizedText?

  /// Creates a value. Without `text`, the role determines the text.
  package init(_ role: Role, _ value: String?, _ text: LocalizedText? = nil, currency: String? = nil) {
    (self.role, self.value, words, self.currency) = (role, value, text, currency)
  }

  /// Returns an amount in a currency. `digits` are plain digits.
  package static func amount(_ digits: String, _ currency: String) -> ShownValue {
    ShownValue(.amount, digits, currency: currency)
  }

  /// Returns a number. `digits` are plain digits.
  package static func number(_ digits: String) -> ShownValue { ShownValue(.number, digits) }

  package static func date(_ day: CivilDate) -> ShownValue { ShownValue(.date, day.description) }

  /// Returns a date and time (RFC 3339). The caller supplies the text, which depends on the time
  /// zone.
  package static func moment(_ moment: String, _ text: LocalizedText) -> ShownValue {
    ShownValue(.dateTime, moment, text)
  }

  package static func account(_ number: String) -> ShownValue { ShownValue(.account, number) }

  /// Returns a masked card number.
  package static func card(_ number: String) -> ShownValue { ShownValue(.card, number) }

  package static func person(_ name: String) -> ShownValue { ShownValue(.person, name) }

  package static func status(_ state: String, _ text: LocalizedText) -> ShownValue {
    ShownValue(.status, state, text)
  }

  /// Returns a text. `value` identifies it for programs, such as the value of a chosen option.
  package static func text(_ text: LocalizedText, value: String? = nil) -> ShownValue {
    ShownValue(.text, value, text)
  }

  /// Returns the text for people who read `language`.
  ///
  /// A negative number has the minus sign U+2212. A value that does not match its role is shown
  /// unchanged.
  package func text(in language: Language) -> String {
    if let words { return words[language] }
    let plain = value ?? ""
    switch role {
    case .amount:
      guard let number = Decimal(plain) else { return plain }
      return Self.signed(currency.map { NumberText.text(of: number, .currency($0), in: language) } ?? plain)
    case .number: return Self.signed(NumberText.localized(plain, in: language))
    case .date: return CivilDate(plain).map { DateText.text(of: $0, in: language) } ?? plain
    case .dateTime: return DateText.text(ofMoment: plain, in: language) ?? plain
    case .account: return AccountText.grouped(plain)
    case .card, .person, .status, .text: return plain
    }
  }

  /// Returns the value with its text in `language` stored, so that the text is formatted only once.
  package func worded(in language: Language) -> ShownValue {
    if words != nil { return self }
    return ShownValue(role, value, LocalizedText(ru: text(in: language), en: nil), currency: currency)
  }

  /// Returns true if both values are the same for programs, regardless of their texts.
  package func isSame(as other: ShownValue) -> Bool {
    role == other.role && value == other.value && currency == other.currency
  }

  private static func signed(_ number: String) -> String {
    number.hasPrefix("-") ? "\u{2212}" + number.dropFirst() : number
  }
}

/// The format of account numbers.
enum AccountText {
  /// Returns 20 digits in groups with no-break spaces: `40702 810 9 0000 0000123`. Returns any
  /// other text unchanged.
  ///
  /// The groups are the balance account, the currency, the check digit, the branch and the number
  /// (Bank of Russia, regulation 809-P).
  static func grouped(_ number: String) -> String {
    guard number.utf8.count == 20 else { return number }
    var text: [UInt8] = []
    text.reserveCapacity(28)
    var place = 0
    for digit in number.utf8 {
      guard digit &- 0x30 < 10 else { return number }
      if place == 5 || place == 8 || place == 9 || place == 13 {
        // U+00A0 in UTF-8.
        text.append(0xC2)
        text.append(0xA0)
      }
      text.append(digit)
      place &+= 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// A shown value with its label.
package struct ShownPair: Sendable, Hashable {
  package let label: LocalizedText
  /// The captions of enclosing atoms, such as the caption of the item; nil for none.
  package let group: LocalizedText?
  package let value: ShownValue

  package init(_ label: LocalizedText, _ value: ShownValue, group: LocalizedText? = nil) {
    (self.label, self.value, self.group) = (label, value, group)
  }

  /// Returns the pair as one line, for clients that support only captions.
  package func line(in language: Language) -> String {
    let label = label[language]
    return label + Self.separator(after: label) + value.text(in: language)
  }

  /// Returns the text between a label and its value: a colon, unless the label ends with a
  /// punctuation mark.
  package static func separator(after label: String) -> String {
    switch label.utf8.last {
    case UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "."): " "
    default: ": "
    }
  }
}

extension Writer {
  /// Writes a shown value as an object.
  package mutating func shown(_ value: ShownValue, in language: Language) {
    beginObject()
    members(of: value, in: language)
    endObject()
  }

  /// Writes a pair as an object.
  package mutating func pair(_ pair: ShownPair, in language: Language) {
    beginObject()
    key(rendered: "\"label\":")
    string(pair.label[language])
    if let group = pair.group { member("group", group[language]) }
    members(of: pair.value, in: language)
    endObject()
  }

  private mutating func members(of shown: ShownValue, in language: Language) {
    let text = shown.text(in: language)
    key(rendered: "\"role\":")
    string(shown.role.rawValue)
    key(rendered: "\"value\":")
    string(shown.value ?? text)
    key(rendered: "\"text\":")
    string(text)
    guard let currency = shown.currency else { return }
    key(rendered: "\"currency\":")
    string(currency)
  }
}
