/// The state of a field while a person types: its text, its value and its caret.
///
/// ``InputMask`` and ``AmountTyping`` compute each state from the previous one and an edit, so that
/// a typed character is not mistaken for a drawn one.
public struct TypedText: Sendable, Hashable {
  /// The reason why a text does not fit its mask.
  public enum Fault: String, Sendable {
    /// The mask does not take a character. The text is shown as it was entered, and is the value.
    case unfit
    /// There are more characters than the mask takes.
    case extra
  }

  /// The text to show.
  public var text: String
  /// The value to enter in the form; nil for an empty field.
  public var value: String?
  /// The position of the caret, in UTF-16 code units.
  public var caret: Int
  /// The reason why the text does not fit; nil if it fits.
  public var fault: Fault?
  /// The entered characters; nil if the text is shown as it was entered.
  var entered: [Unicode.Scalar]?
  /// The position of each entered character in the text, in UTF-16 code units.
  var places: [Int] = []
}

/// An edit of a field: its new text and caret, both in UTF-16 code units.
///
///     field = mask.edited(field, TextEdit(text: newText, caret: newText.utf16.count))
public struct TextEdit: Sendable, Hashable {
  /// A way to change a text.
  public enum Kind: Sendable {
    /// Characters were inserted, or a selection was replaced.
    case insertion
    /// The character before the caret was deleted.
    case backward
    /// The character after the caret was deleted.
    case forward
  }

  /// The new text.
  public var text: String
  /// The new position of the caret.
  public var caret: Int
  /// The way in which the text was changed.
  public var kind: Kind
  /// The start of the replaced selection; nil if it is not known.
  public var from: Int?

  /// Creates an edit.
  public init(text: String, caret: Int, kind: Kind = .insertion, from: Int? = nil) {
    (self.text, self.caret) = (text, caret)
    (self.kind, self.from) = (kind, from)
  }
}

/// The parts of an edit: the inserted text, and the entered characters before and after it.
struct EditParts {
  let start: Int
  let inserted: String
  private(set) var before: [Unicode.Scalar]
  private(set) var after: [Unicode.Scalar]
  /// True if the start of the replaced selection is known.
  let isKnown: Bool

  init(_ old: TypedText, _ edit: TextEdit) {
    let (was, now) = (Array(old.text.utf16), Array(edit.text.utf16))
    let caret = min(max(edit.caret, 0), now.count)
    // The text after the caret is unchanged, and the inserted text ends at the caret.
    let end = max(0, was.count - (now.count - caret))
    let from = edit.from ?? -1
    // Without a known start, a text that is inserted after an equal one seems to be longer.
    isKnown = from >= 0 && from <= min(end, caret) && was.prefix(from) == now.prefix(from)
    var start = isKnown ? from : 0
    while !isKnown, start < min(end, caret), was[start] == now[start] { start += 1 }
    self.start = start
    inserted = String(decoding: now[start..<max(start, caret)], as: UTF16.self)
    let entered = old.entered ?? []
    before = zip(entered, old.places).filter { $0.1 < start }.map(\.0)
    after = zip(entered, old.places).filter { $0.1 >= end }.map(\.0)
    guard inserted.isEmpty, before.count + after.count == entered.count else { return }
    // Only a drawn character was deleted: delete the entered character next to it.
    if edit.kind == .backward, !before.isEmpty { before.removeLast() }
    if edit.kind == .forward, !after.isEmpty { after.removeFirst() }
  }
}
