extension DrawnWords {
  static let content = DrawnWords(
    "TextContent", TextInputKind.Content.allCases.map(\.rawValue),
    "the text that an input takes: any text, ASCII digits, a decimal number, money, a telephone number, an e-mail "
      + "address, a password or a one-time code")
  static let textRole = DrawnWords(
    "TextRole", [Role.account, .card, .person].map(\.rawValue), "the role of an entered text")
  static let shownRole = DrawnWords(
    "ShownRole", Role.allCases.map(\.rawValue), "the role of a shown value; draw the text of an unknown role")
  static let capitals = DrawnWords(
    "Capitalization", InputAppearance.capitals, "the letters that the keyboard capitalizes")
  static let keyboard = DrawnWords("Keyboard", InputAppearance.keyboards, "the keyboard on the screen")
  static let notify = DrawnWords(
    "Notify", [Atom.Notify.commit, .change].map(\.rawValue),
    "`commit`: when the person ends editing; `change`: after each change")
  static let tone = DrawnWords(
    "ButtonTone", ButtonKind.tones, "the emphasis of a button; `danger`: the action cannot be undone")
  static let action = DrawnWords(
    "ActionName", ButtonKind.Action.allCases.map(\.rawValue), "the action of a tap")
  static let fontSize = DrawnWords("FontSize", TextKind.fontSizes, "the size of a text")
  static let severity = DrawnWords("TextSeverity", TextKind.severities, "`warning`: draw the text differently")
  static let noteSeverity = DrawnWords(
    "NoteSeverity", Atom.Note.Severity.allCases.map(\.rawValue), "draw an unknown severity as plain text")
  static let segmentedLook = DrawnWords("SegmentedLook", ["list"], "`list`: a list of radio buttons")
  static let choicesLook = DrawnWords("ChoicesLook", ["chips"], "`chips`: the options are drawn side by side")
  static let editing = DrawnWords(
    "ItemEditing", ItemEditing.allCases.filter { $0 != .inline }.map(\.rawValue),
    "`apart`: the titles of the items, and the inputs of one open item; `table`: a table with the inputs of one row")
  static let documentFormat = DrawnWords(
    "DocumentFormat", [ConsentDocument.Format.markdown, .pdf].map(\.rawValue), "the format of a document")
  static let blockKind = DrawnWords(
    "TextBlockKind", ["paragraph", "heading", "list"],
    "draw a block of an unknown kind by its `spans`; omit it if it has none")
  static let accountRole = DrawnWords(
    "AccountRole", ["owner", "signatory", "viewer"], "the role of the person; owners and signatories may pay")

  /// All sets of words, each of which has a schema.
  package static let all: [DrawnWords] = [
    content, textRole, shownRole, capitals, keyboard, notify, tone, action, fontSize, severity, noteSeverity,
    segmentedLook, choicesLook, editing, documentFormat, blockKind, accountRole,
  ]
}
