import Dates
import JSON
import Model
import Services
package import Texts

extension Evidence {
  /// Returns the document as lines for a person, with the rows in one language.
  package func lines(in language: Language) -> [String] {
    var lines: [String] = []
    func add(_ name: String, _ text: String?) {
      guard let text else { return }
      lines.append(name + String(repeating: " ", count: max(1, 10 - name.count)) + text)
    }
    add("submitted", title)
    // A line break in a value must not look like a further line of the document.
    let rows = (shown[language] ?? []).map { $0.replacing("\n", with: " ⏎ ") }
    let version = "(version \(submission.version))"
    add("shown", isForgotten ? "the values were deleted \(version)" : "\(rows.joined(separator: " | "))   \(version)")
    if submission.method != nil { add("signed", signing) }
    add("from", origin)
    if let movement {
      add("movement", "\(movement.id), \(movement.debit) to \(movement.credit)")
    }
    if let feed {
      add("core", "row \(feed.sequence), " + (feed.acknowledged.map { "acknowledged \($0)" } ?? "not acknowledged"))
    }
    if let delivery { add("delivery", "\(delivery.service) \(delivery.effect), \(delivery.status.rawValue)") }
    add("digest", hexadecimal(digest))
    if let first = records.first?.record.sequence, let last = records.last?.record.sequence {
      add("audit", "records \(first) to \(last), head \(head.sequence)")
    }
    for check in checks {
      add(check.result == .different ? "FAILED" : "check", "\(check.name): \(check.result.rawValue)")
    }
    return lines
  }

  private var title: String {
    let paid = submission.amount.map { " \($0)" } ?? ""
    let known = [externalID, person?.name].compactMap(\.self).joined(separator: " ")
    return "\(submission.operation)\(paid), \(submission.status.rawValue) \(submission.changed), "
      + "by \(known) (person \(submission.person))"
  }

  private var signing: String? {
    guard let method = submission.method, let signed = submission.signed else { return "not signed" }
    var parts = [method.rawValue]
    if case .array(let cells)? = signedWith?["cells"] {
      let names = cells.compactMap(\.string).joined(separator: " ")
      let matrix = signedWith?["matrix"]?.string.map { " of the matrix \($0)" } ?? ""
      parts.append("cells \(names)\(matrix)")
    }
    if let number = signedWith?["sentTo"]?.string { parts.append("code sent to \(number)") }
    parts.append("challenge \(challenges)")
    parts.append("\(signed)")
    return parts.joined(separator: ", ") + (asked.map { "; asked \($0)" } ?? "")
  }

  private var origin: String? {
    guard let signedWith else { return nil }
    let began = signedWith["sessionBegan"]?.string.map { "login of \($0)" }
    let request = signedWith["request"]?.string.map { "request \($0)" }
    return [signedWith["client"]?.string, signedWith["peer"]?.string, began, request].compactMap(\.self)
      .joined(separator: ", ")
  }
}
