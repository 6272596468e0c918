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
    LanguageEntry(spelling: "a OR b, a || b", text: "At least one condition holds."),
    LanguageEntry(spelling: "a AND b, a && b", text: "Both conditions hold."),
    LanguageEntry(spelling: "NOT a, !a", text: "The condition does not hold."),
    LanguageEntry(spelling: "=, ==, !=, <>", text: "Equal, not equal. Nil equals only nil."),
    LanguageEntry(spelling: "<, <=, >, >=", text: "The order of numbers, dates or texts."),
    LanguageEntry(spelling: "a BETWEEN {b, c}", text: "From `b` to `c`, both included."),
    LanguageEntry(spelling: "a IN list", text: "The list contains the value, or a text contains another text."),
    LanguageEntry(
      spelling: "CONTAINS, BEGINSWITH, ENDSWITH",
      text: "A text contains, begins with or ends with another; `CONTAINS` also searches lists."),
    LanguageEntry(spelling: "LIKE", text: "A wildcard match: `?` is one character, `*` is any number of characters."),
    LanguageEntry(spelling: "MATCHES", text: "A regular expression that matches the whole text."),
    LanguageEntry(
      spelling: "[c], [d], [cd]", text: "After an operator on texts: ignore case, diacritics, or both."),
    LanguageEntry(
      spelling: "ANY, SOME, ALL, NONE",
      text: """
        Before a comparison: it must hold for at least one element of a list (`ANY`, `SOME`), for all (`ALL`) or for \
        none (`NONE`).
        """
    ),
    LanguageEntry(
      spelling: "+, -, *, /, **",
      text: """
        Exact arithmetic. `/` of two whole numbers drops the fraction. The result of `**` is a floating-point number; \
        `power` is exact up to 38 digits.
        """),
    LanguageEntry(spelling: "$name", text: "The value of an atom."),
    LanguageEntry(spelling: "a.key", text: "A field of a record; for a list, the field of each element."),
    LanguageEntry(
      spelling: "a[0], a[FIRST], a[LAST], a[SIZE]", text: "An element of a list, counted from 0, or its element count."),
    LanguageEntry(
      spelling: "a.@count, @sum, @avg, @min, @max", text: "An aggregate of a list, as in `$lines.@sum.amount`."),
    LanguageEntry(spelling: "SUBQUERY(list, $x, condition)", text: "The elements for which the condition holds."),
    LanguageEntry(spelling: "TERNARY(condition, a, b)", text: "`a` if the condition holds, otherwise `b`."),
    LanguageEntry(spelling: "{a, b}", text: "A list."),
    LanguageEntry(spelling: "TRUEPREDICATE, FALSEPREDICATE", text: "Always holds, never holds."),
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
    case .sum: "The sum of the numbers; 0 for an empty list."
    case .count: "The element count."
    case .min: "The smallest element or value. Nil is skipped; without other values the result is nil."
    case .max: "The greatest element or value. Nil is skipped; without other values the result is nil."
    case .average: "The mean; nil elements count as 0."
    case .median: "The middle number, or the mean of the middle two numbers."
    case .stddev: "The population standard deviation."
    case .groups:
      """
      A record per value of the field, with the second field's sum and the count: \
      `{currency: RUB, amount: 300, count: 2}` for `groups($lines, 'currency', 'amount')`.
      """
    case .sqrt: "The square root."
    case .log: "The logarithm to the base 10."
    case .ln: "The natural logarithm."
    case .exp: "e raised to the number."
    case .floor: "The number rounded down to a whole number."
    case .ceiling: "The number rounded up to a whole number."
    case .abs: "The absolute value."
    case .trunc: "The number without its decimal places."
    case .round:
      """
      The number rounded to at most that many decimal places: halves away from zero, or by mode 'halfUp', 'halfDown', \
      'halfEven', 'up', 'down', 'ceiling' or 'floor'.
      """
    case .mod: "The exact remainder of the division, with the sign of the first number."
    case .power:
      "The number raised to a whole power from -10,000 to 10,000: exact up to 38 digits, otherwise with 28 digits."
    case .annuity:
      """
      The equal payment at each month's end for a loan: rate in percent per year (0 to 1000), 1 to 1200 months, 28 \
      significant digits.
      """
    case .uppercase: "The text in upper case."
    case .lowercase: "The text in lower case."
    case .length: "The number of Unicode scalars, also written as `$name.length`."
    case .concat: "The texts joined together."
    case .join: "The texts of the list, joined with the separator; nil elements are skipped."
    case .split: "The parts of the text between the separators."
    case .substring:
      "The part of the text from a start position, counted from 0, of at most the given number of characters."
    case .trim: "The text without leading and trailing whitespace."
    case .replace: "The text with each occurrence of the second text replaced by the third."
    case .padStart: "The text padded at the start to the length, with spaces or the third argument."
    case .padEnd: "The text padded at the end to the length, with spaces or the third argument."
    case .text: "The number or date as text. With a second argument, a number has exactly that many decimal places."
    case .number: "The number in a text such as `12.50`; nil for any other text."
    case .today: "Today's date at the bank."
    case .date: "The date with this year, month and day; nil if it does not exist."
    case .addDays: "The date that many days later; earlier for a negative number."
    case .addMonths: "The same day of the month that many months later, or the last day of that month if it is shorter."
    case .addYears: "The same date that many years later; February 29 becomes February 28 where needed."
    case .addBusinessDays:
      """
      The date that many business days later, from -1000 to 1000; for 0 the date itself, or the next business day after \
      a day off.
      """
    case .endOfMonth: "The last day of the month."
    case .daysBetween: "The number of days from the first date to the second; negative if the second is earlier."
    case .monthsBetween:
      "The number of whole months, as counted by `addMonths`, between two dates; negative if the second is earlier."
    case .year: "The year."
    case .month: "The month, 1 to 12."
    case .day: "The day of the month, 1 to 31."
    case .weekday: "The day of the week, 1 for Monday to 7 for Sunday."
    case .isBusinessDay: "True if the date is a business day in the bank's calendar; false for nil."
    }
  }
}
