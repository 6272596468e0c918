import JSON

extension DrawnMembers {
  /// The values of inputs other than texts and choices, and the hints of all kinds.
  static let ofValues: [DrawnMember] = [
    DrawnMember("value", .any, of: .dateInput, in: .state, "a day, or null", example: "2026-05-05"),
    DrawnMember("value", .any, of: .timeInput, in: .state, "a time, or null", example: "09:30"),
    DrawnMember(
      "value", .any, of: .dateTimeInput, in: .state, "a day and a time of the bank, or null",
      example: "2026-05-05T09:30"),
    DrawnMember(
      "min", .nullable(.text), of: [.dateInput, .dateTimeInput], in: .state,
      "the first day, or time of a day; null if it is unknown now", example: "2026-05-01"),
    DrawnMember(
      "max", .nullable(.text), of: [.dateInput, .dateTimeInput], in: .state,
      "the last day, or time of a day; null if it is unknown now", example: "2026-12-31"),
    DrawnMember(
      "min", .nullable(.text), of: .timeInput, in: .state, "the first time; null if it is unknown now",
      example: "09:00"),
    DrawnMember(
      "max", .nullable(.text), of: .timeInput, in: .state, "the last time; null if it is unknown now",
      example: "20:00"),
    DrawnMember("value", .any, of: [.toggle, .consent], in: .state, "true or false", example: true),
    DrawnMember(
      "hint", .text, of: hinted, in: .trait, "a short text in or below the field or button", example: "At once"),
    DrawnMember(
      "help", .text, of: [hinted, .textInput, .group], in: .trait, "a longer text, shown on demand",
      example: "The bank sends the money on the same day."),
    DrawnMember(
      "document", .record("ConsentDocument"), of: .consent, in: .trait, "the document",
      example: ["title": "Terms", "href": "/documents/5e1f", "format": "markdown", "sha256": "5e1f"]
    ).required,
    DrawnMember(
      "mustOpen", .yes, of: .consent, in: .trait, "enable the input after the person has opened the document",
      example: true),
  ]

  /// The kinds with a fixed hint. The hint of a text input can depend on values.
  private static let hinted: KindSet = [
    .dateInput, .timeInput, .dateTimeInput, .toggle, .consent, .segmented, .enum, .choices, .accountPicker, .search,
    .button, .command, .link, .repeat,
  ]

  /// Choices and searches.
  static let ofChoices: [DrawnMember] = [
    DrawnMember(
      "value", .any, of: [.segmented, .enum, .accountPicker, .search], in: .state,
      "the `value` of an option, unchanged and with its JSON type, or null", example: "40817810500000000001"),
    DrawnMember(
      "value", .any, of: .choices, in: .state, "the list of the chosen values, in the order of the options, or null",
      example: ["cards", "loans"]),
    DrawnMember(
      "options", .list(.record("PlainOption")), of: [.segmented, .enum, .choices], in: .state, "the choices",
      example: [["value": "post", "caption": "Mail"], ["value": 2, "caption": "Office", "detail": "Main street"]]),
    DrawnMember(
      "options", .list(.record("AccountOption")), of: .accountPicker, in: .state, "the accounts",
      example: [["value": "40817810500000000001", "caption": "Current", "currency": "RUB", "balance": "152300.00"]]),
    DrawnMember(
      "look", .word(.segmentedLook), of: .segmented, in: .trait, "absent: side by side", example: "list"),
    DrawnMember("look", .word(.choicesLook), of: .choices, in: .trait, "absent: a list", example: "chips"),
    DrawnMember("min", .integer, of: .choices, in: .trait, "the minimum number of chosen options", example: 1),
    DrawnMember("max", .integer, of: .choices, in: .trait, "the maximum number of chosen options", example: 2),
    DrawnMember(
      "exclusive", .list(.either([.text, .integer])), of: .choices, in: .trait,
      "the options that cannot be chosen together with another one", example: ["none"]),
    DrawnMember(
      "search", .record("Link"), of: .search, in: .trait, "the request for the options",
      example: ["method": "POST", "href": "/operations/pp.quick/options"]),
    DrawnMember(
      "minLength", .integer, of: .search, in: .trait, "the minimum number of characters of a request", example: 2
    ).required,
    DrawnMember(
      "takesValue", .yes, of: .search, in: .trait, "a typed text may be the value of an option, such as a BIC",
      example: true),
    DrawnMember(
      "needsValues", .yes, of: .search, in: .trait,
      "the options depend on the form, so a request has the `values`", example: true),
    DrawnMember(
      "chosen", .nullable(.record("ChosenOption")), of: [.search, .textInput, .segmented, .enum, .accountPicker],
      in: .state, "of a search and of an atom in its place: the option with the value; null if it is unavailable",
      example: ["value": "044525225", "caption": "PJSC Sberbank"]),
  ]
}
