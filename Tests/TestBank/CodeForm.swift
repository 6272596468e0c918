package import JSON
import Testing

/// An operation whose submission is signed by a one-time code.
package enum CodeForm {
  package static let file = """
    operation: trial.code
    title: {ru: Справка, en: Paper}
    effect: document
    sign: code
    atoms:
      - {textInput: name, caption: {ru: Имя, en: Name}}
      - {button: send, caption: {ru: Послать, en: Send}, action: submit}
    """

  /// Submits the operation. The submission awaits its code.
  package static func submit(_ person: Visitor, _ key: String = "k") throws -> (id: String, next: Value?) {
    let answer = try person.post(
      "/operations/trial.code/submissions", ["values": ["name": "A"]], headers: [("Idempotency-Key", key)])
    try #require(answer.status == 201, "\(answer.body)")
    return (try #require(answer["submission"]?["id"]?.string), answer["next"])
  }
}
