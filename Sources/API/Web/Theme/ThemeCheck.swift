import Atoms
package import SourceText

/// Checks a theme before it is served: its syntax, its tokens and colours, and the contrast of the
/// tokens that are drawn on each other, in the light and in the dark scheme.
package struct ThemeCheck {
  package private(set) var findings = Diagnostics()
  /// The number of compared pairs of colours.
  package private(set) var pairs = 0

  private let file: SourceFile
  private let theme: ThemeTokens
  private let client: ThemeTokens

  /// The largest depth of tokens that refer to others.
  private static let maximumDepth = 8

  /// Checks a theme over the styles of the client, which declare all tokens.
  package init(_ bytes: [UInt8], named name: String, over client: [UInt8]) {
    file = SourceFile(name: name, bytes: bytes)
    self.client = ThemeTokens(String(decoding: client, as: UTF8.self))
    do throws(WebTheme.Fault) { try WebTheme.check(bytes) } catch {
      theme = ThemeTokens("")
      let (line, column) = error.place ?? (1, 1)
      findings.error(.wrongShape, error.problem, at: Location(file: file, line: line, column: column))
      return
    }
    theme = ThemeTokens(String(decoding: bytes, as: UTF8.self))
    checkTokens()
    for scheme in ThemeTokens.Scheme.allCases { for pair in ThemePair.all { check(pair, in: scheme) } }
  }

  /// Reports tokens that the client does not have, and values that are no colours.
  private mutating func checkTokens() {
    let known = client.names
    for declaration in theme.declarations {
      let place = Location(file: file, line: declaration.line, column: declaration.column)
      if !known.contains(declaration.name) {
        let similar = suggestion(for: declaration.name, among: known.sorted())
        findings.warning(.unknownName, "unknown token `\(declaration.name)`", remedy: similar, at: place)
      } else if isColor(declaration.name), !declaration.schemes.isEmpty, !isReadable(declaration.value) {
        let isColor = declaration.value.contains("(") && !declaration.value.lowercased().hasPrefix("rgb")
        let problem =
          isColor
          ? "the contrast of `\(declaration.value)` cannot be computed" : "`\(declaration.value)` is no colour"
        findings.append(
          Diagnostic(
            isColor ? .warning : .error, .wrongValue, problem, remedy: ": write it as `#rrggbb` or `rgb(r g b)`",
            at: place))
      }
    }
  }

  /// True if the client's value of a token is a colour.
  private func isColor(_ name: String) -> Bool {
    ThemeTokens.Scheme.allCases.contains { color(of: name, in: $0, among: [client]) != nil }
  }

  private func isReadable(_ value: String) -> Bool { ThemeColor(value) != nil || Self.reference(in: value) != nil }

  /// Returns the name in `var(--name)`; nil for any other value.
  private static func reference(in value: String) -> String? {
    guard value.hasPrefix("var("), value.hasSuffix(")") else { return nil }
    let name = value.dropFirst(4).dropLast().prefix { $0 != "," }.filter { !$0.isWhitespace }
    return name.hasPrefix("--") ? String(name) : nil
  }

  /// Returns the colour of a token; nil if it is unknown or no colour.
  private func color(
    of name: String, in scheme: ThemeTokens.Scheme, among styles: [ThemeTokens], depth: Int = 0
  ) -> ThemeColor? {
    let found = styles.lazy.compactMap { $0.declaration(of: name, in: scheme) }.first
    guard let value = found?.value, depth < Self.maximumDepth else { return nil }
    guard let other = Self.reference(in: value) else { return ThemeColor(value) }
    return color(of: other, in: scheme, among: styles, depth: depth + 1)
  }

  /// Returns the declaration of the theme that gives a token its value, also through other tokens.
  private func source(of name: String, in scheme: ThemeTokens.Scheme, depth: Int = 0) -> ThemeTokens.Declaration? {
    if let own = theme.declaration(of: name, in: scheme) { return own }
    let value = client.declaration(of: name, in: scheme)?.value
    guard let other = value.flatMap(Self.reference), depth < Self.maximumDepth else { return nil }
    return source(of: other, in: scheme, depth: depth + 1)
  }

  private mutating func check(_ pair: ThemePair, in scheme: ThemeTokens.Scheme) {
    let styles = [theme, client]
    guard let ground = color(of: "--color-ground", in: scheme, among: styles),
      let front = color(of: pair.front, in: scheme, among: styles),
      let back = color(of: pair.back, in: scheme, among: styles)
    else { return }
    pairs += 1
    let below = back.drawn(on: ground)
    let contrast = front.drawn(on: below).contrast(with: below)
    let (own, other) = (source(of: pair.front, in: scheme), source(of: pair.back, in: scheme))
    guard contrast < pair.minimum, let blamed = own ?? other else { return }
    let problem =
      "`\(pair.front)` \(front.hexadecimal) on `\(pair.back)` \(below.hexadecimal) has a contrast of "
      + "\(Self.ratio(contrast)):1 in the \(scheme.rawValue) theme; \(pair.use) need \(Self.ratio(pair.minimum)):1"
    findings.error(
      .wrongValue, problem, remedy: remedy(for: pair, front, below, blamed, in: scheme, isFront: own != nil),
      at: Location(file: file, line: blamed.line, column: blamed.column))
  }

  /// Returns the nearest colour with enough contrast. A declaration that applies to both schemes is
  /// completed by one for the dark scheme.
  private func remedy(
    for pair: ThemePair, _ front: ThemeColor, _ back: ThemeColor, _ blamed: ThemeTokens.Declaration,
    in scheme: ThemeTokens.Scheme, isFront: Bool
  ) -> String {
    let better =
      isFront ? front.adjusted(to: pair.minimum, on: back) : back.adjusted(to: pair.minimum, on: front)
    guard let better else { return "" }
    let place =
      scheme == .dark && blamed.schemes.count > 1 ? " in `@media (prefers-color-scheme: dark) { :root { … } }`" : ""
    return ": write `\(blamed.name): \(better.hexadecimal)`\(place)"
  }

  /// A ratio with at most two decimals, rounded down so that an insufficient one never looks
  /// sufficient.
  private static func ratio(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded(.down))
    let decimals = hundredths % 100
    guard decimals > 0 else { return "\(hundredths / 100)" }
    return "\(hundredths / 100).\(decimals % 10 == 0 ? "\(decimals / 10)" : decimals < 10 ? "0\(decimals)" : "\(decimals)")"
  }
}
