import JSON

extension ConformanceReport {
  /// A failed case in the words of a report.
  package struct Failure {
    package let id: String
    /// The rules of the case with their texts.
    package let rules: [String]
    package let reason: String
    package let question: String
    package let expected: String
    package let found: String?
  }

  /// The failures in words.
  package var explained: [Failure] {
    failures.compactMap { outcome -> Failure? in
      guard case .fail(let reason, let found) = outcome.verdict else { return nil }
      return Failure(
        id: outcome.about.id, rules: outcome.about.rules.map { "\($0): \(rules[$0] ?? "")" }, reason: reason,
        question: String(decoding: outcome.about.question(id: 0), as: UTF8.self),
        expected: Value.object(outcome.about.expected).description,
        found: found.map { Value.object($0).description })
    }
  }

  /// The report for people, as Markdown. Texts of the client are in code spans.
  var markdown: String {
    var lines = [
      "# Conformance of \(Self.code(client))", "",
      "Kit \(version). \(isConformant ? "Conformant." : "Not conformant.")", "",
      "| profile | must | should |", "|---|---|---|",
    ]
    for score in scores {
      lines.append(
        "| \(score.profile) | \(score.passed) of \(score.count) | \(score.shouldPassed) of \(score.shouldCount) |")
    }
    if !unavailable.isEmpty { lines += ["", "Not available in this kit: \(unavailable.joined(separator: ", "))."] }
    for failure in explained {
      lines += ["", "## \(Self.code(failure.id))", ""] + failure.rules.map { "- \($0)" }
      lines += ["- \(Self.code(failure.reason))", "- question: \(Self.code(failure.question))"]
      lines.append("- expected: \(Self.code(failure.expected))")
      if let found = failure.found { lines.append("- found: \(Self.code(found))") }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a text as a code span, on one line.
  private static func code(_ text: String) -> String {
    let line = String(text.map { $0.isNewline ? " " : $0 })
    let longest = line.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence) \(line) \(fence)"
  }

  /// The report for people, as a page without scripts.
  var html: String {
    let rows = scores.map { score in
      "<tr><td>\(score.profile)<td>\(score.passed) of \(score.count)<td>\(score.shouldPassed) of \(score.shouldCount)"
    }
    let failures = explained.map { failure in
      let parts = [
        ("reason", failure.reason), ("question", failure.question), ("expected", failure.expected),
        ("found", failure.found ?? ""),
      ]
      let rules = failure.rules.map { "<li>\(Self.escaped($0))" }.joined()
      let rows = parts.filter { !$0.1.isEmpty }.map { "<dt>\($0.0)<dd><code>\(Self.escaped($0.1))</code>" }.joined()
      return "<section><h2>\(Self.escaped(failure.id))</h2><ul>\(rules)</ul><dl>\(rows)</dl></section>"
    }
    return """
      <!DOCTYPE html>
      <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>Conformance of \(Self.escaped(client))</title>
      <style>body { font: 16px/1.5 system-ui; margin: 2rem auto; max-width: 50rem; padding: 0 1rem; color-scheme: light dark }
      code { overflow-wrap: anywhere } td, th { padding: .2rem 1rem .2rem 0; text-align: start }</style>
      <h1>Conformance of \(Self.escaped(client))</h1>
      <p>Kit \(version). \(isConformant ? "Conformant." : "Not conformant.")
      <table><tr><th>profile<th>must<th>should
      \(rows.joined(separator: "\n"))
      </table>
      \(unavailable.isEmpty ? "" : "<p>Not available in this kit: \(unavailable.joined(separator: ", ")).")
      \(failures.joined(separator: "\n"))
      </html>
      """
  }

  /// The report for build servers, as JUnit XML: a suite for each profile.
  var junit: String {
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, #"<testsuites name="conformance">"#]
    for score in scores {
      let own = outcomes.filter { $0.about.profile == score.profile }
      let failed = own.count(where: \.isFailure)
      lines.append("<testsuite name=\"\(score.profile)\" tests=\"\(own.count)\" failures=\"\(failed)\">")
      for outcome in own {
        let name = "<testcase classname=\"\(score.profile)\" name=\"\(Self.escaped(outcome.about.id))\""
        guard case .fail(let reason, _) = outcome.verdict else {
          lines.append("\(name)/>")
          continue
        }
        lines.append("\(name)><failure message=\"\(Self.escaped(reason))\"/></testcase>")
      }
      lines.append("</testsuite>")
    }
    return (lines + ["</testsuites>"]).joined(separator: "\n")
  }

  /// Returns a text for HTML and XML. Control characters, which XML cannot contain, become U+FFFD.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      case "\n": escaped += " "
      case "\u{0}"..<" ", "\u{7F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
