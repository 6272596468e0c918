/// Formats an amount while it is typed: it draws the groups of digits, the point and the sign. A
/// text that is not a number is shown as it was entered, because a removed character could give
/// another number.
///
///     let typing = AmountTyping(language: "ru", places: atom.scale)
///     var field = typing.field(with: atom.value.string)
///     field = typing.edited(field, TextEdit(text: typed, caret: caret))
public struct AmountTyping: Sendable, Hashable {
  /// The language of the person, `ru` or `en`.
  public let language: String
  /// The number of decimal places that the input takes: ``Atom/scale``. Without it, a number with
  /// more decimals is not doubted.
  public let places: Int?

  /// Creates the formatting of an input.
  public init(language: String, places: Int? = nil) { (self.language, self.places) = (language, places) }

  private var group: Unicode.Scalar { language == "ru" ? "\u{A0}" : "," }
  private var point: Unicode.Scalar { language == "ru" ? "," : "." }

  /// Returns the field with a stored value: the text `1 234,5` for `1234.5`.
  public func field(with value: String?) -> TypedText {
    var text = value ?? ""
    if text.wholeMatch(of: /-?[0-9]+\.[0-9]+\./) != nil { text.removeLast() }
    if text.isEmpty { return drawn([]) }
    let isNumber = Decimals.isDecimal(text)
    return doubted(isNumber ? drawn(Array(text.unicodeScalars)) : raw(text, text.utf16.count))
  }

  /// Returns the field after an edit.
  public func edited(_ old: TypedText, _ edit: TextEdit) -> TypedText {
    var now = edit
    now.text = edit.text.narrow
    return doubted(state(old, now))
  }

  /// A number with more decimals than an amount has may have been meant in thousands. A final point
  /// makes the server refuse it.
  private func doubted(_ field: TypedText) -> TypedText {
    guard let places, let value = field.value, Decimals.isDecimal(value), let point = value.firstIndex(of: "."),
      value[point...].count - 1 > max(places, 2)
    else { return field }
    var field = field
    field.value = value + "."
    return field
  }

  private func state(_ old: TypedText, _ now: TextEdit) -> TypedText {
    if now.text.trimmed.isEmpty { return drawn([]) }
    let parts = EditParts(old, now)
    let (inserted, others) = (Array(parts.inserted.unicodeScalars), parts.before + parts.after)
    let isTyped = inserted.count == 1
    // Ignore typed spaces, because separators are drawn.
    if isTyped, inserted[0].isSpace, let entered = old.entered {
      guard others.count == entered.count else { return drawn(others, caretAfter: parts.before.count) }
      var same = old
      same.caret = parts.start
      return same
    }
    if isTyped, Self.isForeign(now.text) { return raw(now.text, now.caret) }
    if old.entered == nil { return whole(now.text, now.caret) }
    if inserted.isEmpty { return drawn(others, caretAfter: parts.before.count) }
    // Without a known start, a pasted text can replace the whole text even if both begin alike.
    if !isTyped, others.isEmpty || (!parts.isKnown && Decimals.readPasted(now.text, in: language) != nil) {
      return whole(now.text, now.caret)
    }
    guard let added = isTyped ? typed(inserted[0], among: others) : pasted(parts.inserted) else {
      return raw(now.text, now.caret)
    }
    let entered = parts.before + added + parts.after
    if entered.count(where: { $0 == "." }) > 1 || (added.contains("-") && !parts.before.isEmpty) {
      return raw(now.text, now.caret)
    }
    return drawn(entered, caretAfter: parts.before.count + added.count)
  }

  /// True if the text has characters other than digits, separators and a leading minus.
  private static func isForeign(_ text: String) -> Bool {
    let rest = text.unicodeScalars.drop(while: \.isSpace)
    let number = rest.first.map { isMinus($0) } == true ? rest.dropFirst() : rest
    return !number.allSatisfy { $0.isDigit || $0.isSpace || $0 == "." || $0 == "," }
  }

