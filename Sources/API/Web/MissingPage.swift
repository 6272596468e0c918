import Texts
import HTTPServer

/// The page that a browser shows for an unknown path. Other clients get the problem document.
///
/// The page is a constant text without script or style, and contains nothing from the request.
enum MissingPage {
  /// The content security policy: the page loads nothing and has no forms and no base address.
  private static let policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// The maximum number of media ranges that are read from a header.
  private static let maxRanges = 32

  /// Returns the response to a request; nil if it is not a `GET` or `HEAD` request that accepts
  /// HTML.
  static func response(to request: Request, in language: Language) -> Response? {
    guard request.method == .get || request.method == .head, let accept = request.header("Accept"), isAccepted(accept)
    else { return nil }
    return Response(
      status: 404,
      headers: [
        ("Content-Type", "text/html; charset=utf-8"), ("Content-Language", language.rawValue),
        ("Cache-Control", "no-store"), ("Content-Security-Policy", policy),
      ],
      body: Array(page(in: language).utf8))
  }

  /// Returns true if an `Accept` header contains `text/html` with a weight above 0 (RFC 9110,
  /// 12.5.1).
  static func isAccepted(_ accept: String) -> Bool {
    accept.split(separator: ",", maxSplits: maxRanges).prefix(maxRanges).contains { range in
      let parts = range.split(separator: ";").map { part in
        part.filter { $0 != " " && $0 != "\t" }.lowercased()
      }
      guard parts.first == "text/html" else { return false }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return weight > 0
    }
  }

  private static let title = LocalizedText(ru: "Такой страницы нет", en: "Page not found")
  private static let advice = LocalizedText(
    ru: "Возможно, ссылка устарела или в ней ошибка.", en: "The link may be outdated or mistyped.")
  private static let home = LocalizedText(ru: "На главную", en: "To Home")

  private static func page(in language: Language) -> String {
    """
    <!doctype html>
    <html lang="\(language.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title[language])</title>
    </head>
    <body>
    <main>
    <h1>\(title[language])</h1>
    <p>\(advice[language])</p>
    <p><a href="/">\(home[language])</a></p>
    </main>
    </body>
    </html>

    """
  }
}
