import JSON

/// The page `/report` of a server for people.
struct SessionPage {
  let kit: ConformanceKit
  let book: SessionBook

  /// The page, without scripts. All texts are escaped.
  var html: String {
    let rules = Dictionary(kit.rules.map { ($0.id, $0.text) }) { first, _ in first }
    var rows = ""
    var (passed, failed) = (0, 0)
    for session in kit.sessions {
      let name = "<th scope=\"row\">\(ConformanceReport.escaped(session.id))"
      switch book.verdict(of: session) {
      case .notRun: rows += "<tr>\(name)<td>not run<td>\n"
      case .pass:
        passed += 1
        rows += "<tr>\(name)<td>pass<td>\n"
      case .fail(let failure):
        failed += 1
        let broken = (failure.rule.map { [$0] } ?? session.rules).map { "\($0): \(rules[$0] ?? "")" }
        let lines = [failure.reason] + broken + (failure.exchange.map { [Value.object($0.report).description] } ?? [])
        let list = lines.map { "<p>\(ConformanceReport.escaped($0))" }.joined()
        rows += "<tr>\(name)<td>fail<td>\(list)\n"
      }
    }
    return """
      <!DOCTYPE html>
      <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>Conformance kit</title>
      <style>body { font: 16px/1.5 system-ui; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color-scheme: light dark }
      p { margin: 0; overflow-wrap: anywhere } td, th { padding: .2rem 1rem .2rem 0; text-align: start; vertical-align: top }</style>
      <h1>Conformance kit \(ConformanceReport.escaped(kit.version))</h1>
      <p>\(passed) passed, \(failed) failed, \(kit.sessions.count - passed - failed) not run. The requests are judged. \
      Compare what your app shows with the instruction.
      <table>
      \(rows)</table>
      </html>
      """
  }
}