  private static func isMinus(_ scalar: Unicode.Scalar) -> Bool { "-−–".unicodeScalars.contains(scalar) }

  /// Returns the characters that a typed one enters; nil if it is ambiguous: in English, a comma
  /// with at most three digits.
  private func typed(_ scalar: Unicode.Scalar, among others: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    if scalar.isDigit { return [scalar] }
    if Self.isMinus(scalar) { return ["-"] }
    let isAmbiguous = scalar == "," && language == "en" && others.count(where: \.isDigit) <= 3 && !others.contains(".")
    return isAmbiguous ? nil : ["."]
  }

  /// Returns the characters of a pasted number; nil if the text is not a number, or ends with a
  /// comma that can begin a group or a fraction. A final point begins a fraction.
  private func pasted(_ text: String) -> [Unicode.Scalar]? {
    let end = text.firstMatch(of: /[0-9]([.,])\s*$/)?.output.1
    guard let number = Decimals.readPasted(text, in: language), end != "," || language != "en" else { return nil }
    return Array(number.unicodeScalars) + (end != nil && !number.contains(".") ? ["."] : [])
  }

  /// Returns the field with a text that is its whole content.
  private func whole(_ text: String, _ caret: Int) -> TypedText {
    let bare = Array(text.trimmed.unicodeScalars)
    if bare.count == 1, Self.isMinus(bare[0]) { return drawn(["-"]) }
    if bare == ["."] || bare == [","] { return drawn(["."]) }
    // In English, such a comma can begin a group or a fraction, so keep the typed text.
    let isAmbiguous = language == "en" && text.wholeMatch(of: /-?[0-9]{1,3}(,[0-9]{0,3})+/) != nil
    guard !isAmbiguous, let number = Decimals.readPasted(text, in: language) else { return raw(text, caret) }
    let behind = text.split(at: caret).after.unicodeScalars.count {
      ($0.isDigit || $0 == "." || $0 == ",") && $0 != group
    }
    // A final point begins a fraction.
    let isOpen = text.firstMatch(of: /[0-9][.,]$/) != nil && !number.contains(".")
    let entered = Array(number.unicodeScalars) + (isOpen ? ["."] : [])
    return drawn(entered, caretAfter: max(0, entered.count - behind))
  }

  /// Returns the field with a text without groups, shown as typed.
  private func raw(_ text: String, _ caret: Int) -> TypedText {
    // An amount can be typed with its unit: `100 руб 50 коп`.
    let pasted = Self.isForeign(text) ? Decimals.readPasted(text, in: language) : nil
    return TypedText(text: text, value: Decimals.read(text, in: language) ?? pasted ?? text.trimmed, caret: caret)
  }

  /// Formats the entered characters, with the caret after the first `number` of them.
  private func drawn(_ entered: [Unicode.Scalar], caretAfter number: Int? = nil) -> TypedText {
    let end = entered.firstIndex(of: ".") ?? entered.count
    var text = String.UnicodeScalarView()
    var at: [Int] = []
    for (index, scalar) in entered.enumerated() {
      // All these characters have one code unit.
      at.append(text.count)
      text.append(scalar == "." ? point : scalar == "-" ? "−" : scalar)
      let left = end - index - 1
      if scalar.isDigit, left > 0, left % 3 == 0 { text.append(group) }
    }
    let last = (number ?? entered.count) - 1
    return TypedText(
      text: String(text), value: Self.value(of: String(entered)), caret: last >= 0 ? at[last] + 1 : 0,
      entered: entered, places: at)
  }

  /// Returns the decimal of the entered text; nil if it is empty. An incomplete number is
  /// unchanged.
  private static func value(of text: String) -> String? {
    if text.isEmpty { return nil }
    var number = text
    if number.hasPrefix(".") { number = "0" + number }
    if number.hasPrefix("-.") { number = "-0" + number.dropFirst() }
    if number.hasSuffix(".") { number.removeLast() }
    return Decimals.isDecimal(number) ? Decimals.closed(number) : text
  }
}
