/// Two tokens that are drawn on each other, with the required contrast.
struct ThemePair {
  let front: String
  let back: String
  let minimum: Double
  /// The part of the page in messages.
  let use: String

  /// The contrast of texts (WCAG 1.4.3) and of controls, marks and the focus (WCAG 1.4.11).
  private static let (text, control) = (4.5, 3.0)

  /// All pairs. A dialog and a sheet are `raised`, a card is `surface`.
  static let all: [ThemePair] =
    of("ink", on: ["ground", "surface", "raised", "field", "pressed"], text, "texts")
    + of("quiet", on: ["ground", "surface", "raised", "field", "pressed"], text, "hints and captions")
    + of("link", on: ["ground", "surface", "raised", "field", "accent-soft"], text, "links and quiet buttons")
    + of("accent-ink", on: ["accent"], text, "buttons")
    + of("danger", on: ["ground", "surface", "raised", "danger-soft"], text, "errors")
    + of("danger-ink", on: ["danger"], text, "destructive buttons")
    + of("warning", on: ["ground", "surface", "warning-soft"], text, "warnings")
    + of("success", on: ["ground", "surface", "success-soft"], text, "notes of success")
    + of("incoming", on: ["surface"], text, "incoming amounts")
    + (1...5).flatMap { of("avatar-\($0)-ink", on: ["avatar-\($0)"], text, "initials") }
    + [ThemePair(front: "--chosen-ink", back: "--chosen", minimum: text, use: "chosen elements")]
    + [ThemePair(front: "--bar-title", back: "--bar", minimum: text, use: "titles of bars")]
    + of("field-line", on: ["ground", "surface", "raised"], control, "borders of fields")
    + of("accent", on: ["ground", "surface", "raised"], control, "switches and marks")
    + of("focus", on: ["ground", "surface", "raised"], control, "the focus")

  private static func of(_ front: String, on backs: [String], _ minimum: Double, _ use: String) -> [ThemePair] {
    backs.map { ThemePair(front: "--color-\(front)", back: "--color-\($0)", minimum: minimum, use: use) }
  }
}
