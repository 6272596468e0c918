import JSON

/// The table of all members that atoms have on the wire.
///
/// The OpenAPI document, the JSON Schemas of the wire and the tables of `docs/protocol.md` are made
/// from it. Tests compare it with drawn trees.
package enum DrawnMembers {
  /// All members, in the order of the documents.
  package static let all: [DrawnMember] =
    ofAtoms + ofInputs + ofTexts + ofActions + ofTextInputs + ofValues + ofChoices + ofLists

  /// Returns the members of a kind.
  package static func of(_ kind: KindSet) -> [DrawnMember] { all.filter { !$0.kinds.isDisjoint(with: kind) } }

  /// The member that distinguishes the kinds.
  static let kindName = "kind"

  private static let ofAtoms: [DrawnMember] = [
    DrawnMember(
      "id", .text, of: .all, in: .trait, "the name of the value in `values`, and of the atom in states",
      example: "amount"
    ).required,
    DrawnMember(kindName, .text, of: .all, in: .trait, "the kind of atom", example: "textInput").required,
    DrawnMember(
      "caption", .text, of: .all, in: .state, "the label of an input, or the text of the atom", example: "Amount"),
    DrawnMember(
      "shown", .boolean, of: .all, in: .state,
      "false: do not draw the atom; a posted value is ignored until the atom is shown", example: true
    ).required,
  ]

  private static let ofInputs: [DrawnMember] = [
    DrawnMember(
      "enabled", .boolean, of: .inputs, in: .state, "false: show the value, accept no input", example: true
    ).required,
    DrawnMember("required", .boolean, of: .inputs, in: .state, "a value is required", example: true).required,
    DrawnMember(
      "error", .nullable(.record("Violation")), of: .inputs, in: .state,
      "absent before validation, null if the value is valid",
      example: ["code": "required", "message": "Fill in this field", "params": [:]]),
    DrawnMember(
      "warning", .nullable(.record("Violation")), of: .inputs, in: .state,
      "a violated rule that does not prevent a submission, or an unavailable value; null for a value without a warning",
      example: ["code": "isTidy", "message": "Check the name", "params": [:]]),
    DrawnMember(
      "note", .nullable(.record("Note")), of: .inputs, in: .state,
      "a text to show if the atom has neither an error nor a warning; null if no note applies",
      example: ["severity": "info", "code": "note", "message": "The fee is 30 ₽", "params": [:]]),
    DrawnMember(
      "entered", .boolean, of: .inputs, in: .state,
      "whether the value counts as entered by the person; see the table of entered values", example: false),
    DrawnMember(
      "notify", .word(.notify), of: .inputs, in: .trait, "when to evaluate the form; absent: never", example: "commit"),
    DrawnMember(
      "live", .yes, of: [.inputs, .text], in: .trait,
      "the value depends on an answer, a fact or the time: report it in `shown`", example: true),
    DrawnMember(
      "either", .list(.text), of: .inputs, in: .trait,
      "the ids of the inputs next to it that follow it once it is entered", example: ["rate", "bought"]),
  ]
}
