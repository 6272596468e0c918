/// A function or an operator of the condition language, for reference documentation.
///
///     for entry in LanguageEntry.functions { print(entry.spelling, entry.text) }
public struct LanguageEntry: Sendable {
  /// The spelling, such as `round(number, integer)`.
  public let spelling: String
  /// A short description of the result.
  public let text: String

  /// The built-in functions, in declaration order.
  public static let functions: [LanguageEntry] = Builtin.allCases.map { builtin in
    LanguageEntry(spelling: builtin.spelling, text: builtin.sentence)
  }

  /// Operators and other syntax.
  public static let operators: [LanguageEntry] = [
    LanguageEntry(spelling: "a OR b, a || b", text: "At least one holds."),
    LanguageEntry(spelling: "a AND b, a && b", text: "Both hold."),
    LanguageEntry(spelling: "NOT a, !a", text: "The condition does not hold."),
    LanguageEntry(spelling: "=, ==, !=, <>", text: "Equal, not equal. Nil equals nil only."),
    LanguageEntry(spelling: "<, <=, >, >=", text: "The order of numbers, of days and of texts."),
    LanguageEntry(spelling: "a BETWEEN {b, c}", text: "From `b` to `c`, both included."),
    LanguageEntry(spelling: "a IN list", text: "The list has the value; a text is part of another."),
    LanguageEntry(
      spelling: "CONTAINS, BEGINSWITH, ENDSWITH", text: "Parts of a text; `CONTAINS` also elements of a list."),
    LanguageEntry(spelling: "LIKE", text: "A wildcard match: `?` is one character, `*` any number of them."),
    LanguageEntry(spelling: "MATCHES", text: "A regular expression that matches the whole text."),
    LanguageEntry(
      spelling: "[c], [d], [cd]", text: "Behind an operator on texts: without regard to case, to diacritics, to both."),
    LanguageEntry(
      spelling: "ANY, SOME, ALL, NONE", text: "Before a comparison: for how many elements of a list it holds."),
    LanguageEntry(
      spelling: "+, -, *, /, **",
      text: """
        Exact arithmetic of whole and decimal numbers. `/` of two whole numbers drops the fraction; `**` gives a \
        floating-point number, `power` an exact one.
        """),
    LanguageEntry(spelling: "$name", text: "The value of an atom."),
    LanguageEntry(spelling: "a.key", text: "A field of a record; of a list, the list of that field."),
    LanguageEntry(
      spelling: "a[0], a[FIRST], a[LAST], a[SIZE]", text: "An element of a list, counted from 0, or its element count."),
    LanguageEntry(
      spelling: "a.@count, @sum, @avg, @min, @max", text: "A number over a list, as in `$lines.@sum.amount`."),
    LanguageEntry(spelling: "SUBQUERY(list, $x, condition)", text: "The elements for which the condition holds."),
    LanguageEntry(spelling: "TERNARY(condition, a, b)", text: "`a` if the condition holds, else `b`."),
    LanguageEntry(spelling: "{a, b}", text: "A list."),
    LanguageEntry(spelling: "TRUEPREDICATE, FALSEPREDICATE", text: "Always, never."),
  ]
}

extension Builtin {
  /// The call with its parameter types, such as `round(number, integer[, text])`.
  fileprivate var spelling: String {
    let types = parameters.map(\.description)
    let required = types.dropLast(optionalParameters).joined(separator: ", ")
    let optional = types.suffix(optionalParameters).map { "[, \($0)]" }.joined()
    let others = isVariadic ? ", …" : takesValues ? "), \(rawValue)(a, b, …" : ""
    return "\(rawValue)(\(required)\(optional)\(others))"
  }

  /// A short description of the result.
  fileprivate var sentence: String {
    switch self {
    case .sum: "The sum of the numbers; 0 of an empty list."
    case .count: "The element count."
    case .min: "The smallest element or value; nil ones are skipped, and without any other it is nil."
    case .max: "The greatest element or value; nil ones are skipped, and without any other it is nil."
    case .average: "The mean; nil elements count as 0."
    case .median: "The middle element, or the mean of the middle two."
    case .stddev: "The population standard deviation."
    case .groups:
      """
      A record for each value of the field, with the sum of the second field and `count`: of `groups($lines, 'currency', \
      'amount')`, `{currency: RUB, amount: 300, count: 2}`.
      """
    case .sqrt: "The square root."
    case .log: "The logarithm to the base 10."
    case .ln: "The natural logarithm."
    case .exp: "The power of e."
    case .floor: "The next whole number below."
    case .ceiling: "The next whole number above."
    case .abs: "The magnitude."
    case .trunc: "The number without its decimal places."
    case .round:
      """
      The number with at most that many decimal places: halves away from zero, or by the mode 'halfUp', 'halfDown', \
      'halfEven', 'up', 'down', 'ceiling' or 'floor'.
      """
    case .mod: "The remainder of the division, exact, with the sign of the first number."
    case .power:
      "The number to a whole power of at most ±10,000, exact if 38 digits hold it, else with 28 significant digits."
    case .annuity:
      """
      The equal payment, each month's end, of a loan of that sum at that rate (percent a year, 0 to 1000) for 1 to 1200 \
      months, with 28 significant digits.
      """
    case .uppercase: "The text in upper case."
    case .lowercase: "The text in lower case."
    case .length: "The count of Unicode scalars."
    case .concat: "The texts one after the other."
    case .join: "The texts of the list with the separator between them; nil elements are skipped."
    case .split: "The parts of the text between the separators."
    case .substring: "The part of the text from that character on, counted from 0, of at most that many characters."
    case .trim: "The text without white space at both ends."
    case .replace: "The text with the third one in the place of each occurrence of the second."
    case .padStart: "The text with blanks, or the third argument, before it, up to that length."
    case .padEnd: "The text with blanks, or the third argument, behind it, up to that length."
    case .text: "The number, with exactly that many decimal places if told, or the day, as text."
    case .number: "The number that the text is, written as `12.50`; nil for any other text."
    case .today: "The present day of the bank."
    case .date: "The day of a year, a month and a day of the month; nil if the calendar has none."
    case .addDays: "The day that many days later; earlier for a negative number."
    case .addMonths: "The same day that many months later, or the last one of that month."
    case .addYears: "The same day that many years later; February 28 where there is no 29."
    case .addBusinessDays:
      """
      The day that many of the bank's business days later, at most ±1000; for 0 the day itself, or the next business day if \
      the bank does not work on it.
      """
    case .endOfMonth: "The last day of the month."
    case .daysBetween: "The days from the first day to the second; negative if the second is earlier."
    case .monthsBetween:
      "The whole months from the first day to the second, as `addMonths` adds them; negative if it is earlier."
    case .year: "The year."
    case .month: "The month, 1 to 12."
    case .day: "The day of the month, 1 to 31."
    case .weekday: "The day of the week, 1 for Monday to 7 for Sunday."
    case .isBusinessDay: "Whether the bank works on that day, by its calendar; not on nil."
    }
  }
}
