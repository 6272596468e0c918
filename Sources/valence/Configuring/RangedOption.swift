import ArgumentParser

/// Why a text is no value of an option: what the option takes.
struct BadValue: Error, CustomStringConvertible {
  /// What the option takes, as it follows the word.
  let takes: String
  /// `takes 1 to 1000`
  var description: String { "takes \(takes)" }

  /// The option takes that.
  init(_ takes: String) { self.takes = takes }
}

/// The numbers that an option takes, in the words that its help, its faults and the list of keys share.
struct NumberRange<Number: FixedWidthInteger & Sendable>: Sendable, CustomStringConvertible {
  private let range: ClosedRange<Number>
  private let unit: String?

  /// Numbers of a range, in a unit.
  init(_ range: ClosedRange<Number>, _ unit: String?) { (self.range, self.unit) = (range, unit) }

  /// `1 to 3650 days`
  var description: String { "\(range.lowerBound) to \(range.upperBound)" + (unit.map { " \($0)" } ?? "") }

  /// The number that a text is.
  func number(_ text: String) throws -> Number {
    guard let number = Number(text), range.contains(number) else { throw BadValue(description) }
    return number
  }

}

extension Option where Value: FixedWidthInteger & Sendable {
  /// A whole number of a range, in a unit: `@Option(1...3650, "days", help: "...") var draftDays = 30`.
  init(wrappedValue: Value, _ range: ClosedRange<Value>, _ unit: String? = nil, help: String) {
    let numbers = NumberRange(range, unit)
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp("\(help) (default: \(wrappedValue))", valueName: "\(numbers)"),
      transform: { try numbers.number($0) })
  }
}

extension Option where Value == String {
  /// A text that `check` does not refuse: `takes` says which.
  init(wrappedValue: String, _ takes: String, help: String, check: @escaping @Sendable (String) -> Bool) {
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp("\(help) (default: \(wrappedValue))", valueName: takes),
      transform: { text in
        guard check(text) else { throw BadValue(takes) }
        return text
      })
  }
}

extension Option {
  /// A whole number of a range, or none; the help says `Default: ...`.
  init<Number: FixedWidthInteger & Sendable>(_ range: ClosedRange<Number>, _ unit: String? = nil, help: String)
  where Value == Number? {
    let numbers = NumberRange(range, unit)
    self.init(help: ArgumentHelp("\(help)", valueName: "\(numbers)"), transform: { try numbers.number($0) })
  }
}
