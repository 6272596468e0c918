import Conditions

/// A list that a screen can show: what goes in, and what each row gives. Where its rows are, `API` knows.
package struct ListSource: Sendable {
  /// The name in screens.
  package let name: String
  /// What goes in, and what comes out with a row.
  package let signature: Signature

  private init(_ name: String, _ inputs: [Port] = [], _ outputs: [Port]) {
    self.name = name
    signature = Signature(inputs: inputs, outputs: outputs)
  }

  /// The lists there are; the outputs are members of their rows.
  package static let all: [ListSource] = [
    ListSource(
      "accounts", [],
      [
        Port("number", .text), Port("caption", .text), Port("currency", .text), Port("balance", .number),
        Port("available", .number), Port("isOwner", .boolean), Port("disabled", .boolean),
      ]),
    ListSource(
      "entries",
      [Port("account", .text, isRequired: true), Port("from", .date), Port("to", .date)],
      [Port("id", .integer), Port("amount", .number)]),
    ListSource(
      "cards", [],
      [Port("id", .text), Port("number", .text), Port("account", .text), Port("status", .text)]),
    ListSource(
      "deals", [Port("ended", .boolean)],
      [Port("id", .text), Port("startDate", .date), Port("endDate", .date), Port("ended", .boolean)]),
    ListSource(
      "deal", [Port("deal", .text, isRequired: true)], [Port("image", .text)]),
    ListSource(
      "history", [Port("unsigned", .boolean)],
      [Port("id", .text), Port("operation", .text), Port("status", .text)]),
    ListSource(
      "notifications", [], [Port("id", .text), Port("kind", .text)]),
    ListSource(
      "providers", [Port("q", .text)], [Port("id", .text), Port("kind", .text)]),
  ]

  /// The list of that name.
  static func named(_ name: String) -> ListSource? { all.first { $0.name == name } }
}
