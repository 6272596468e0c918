import JSON

extension DrawnMembers {
  static let ofTextInputs: [DrawnMember] = ofContents + ofFormats

  /// The content of a text input and its limits.
  private static let ofContents: [DrawnMember] = [
    DrawnMember("type", .word(.content), of: .textInput, in: .trait, "by default `text`", example: "amount"),
    DrawnMember(
      "role", .word(.textRole), of: .textInput, in: .trait, "for example to group the digits of an account",
      example: "account"),
    DrawnMember(
      "value", .any, of: .textInput, in: .state,
      "a text; of `amount` and `number` a decimal text of at most 64 digits; null of a password or code",
      example: "1234.50"),
    DrawnMember(
      "min", .nullable(.text), of: .textInput, in: .state, "the minimum; null if it is unknown now", example: "0.01"),
    DrawnMember(
      "max", .nullable(.text), of: .textInput, in: .state, "the maximum; null if it is unknown now",
      example: "1000000.00"),
    DrawnMember(
      "currency", .nullable(.text), of: .textInput, in: .state, "of an amount: the code of ISO 4217", example: "RUB"),
    DrawnMember(
      "scale", .nullable(.integer), of: .textInput, in: .state, "the maximum number of decimal places", example: 2),
    DrawnMember(
      "slider", .record("Slider"), of: .textInput, in: .trait, "a slider next to the field, from `min` to `max`",
      example: ["step": "10000.00", "marks": ["100000.00", "5000000.00"]]),
    DrawnMember(
      "length", .nullable(.integer), of: .textInput, in: .state, "the only number of characters", example: 9),
    DrawnMember(
      "minLength", .integer, of: .textInput, in: .trait, "the minimum number of characters", example: 2),
    DrawnMember(
      "maxLength", .integer, of: .textInput, in: .trait, "the maximum number of characters", example: 160),
    DrawnMember(
      "pattern", .nullable(.text), of: .textInput, in: .state, "the regular expression of the whole text",
      example: "[A-Z]{2}\\d+"),
  ]

  /// The appearance of the field.
  private static let ofFormats: [DrawnMember] = [
    DrawnMember(
      "mask", .nullable(.text), of: .textInput, in: .state, "the template of the text: `#` is a digit, `@` a letter",
      example: "+7 (###) ###-##-##"),
    DrawnMember("keyboard", .nullable(.word(.keyboard)), of: .textInput, in: .state, "a hint", example: "digits"),
    DrawnMember("capitalize", .word(.capitals), of: .textInput, in: .trait, "a hint", example: "words"),
    DrawnMember("wide", .yes, of: .textInput, in: .trait, "the field has the whole width", example: true),
    DrawnMember(
      "lines", .integer, of: .textInput, in: .trait, "the height in lines; the text may have line feeds", example: 4),
    DrawnMember(
      "hint", .nullable(.text), of: .textInput, in: .state, "a short text in or below the field",
      example: "As in the bill"),
    DrawnMember(
      "normalize", .text, of: .textInput, in: .trait, "the name of the rule by which the server changes characters",
      example: "payment"),
    DrawnMember(
      "normalized", .nullable(.record("NormalizedText")), of: .textInput, in: .state,
      "the changes to the posted text, which `value` has; null for an unchanged text",
      example: [
        "message": "Characters were replaced: « → \"", "changes": [["from": "«", "to": "\"", "positions": [5]]],
      ]),
    DrawnMember(
      "options", .list(.record("PlainOption")), of: .textInput, in: .state,
      "of a text field in place of a choice: the options; ignore them", example: [["value": "1", "caption": "Slow"]]),
  ]
}
