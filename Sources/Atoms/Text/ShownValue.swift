package import Dates
package import Texts
package import JSON

/// The role of a value that is only shown: a client that knows it draws the value in its own way.
package enum Role: String, Sendable, CaseIterable {
  /// Money in a currency.
  case amount
  /// A number.
  case number
  /// A day.
  case date
  /// A moment.
  case dateTime
  /// The number of an account, 20 digits.
  case account
  /// The masked number of a card.
  case card
  /// The name of a person or company.
  case person
  /// A state in a word, such as `executed`.
  case status
  /// Any other text, such as the caption of a chosen option.
  case text
}

/// A value that is only shown: what it is, itself for programs, and its text for people.
///
///     let sum = ShownValue.amount("-1234.50", "RUB")
///     sum.text(in: .ru)  // "−1 234,50 ₽", with no-break spaces
///     writer.shown(sum, in: .ru)  // {"role":"amount","value":"-1234.50","text":"−1 234,50 ₽","currency":"RUB"}
package struct ShownValue: Sendable, Hashable {
  /// The role.
  package let role: Role
  /// The value for programs: digits, a day `2026-11-22`, a word; nil where the text is all there is.
  package let value: String?
  /// The currency of an amount (ISO 4217 code).
  package let currency: String?
  /// The text for people; nil if it follows from the role and the value.
  private let words: LocalizedText?

  /// Creates a value; without a text it is shown as its role tells.
  package init(_ role: Role, _ value: String?, _ text: LocalizedText? = nil, currency: String? = nil) {
    (self.role, self.value, words, self.currency) = (role, value, text, currency)
  }

  /// Returns an amount in plain digits, in a currency.
  package static func amount(_ digits: String, _ currency: String) -> ShownValue {
    ShownValue(.amount, digits, currency: currency)
  }

  /// Returns a number in plain digits.
  package static func number(_ digits: String) -> ShownValue { ShownValue(.number, digits) }

  /// Returns a day.
  package static func date(_ day: CivilDate) -> ShownValue { ShownValue(.date, day.description) }

  /// Returns a moment (RFC 3339) with its text, which only whoever knows the time zone can write.
  package static func moment(_ moment: String, _ text: LocalizedText) -> ShownValue {
    ShownValue(.dateTime, moment, text)
  }

  /// Returns the number of an account.
  package static func account(_ number: String) -> ShownValue { ShownValue(.account, number) }

  /// Returns the masked number of a card.
  package static func card(_ number: String) -> ShownValue { ShownValue(.card, number) }

  /// Returns the name of a person or company.
  package static func person(_ name: String) -> ShownValue { ShownValue(.person, name) }

  /// Returns a state with its text.
  package static func status(_ state: String, _ text: LocalizedText) -> ShownValue {
    ShownValue(.status, state, text)
  }

  /// Returns a text; `value` is what programs know it by, such as the value of a chosen option.
  package static func text(_ text: LocalizedText, value: String? = nil) -> ShownValue {
    ShownValue(.text, value, text)
  }

  /// Returns the value as people of that language read it.
  ///
  /// A number below zero has the minus sign U+2212. A value that its role cannot read is shown as it is.
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

  /// Returns the same value with its text for people who read that language, which is not made again then.
  package func worded(in language: Language) -> ShownValue {
    if words != nil { return self }
    return ShownValue(role, value, LocalizedText(ru: text(in: language), en: nil), currency: currency)
  }

  /// True if another value is the same for programs, whatever its text.
  package func isSame(as other: ShownValue) -> Bool {
    role == other.role && value == other.value && currency == other.currency
  }

  private static func signed(_ number: String) -> String {
    number.hasPrefix("-") ? "\u{2212}" + number.dropFirst() : number
  }
}

/// The number of an account as people read it.
enum AccountText {
  /// Returns 20 digits in the groups of their meaning, with no-break spaces: `40702 810 9 0000 0000123`.
  ///
  /// The groups are the balance account, the currency, the check digit, the branch and the number (Bank of Russia,
  /// regulation 809-P). Returns any other text unchanged.
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
  /// The label.
  package let label: LocalizedText
  /// The captions around it, such as that of the item that it stands in; nil for none.
  package let group: LocalizedText?
  /// The value.
  package let value: ShownValue

  /// Creates a pair.
  package init(_ label: LocalizedText, _ value: ShownValue, group: LocalizedText? = nil) {
    (self.label, self.value, self.group) = (label, value, group)
  }

  /// Returns the pair as one line, for clients that know captions alone.
  package func line(in language: Language) -> String { label[language] + ": " + value.text(in: language) }
}

extension Writer {
  /// Writes a shown value as an object in that language.
  package mutating func shown(_ value: ShownValue, in language: Language) {
    beginObject()
    members(of: value, in: language)
    endObject()
  }

  /// Writes a pair as an object in that language.
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
