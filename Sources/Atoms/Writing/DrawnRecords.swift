extension DrawnRecord {
  /// All objects in members of atoms.
  package static let all: [DrawnRecord] = actions + shownValues + formattedTexts + options + judgements + parts

  private static let actions = [
    DrawnRecord(
      "Link", "a request",
      [
        Member("method", .text, required: true), Member("href", .text, required: true),
      ]),
    DrawnRecord(
      "Action", "the action of a tap; if `href` is absent, the client performs it without a request",
      [
        Member("name", .word(.action), required: true), Member("method", .text), Member("href", .text),
      ]),
    DrawnRecord(
      "Confirmation", "a question to ask before an action",
      [
        Member("title", .text, "the question", required: true),
        Member("text", .text, "an explanation below it"),
        Member("action", .text, "the caption of the confirming button; by default the caption of the tapped button"),
        Member("cancel", .text, "the caption of the cancelling button"),
      ]),
    DrawnRecord(
      "ItemRemoval", "the removal of an item",
      [Member("confirm", .record("Confirmation"), "the question before it", required: true)]),
  ]

  private static let shownValues = [
    DrawnRecord(
      "ShownPair", "a read-only value with its label",
      [
        Member("label", .text, required: true),
        Member(
          "group", .text, "the captions of the enclosing groups or items; a pair without it ends the group"),
        Member("role", .word(.shownRole), required: true),
        Member("value", .text, "the value for programs", required: true),
        Member("text", .text, "the value in the language of the response", required: true),
        Member("currency", .text, "of an amount"),
      ]),
    DrawnRecord(
      "ValueChange", "the page on which a value of a review can be changed",
      [
        Member("href", .text, "the address of the page, for GET", required: true),
        Member("atom", .text, "the path of the input, to focus it", required: true),
        Member("title", .text, "the text of the button or link", required: true),
      ]),
  ]

  private static let formattedTexts = [
    DrawnRecord(
      "TextBlock",
      "a paragraph, a heading or a list of a formatted text; clients draw an unknown kind with `spans` as a "
        + "paragraph, and omit others",
      [
        Member("kind", .word(.blockKind), required: true),
        Member("spans", .list(.record("TextSpan")), "of a paragraph or a heading: its text"),
        Member("level", .integer, "of a heading: 1 or 2"),
        Member("ordered", .boolean, "of a list: the items have numbers, from 1"),
        Member(
          "items", .list(.list(.either([.record("TextSpan"), .record("TextBlock")]))),
          "of a list: for each item its text, then the lists in it, which are nested at most 3 deep"),
      ]),
    DrawnRecord(
      "TextSpan", "a stretch of text; it contains no formatting",
      [
        Member("text", .text, required: true), Member("strong", .yes), Member("emphasis", .yes),
        Member(
          "href", .text,
          "the target of a link: a path of this server to request by GET, or an address with `https`, `mailto` or "
            + "`tel` to open outside of the client"),
      ]),
  ]

  private static let options = [
    DrawnRecord(
      "PlainOption", "an option of a choice; further members are fields of the definition", isOpen: true,
      [
        Member("value", .either([.text, .integer]), "returned unchanged, with its JSON type", required: true),
        Member("caption", .text, required: true),
        Member("disabled", .nullable(.boolean), "true: the option cannot be chosen"),
        Member("detail", .nullable(.text), "a second line"),
      ]),
    DrawnRecord(
      "AccountOption", "an account of the person",
      [
        Member("value", .text, "the number of the account", required: true),
        Member("caption", .text, required: true),
        Member("currency", .text, "the code of ISO 4217"),
        Member("balance", .text, "a decimal number"),
        Member("available", .text, "the balance without held amounts"),
        Member("isOwner", .boolean, "true: the person may pay from the account"),
        Member("role", .word(.accountRole)),
        Member("disabled", .boolean, "true: the account is closed"),
      ]),
    DrawnRecord(
      "FoundOption", "an option that a search has found",
      [
        Member("value", .text, required: true), Member("caption", .text, required: true),
        Member("detail", .text, "a second line"), Member("image", .text, "the path of an image, such as a logo"),
      ]),
    DrawnRecord(
      "ChosenOption", "the option with the value of a search",
      [Member("value", .text, required: true), Member("caption", .text, required: true)]),
  ]

  private static let judgements = [
    DrawnRecord(
      "Violation", "a violated rule",
      [
        Member("code", .text, "the rule, or the name of the verification", required: true),
        Member("message", .text, "for the person", required: true), Member("params", .object, required: true),
      ]),
    DrawnRecord(
      "Note", "a text about a value; it is neither stored nor signed",
      [
        Member("severity", .word(.noteSeverity), required: true), Member("code", .text, "`note`", required: true),
        Member("message", .text, required: true), Member("params", .object, required: true),
      ]),
    DrawnRecord(
      "NormalizedText", "the changes to a posted text",
      [
        Member("message", .text, required: true),
        Member("changes", .list(.record("CharacterChange")), required: true),
      ]),
    DrawnRecord(
      "CharacterChange", "a replaced or removed character",
      [
        Member("from", .text, required: true),
        Member("to", .text, "empty for a removed character", required: true),
        Member(
          "positions", .list(.integer), "positions in the posted text without surrounding whitespace, from 1",
          required: true),
      ]),
  ]

  private static let parts = [
    DrawnRecord(
      "ConsentDocument", "the document of a consent",
      [
        Member("title", .text, required: true),
        Member(
          "href", .text, "a path of this server, whose answer is a tree, or an address outside", required: true),
        Member("format", .word(.documentFormat), "of a file on this server"),
        Member("sha256", .text, "the digest of a file on this server"),
        Member("version", .text, "the version of a document outside"),
      ]),
    DrawnRecord(
      "ImageSource", "a file of a picture",
      [
        Member("href", .text, "the path on this server", required: true),
        Member("type", .text, "the media type", required: true),
        Member("scale", .integer, "the number of pixels for each point; absent for a drawing of any size"),
      ]),
    DrawnRecord(
      "Slider", "a slider next to the field of a number; its positions begin at `min`",
      [
        Member("step", .text, "the distance between two positions", required: true),
        Member("marks", .list(.text), "the values with a label, in ascending order"),
      ]),
    DrawnRecord(
      "Item", "an item of a repeat",
      [
        Member("title", .text, "the title; without it, show the number of the item"),
        Member("atoms", .list(.record("Atom")), required: true),
      ]),
  ]
}
