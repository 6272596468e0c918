/// A mask, which formats a text while it is typed: `#` is a digit, `@` a letter. A character after
/// `\` is part of the text and of the value, any other one of the text only.
///
///     let mask = InputMask("+7 (###) ###-##-##")
///     var field = mask.field(with: atom.value.string)
///     field = mask.edited(field, TextEdit(text: typed, caret: caret))
///     _ = form.enter(field.value.map(WireValue.string) ?? .null, at: "phone")
public struct InputMask: Sendable, Hashable {
  enum Place: Sendable, Hashable {
    case digit
    case letter
    case fixed(Unicode.Scalar, isKept: Bool)

    var isFree: Bool { fixed == nil }
    var fixed: Unicode.Scalar? { if case .fixed(let scalar, _) = self { scalar } else { nil } }
    var isKept: Bool { if case .fixed(_, let isKept) = self { isKept } else { false } }

    func takes(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .digit: scalar.isDigit
      case .letter: scalar.isLetter
      case .fixed(let own, _): own == scalar
      }
    }
  }

  let places: [Place]
  /// The number of characters that the mask takes.
  var count: Int { places.count(where: \.isFree) }

  /// Reads a mask.
  public init(_ mask: String) {
    var places: [Place] = []
    var isKept = false
    for scalar in mask.unicodeScalars {
      if scalar == "\\", !isKept {
        isKept = true
        continue
      }
      switch scalar {
      case "#" where !isKept: places.append(.digit)
      case "@" where !isKept: places.append(.letter)
      default: places.append(.fixed(scalar, isKept: isKept))
      }
      isKept = false
    }
    self.places = places
  }

  /// Returns the field with a stored value: the text `+7 (916) 123-45-67` for `9161234567`.
  public func field(with value: String?) -> TypedText {
    let text = value ?? ""
    if text.isEmpty { return drawn([]) }
    // The server may store a text without the spaces of the mask.
    let entered = entered(in: text, \.isKept) ?? self.entered(in: text) { $0.isKept && $0.fixed?.isSpace == false }
    return entered.map { drawn($0) } ?? Self.unfit(text, text.utf16.count)
  }

  /// Returns the field after an edit.
  public func edited(_ old: TypedText, _ edit: TextEdit) -> TypedText {
    let text = edit.text.narrow
    guard old.entered?.isEmpty == false else { return whole(text, edit.caret) }
    var now = edit
    now.text = text
    let parts = EditParts(old, now)
    if parts.before.isEmpty, parts.after.isEmpty, !parts.inserted.isEmpty { return whole(text, edit.caret) }
    guard let added = words(in: parts.inserted) else { return Self.unfit(text, edit.caret) }
    let entered = parts.before + added + parts.after
    guard fits(entered) else { return Self.unfit(text, edit.caret) }
    return drawn(entered, caretAfter: parts.before.count + added.count)
  }
}

extension InputMask {
  private static func unfit(_ text: String, _ caret: Int) -> TypedText {
    TypedText(text: text, value: text.isEmpty ? nil : text, caret: caret, fault: .unfit)
  }

  /// Formats the entered characters, with the caret after the first `number` of them.
  private func drawn(_ entered: [Unicode.Scalar], caretAfter number: Int? = nil) -> TypedText {
    var (text, value) = (String.UnicodeScalarView(), String.UnicodeScalarView())
    var (at, length) = ([Int](), 0)
    func add(_ scalar: Unicode.Scalar) {
      text.append(scalar)
      length += UTF16.width(scalar)
    }
    func enter() {
      value.append(entered[at.count])
      at.append(length)
      add(entered[at.count - 1])
    }
    for place in entered.isEmpty ? [] : places {
      // A fixed character is drawn with the entered one after it, and at the end of a full mask.
      if at.count == entered.count, at.count < count { break }
      guard let fixed = place.fixed else {
        enter()
        continue
      }
      add(fixed)
      if place.isKept { value.append(fixed) }
    }
    while at.count < entered.count { enter() }
    let last = (number ?? entered.count) - 1
    let caret = last >= 0 ? at[last] + UTF16.width(entered[last]) : at.first ?? 0
    return TypedText(
      text: String(text), value: value.isEmpty ? nil : String(value), caret: caret,
      fault: entered.count > count ? .extra : nil, entered: entered, places: at)
  }

