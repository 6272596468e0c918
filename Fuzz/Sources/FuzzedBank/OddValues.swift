/// Unusual values, as JSON.
package enum OddValues {
  /// Short values.
  package static let short = [
    "null", "true", "false", "0", "-1", "-0", "1e400", "1e-400", "9223372036854775807", "9223372036854775808",
    "-9223372036854775809", "0.1", "99999999999999999999999999999999999999", "1E+6144", "\"\"", "\" \"", "\"0\"",
    "\"1e5\"", "\"-0.01\"", "\"2024-02-30\"", "\"9999-12-31\"", "\"0001-01-01\"", "\"2026-11-23\"", "\"\\u0000\"",
    "\"\\ud800\"", "\"\\udc00\\ud800\"", "\"\u{316}\u{301}\"", "\"ё\u{301}\"", "\"İß\u{1E9E}ŉ\"", "\"\u{202E}\"",
    "\"\u{FEFF}\"",
    "[]", "{}", "[[]]", "[{}]", "[null]", "{\"\": null}", "{\"value\": 1}", "\"044525225\"", "\"049900777\"",
    "\"40817810500000000001\"", "\"40702810138250123017\"", "\"meters[0].reading\"", "\"meters[99999999999999999999]\"",
    "\"meters[-1].reading\"", "\"lines[0]\"", "\"..\"", "\"a.b[\"", "\"ST00012|Name=x|PersonalAcc=1|Sum=1\"",
    "\"ST00011|\"",
    "\"https://qr.nspk.ru/A\"", "\"valence://operations/pp.quick?bic=1\"", "\"%\"", "\"ru\"", "\"demo\"",
    "\"cc1ef8acd80a\"",
    "\"01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19\"", "\"+7 900 000-00-00\"", "\"7707083893\"", "\"18210301000011000110\"",
  ]

  /// Member names of the API.
  package static let names = [
    "values", "changed", "commit", "revision", "version", "action", "input", "operation", "title", "template",
    "submission", "qr", "login", "password", "oldPassword", "newPassword", "name", "phone", "pushDeals", "language",
    "subtitle", "startDate", "endDate", "pages", "place", "text", "image", "ru", "en", "file", "status", "reason",
    "message",
    "from", "to", "amount", "account", "bic", "purpose", "inn", "kpp", "meters", "reading", "provider", "total", "A1",
    "",
  ]

  /// Returns a string, number, array, object or nested arrays of about `count` bytes.
  package static func long(_ count: Int, _ random: inout Random) -> String {
    let part = random.one(of: [
      "a", "9", "\u{316}\u{301}", "ё", " ", "\\u0301\\u0316", "a@", "(", ".", "2026-", "|a=", "{$n}", "й\u{306}",
    ])
    let times = max(1, count / max(1, part.utf8.count))
    switch random.below(6) {
    case 0: return "[" + Array(repeating: "1", count: count / 2).joined(separator: ",") + "]"
    case 1: return "{" + (0..<count / 8).map { "\"a\($0)\":1" }.joined(separator: ",") + "}"
    case 2: return String(repeating: "[", count: count / 2) + String(repeating: "]", count: count / 2)
    case 3: return String(repeating: "9", count: count)
    default: return "\"" + String(repeating: part, count: times) + "\""
    }
  }
}
