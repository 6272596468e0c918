import Atoms
package import SourceText

/// Checks a theme before it is served: its syntax, its tokens and its colours.
///
/// The contrast of colours that are drawn on each other is checked in the light and the dark
/// scheme.
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
    for scheme in ThemeTokens.Scheme.allCases { checkContrast(in: scheme) }
  }

  /// Reports tokens that the client lacks, and malformed colours.
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

  /// A pair with too little contrast, and the declaration of the theme that causes it.
  private struct Failure {
    let pair: ThemePair
    let (front, back): (ThemeColor, ThemeColor)
    let contrast: Double
    let declaration: ThemeTokens.Declaration
    /// True if the declaration gives the front its colour, false for the back.
    let isFront: Bool

    /// True if both failures have the same cause, so that one finding reports them.
    func isLike(_ other: Failure) -> Bool {
      isFront == other.isFront && declaration.line == other.declaration.line
        && declaration.column == other.declaration.column
    }
  }

  /// Reports each declaration once in a scheme, with the pair that has the least contrast.
  private mutating func checkContrast(in scheme: ThemeTokens.Scheme) {
    var left = ThemePair.all.compactMap { pair in
      compared(pair, in: scheme).flatMap { $0.contrast < pair.minimum ? $0 : nil }
    }
    pairs += ThemePair.all.count
    while let first = left.first {
      let group = left.filter(first.isLike)
      left.removeAll(where: first.isLike)
      let worst = group.min { $0.contrast < $1.contrast } ?? first
      let pair = worst.pair
      let others = group.count > 1 ? " (and \(group.count - 1) more)" : ""
      let problem =
        "`\(pair.front)` \(worst.front.hexadecimal) on `\(pair.back)` \(worst.back.hexadecimal)\(others) has a "
        + "contrast of \(Self.ratio(worst.contrast)):1 in the \(scheme.rawValue) theme; \(pair.use) need "
        + "\(Self.ratio(pair.minimum)):1"
      let place = Location(file: file, line: worst.declaration.line, column: worst.declaration.column)
      findings.error(.wrongValue, problem, remedy: remedy(for: worst, in: scheme), at: place)
    }
  }

  /// Compares a pair that the theme changes; nil for any other pair.
  private func compared(_ pair: ThemePair, in scheme: ThemeTokens.Scheme) -> Failure? {
    let styles = [theme, client]
    let own = source(of: pair.front, in: scheme)
    guard let ground = color(of: "--color-ground", in: scheme, among: styles),
      let front = color(of: pair.front, in: scheme, among: styles),
      let back = color(of: pair.back, in: scheme, among: styles)?.drawn(on: ground),
      let declaration = own ?? source(of: pair.back, in: scheme)
    else { return nil }
    let drawn = front.drawn(on: back)
    return Failure(
      pair: pair, front: drawn, back: back, contrast: drawn.contrast(with: back), declaration: declaration,
      isFront: own != nil)
  }

  /// Returns the nearest colour with enough contrast in all pairs of the declaration. A declaration
  /// that applies to both schemes is completed by one for the dark scheme.
  private func remedy(for failure: Failure, in scheme: ThemeTokens.Scheme) -> String {
    let alike = ThemePair.all.compactMap { compared($0, in: scheme) }.filter(failure.isLike)
    let limits = alike.map { (color: failure.isFront ? $0.back : $0.front, minimum: $0.pair.minimum) }
    let (name, schemes) = (failure.declaration.name, failure.declaration.schemes)
    guard let better = (failure.isFront ? failure.front : failure.back).adjusted(to: limits) else { return "" }
    let place =
      scheme == .dark && schemes.count > 1 ? " in `@media (prefers-color-scheme: dark) { :root { … } }`" : ""
    return ": write `\(name): \(better.hexadecimal)`\(place)"
  }

  /// A ratio with at most two decimals, rounded down so that an insufficient one never looks
  /// sufficient.
  private static func ratio(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded(.down))
    let decimals = hundredths % 100
    guard decimals > 0 else { return "\(hundredths / 100)" }
    return
      "\(hundredths / 100).\(decimals % 10 == 0 ? "\(decimals / 10)" : decimals < 10 ? "0\(decimals)" : "\(decimals)")"
  }
}
