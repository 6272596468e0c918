import JSON

extension DrawnMembers {
  /// Texts and images.
  static let ofTexts: [DrawnMember] = [
    DrawnMember("fontSize", .word(.fontSize), of: .text, in: .trait, "by default `body`", example: "title"),
    DrawnMember("severity", .word(.severity), of: .text, in: .trait, "the text is a warning", example: "warning"),
    DrawnMember(
      "markdown", .nullable(.list(.record("TextBlock"))), of: .text, in: .state,
      "formatted blocks to draw instead of the caption; null: draw the caption",
      example: [["kind": "paragraph", "spans": [["text": "See the "], ["text": "tariffs", "strong": true]]]]),
    DrawnMember(
      "pair", .nullable(.record("ShownPair")), of: .text, in: .state,
      "a labelled value to draw instead of the caption; null: the text has no value now",
      example: ["label": "Fee", "role": "amount", "value": "30.00", "text": "30.00 RUB", "currency": "RUB"]),
    DrawnMember(
      "change", .record("ValueChange"), of: .text, in: .trait, "of a review: the page of the value",
      example: ["href": "/flows/loan/steps/sum?change", "atom": "sum", "title": "Change"]),
    DrawnMember(
      "href", .text, of: .image, in: .trait, "the address of the picture", example: "/images/card-active.svg"
    ).required,
    DrawnMember("width", .integer, of: .image, in: .trait, "in points", example: 320),
    DrawnMember("height", .integer, of: .image, in: .trait, "in points", example: 200),
    DrawnMember(
      "sources", .list(.record("ImageSource")), of: .image, in: .trait,
      "all files of the picture, if `href` is not the only one: choose one by `type` and `scale`",
      example: [
        ["href": "/images/card-active.svg", "type": "image/svg+xml"],
        ["href": "/images/card-active@3x.png", "type": "image/png", "scale": 3],
      ]),
  ]

  /// Buttons, commands and links.
  static let ofActions: [DrawnMember] = [
    DrawnMember(
      "enabled", .boolean, of: [.button, .command, .link], in: .state,
      "false: draw it, accept no tap; a link without an action has none", example: true),
    DrawnMember(
      "action", .record("Action"), of: [.button, .link], in: .state,
      "the action of a tap; in a state if its `href` depends on values",
      example: ["name": "submit", "method": "POST", "href": "/operations/pp.quick/submissions"]),
    DrawnMember(
      "href", .text, of: .link, in: .trait, "the target in the definition; prefer `action` if there is one",
      example: "https://bank.example/rules"),
    DrawnMember("tone", .word(.tone), of: .button, in: .trait, "absent: by the action", example: "primary"),
    DrawnMember(
      "confirm", .record("Confirmation"), of: [.button, .link], in: .state,
      "the question before the action", example: ["title": "Block the card?", "action": "Block"]),
  ]
}
