import Platform

/// A colour of a theme, in sRGB.
struct ThemeColor: Equatable {
  /// Red, green and blue from 0 to 1.
  let channels: [Double]
  /// The opacity from 0 to 1.
  let alpha: Double

  init(_ channels: [Double], alpha: Double = 1) { (self.channels, self.alpha) = (channels, alpha) }

  /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `white`, `black` or
  /// `transparent`. Returns nil for any other text.
  init?(_ text: String) {
    switch text.lowercased() {
    case "white": self.init([1, 1, 1])
    case "black": self.init([0, 0, 0])
    case "transparent": self.init([0, 0, 0], alpha: 0)
    case let text where text.hasPrefix("#"): self.init(hexadecimal: text.dropFirst())
    case let text: self.init(function: text)
    }
  }

  private init?(hexadecimal text: Substring) {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count else { return nil }
    let bytes: [Int]
    switch digits.count {
    case 3, 4: bytes = digits.map { $0 * 17 }
    case 6, 8: bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    default: return nil
    }
    self.init(bytes.prefix(3).map { Double($0) / 255 }, alpha: bytes.count == 4 ? Double(bytes[3]) / 255 : 1)
  }

  private init?(function text: String) {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")"), ["rgb", "rgba"].contains(text[..<open]) else {
      return nil
    }
    let parts = text[text.index(after: open)...].dropLast().split { " ,/".contains($0) }
    guard parts.count == 3 || parts.count == 4 else { return nil }
    let channels = parts.prefix(3).compactMap { Self.number($0, of: 255) }
    let alpha = parts.count == 4 ? Self.number(parts[3], of: 1) : 1
    guard channels.count == 3, let alpha else { return nil }
    self.init(channels, alpha: alpha)
  }

  /// Reads a number, of which `whole` is 1, or a percentage.
  private static func number(_ text: Substring, of whole: Double) -> Double? {
    let isPart = text.hasSuffix("%")
    guard let number = Double(isPart ? text.dropLast() : text), number.isFinite else { return nil }
    return min(1, max(0, number / (isPart ? 100 : whole)))
  }

  /// The colour as `#rrggbb`, without its opacity.
  var hexadecimal: String {
    channels.reduce("#") { text, channel in
      let digits = String(Int((channel * 255).rounded()), radix: 16)
      return text + (digits.count == 1 ? "0" : "") + digits
    }
  }

  /// Returns the colour as drawn on an opaque one.
  func drawn(on ground: ThemeColor) -> ThemeColor {
    ThemeColor(zip(channels, ground.channels).map { $0 * alpha + $1 * (1 - alpha) })
  }

  /// Returns a colour between this one and `other`.
  func mixed(with other: ThemeColor, _ part: Double) -> ThemeColor {
    ThemeColor(zip(channels, other.channels).map { $0 * (1 - part) + $1 * part })
  }

  /// The relative luminance (WCAG 2.2).
  private var luminance: Double {
    zip(channels, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
      let linear = part.0 <= 0.04045 ? part.0 / 12.92 : pow((part.0 + 0.055) / 1.055, 2.4)
      return sum + linear * part.1
    }
  }

  /// Returns the contrast ratio with another colour, from 1 to 21 (WCAG 2.2). Both are opaque.
  func contrast(with other: ThemeColor) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Returns the nearest darker or lighter colour whose contrast with each of these colours is at
  /// least their minimum; nil if none has it.
  func adjusted(to limits: [(color: ThemeColor, minimum: Double)]) -> ThemeColor? {
    for step in 0...100 {
      for end in [ThemeColor([0, 0, 0]), ThemeColor([1, 1, 1])] {
        // The colour is read again from its digits, which have less precision.
        guard let next = ThemeColor(mixed(with: end, Double(step) / 100).hexadecimal) else { continue }
        if limits.allSatisfy({ next.contrast(with: $0.color) >= $0.minimum }) { return next }
      }
    }
    return nil
  }
}