  /// Returns the field with a text that is its whole content.
  private func whole(_ text: String, _ caret: Int) -> TypedText {
    guard let found = words(in: text) else { return Self.unfit(text, caret) }
    var empty = drawn([])
    if found.isEmpty {
      // The beginning of the mask can be typed by hand.
      let lead = String(places.prefix { !$0.isFree }.compactMap(\.fixed))
      if lead.utf16.starts(with: text.utf16) { (empty.text, empty.caret) = (text, caret) }
      return empty
    }
    guard let entered = entered(among: found, of: text), fits(entered) else { return Self.unfit(text, caret) }
    if entered.isEmpty {
      (empty.text, empty.caret) = (text, caret)
      return empty
    }
    // Keep the number of characters after the caret.
    let behind = words(in: text.split(at: caret).after)?.count ?? 0
    return drawn(entered, caretAfter: max(0, entered.count - behind))
  }

  /// Returns the entered characters among the letters and digits of a text, without those that the
  /// mask draws; nil if the text begins with `+` and other digits.
  private func entered(among found: [Unicode.Scalar], of text: String) -> [Unicode.Scalar]? {
    let fixed = places.compactMap(\.fixed)
    if let asDrawn = entered(in: text, { _ in true }) {
      let hasMark = fixed.contains { !$0.isWord && !$0.isSpace && text.unicodeScalars.contains($0) }
      if found.count != count || hasMark { return asDrawn }
    }
    let lead = places.prefix { !$0.isFree }.compactMap(\.fixed)
    let prefix = lead.filter(\.isWord)
    if lead.contains("+"), text.unicodeScalars.first(where: { !$0.isSpace }) == "+" {
      let isSame = zip(prefix, found).allSatisfy { $0 == $1 }
      return isSame ? Array(found.dropFirst(prefix.count)) : nil
    }
    if found.count == count { return found }
    // A number with all digits of the mask. A Russian one may begin with 8 instead of +7.
    let all = places.filter { $0.isFree || $0.fixed?.isWord == true }
    let isRussian = lead.contains("+") && prefix == ["7"] && found.first == "8"
    let isWhole =
      found.count == all.count
      && zip(all, found).enumerated().allSatisfy { index, pair in
        pair.0.isFree || pair.0.fixed == pair.1 || (index == 0 && isRussian)
      }
    return isWhole ? zip(all, found).filter { $0.0.isFree }.map(\.1) : found
  }

  /// Returns the entered characters of a text that must contain the fixed characters for which
  /// `isNeeded` is true; nil if it does not.
  private func entered(in text: String, _ isNeeded: (Place) -> Bool) -> [Unicode.Scalar]? {
    var entered: [Unicode.Scalar] = []
    var left = Array(text.unicodeScalars)[...]
    for place in places where place.isFree || isNeeded(place) {
      guard let scalar = left.popFirst() else { return entered }
      guard place.takes(scalar) else { return nil }
      if place.isFree { entered.append(scalar) }
    }
    return left.allSatisfy(\.isWord) ? entered + left : nil
  }

  /// Returns the letters and digits of a text without separators; nil if it has other characters.
  private func words(in text: String) -> [Unicode.Scalar]? {
    var found: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      if scalar.isWord {
        found.append(scalar)
      } else if !scalar.isInvisible, !scalar.isSpace, !scalar.isDash, !"().,/".unicodeScalars.contains(scalar),
        !places.contains(where: { $0.fixed == scalar })
      {
        return nil
      }
    }
    return found
  }

  private func fits(_ entered: [Unicode.Scalar]) -> Bool {
    zip(places.filter(\.isFree), entered).allSatisfy { $0.takes($1) }
  }
}
