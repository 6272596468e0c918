extension Checker {
  /// Returns the end of the message for an unknown function: the equivalent of another language's
  /// function, or similar names.
  ///
  /// Without similar names it lists all functions. Empty if the fault is only counted.
  func functionHint(for name: String) -> String {
    guard faults.count < Faults.maximum else { return "" }
    let known = Builtin.names + scope.functions.keys + ["TERNARY", "SUBQUERY"]
    if let word = Self.wordsElsewhere[name.lowercased()] { return ", write \(word)" }
    var near = Suggestion.allNearest(to: name, among: known)
    let letters = name.lowercased()
    if near.isEmpty, letters.utf8.count >= 3 {
      near = known.filter { $0.lowercased().hasPrefix(letters) || letters.hasPrefix($0.lowercased()) }.sorted()
    }
    let listed = near.prefix(3).map { "`\($0)`" }
    if let last = listed.last {
      return ", did you mean \(listed.count > 1 ? listed.dropLast().joined(separator: ", ") + " or " : "")\(last)?"
    }
    return "; the functions are \(Builtin.names.joined(separator: ", "))"
  }

  /// Full years between two days, which no function counts.
  private static let wholeYears = "`monthsBetween(from, to) / 12` for full years, for example up to `today()`"

  /// Functions of spreadsheets, SQL, XLSForm and JavaScript, in lower case, with the equivalent.
  private static let wordsElsewhere = [
    "substr": "`substring`", "mid": "`substring`", "left": "`substring`", "right": "`substring`",
    "slice": "`substring`",
    "len": "`length`", "strlen": "`length`", "upper": "`uppercase`", "ucase": "`uppercase`",
    "touppercase": "`uppercase`", "lower": "`lowercase`", "lcase": "`lowercase`", "tolowercase": "`lowercase`",
    "concatenate": "`concat`", "textjoin": "`join`", "lpad": "`padStart`", "rpad": "`padEnd`", "str": "`text`",
    "string": "`text`", "tostring": "`text`", "tonumber": "`number`", "parseint": "`number`", "parsefloat": "`number`",
    "int": "`trunc`", "pow": "`power`", "modulus": "`mod`", "remainder": "`mod`", "rem": "`mod`", "pmt": "`annuity`",
    "avg": "`average`", "mean": "`average`", "if": OtherNotations.choice,
    "iif": OtherNotations.choice, "empty": "`== nil`", "isempty": "`== nil`", "isblank": "`== nil`",
    "isnull": "`== nil`", "isnil": "`== nil`", "notempty": "`!= nil`", "isset": "`!= nil`", "exists": "`!= nil`",
    "ifnull": "TERNARY(a != nil, a, b)",
    "coalesce": "TERNARY(a != nil, a, b)", "startswith": "the operator BEGINSWITH", "regex": "the operator MATCHES",
    "includes": "the operator CONTAINS", "selected": "the operator IN, as in 'a' IN $list",
    "countselected": "`@count`", "indexof": "the operator CONTAINS", "now": "`today`",
    "age": wholeYears, "getage": wholeYears, "ageinyears": wholeYears, "ageat": wholeYears, "years": wholeYears,
    "yearsbetween": wholeYears, "yearsdiff": wholeYears, "differenceinyears": wholeYears,
    "datediff": "`daysBetween`", "dateadd": "`addDays`", "eomonth": "`endOfMonth`", "edate": "`addMonths`",
    "workday": "`addBusinessDays`", "dayofweek": "`weekday`", "isworkday": "`isBusinessDay`",
  ]
}
