import JSON

/// A session of the kit: a client uses a form of the real server, with scripted faults, and its
/// requests are judged.
package struct KitSession: Sendable {
  /// The name of the session, which is the name of its file.
  package let id: String
  package let profile: String
  package let level: KitCase.Level
  package let rules: [String]
  /// The address that the client opens, such as `/operations/kit.payment`.
  package let address: String
  /// The instruction for a person with an app, by language.
  package let person: [String: [String]]
  let steps: [SessionStep]
  let faults: [ScriptedFault]
  let judgements: [Judgement]
  /// The session as it is written, without the instruction.
  let written: (drive: Value, judge: Value)

  /// The session as a case, for reports.
  package var entry: KitCase {
    KitCase(
      id: "session: \(id)", profile: profile, level: level, rules: rules, function: "session",
      given: ["open": .string(address), "drive": written.drive], expected: ["judge": written.judge])
  }
}

/// A step of a session.
enum SessionStep: Sendable {
  /// A function of the driver with its arguments.
  case ask(String, Object)
  /// The person logs in again, or another person does.
  case logIn(isOther: Bool)
  /// The person enters the codes of the drawn signature form, or wrong ones.
  case enterCodes(areRight: Bool)
  /// The client must show a document now.
  case expect(ShownDocument)
  /// Waits until a request has arrived.
  case await(ExchangeReference)
}

/// A condition on what a client shows.
struct ShownDocument: Sendable {
  /// The accepted type: `tree`, `screen`, `list`.
  var document: String?
  /// The texts that must be shown.
  var has: [String] = []
  /// The texts that must not be shown.
  var lacks: [String] = []
  /// The values of atoms by their paths.
  var values = Object()
  /// The notice that the client reports next to the document, such as `noAnswer`.
  var notice: String?

  /// Returns the reasons why a result of `look` does not satisfy this condition.
  func faults(in look: Object) -> [String] {
    var faults: [String] = []
    let outline = look["outline"]?.array ?? []
    let shown = Self.texts(of: .array(outline)) + [look["title"]?.string ?? ""]
    if let document, look["document"]?.string != document {
      faults.append("shows the document `\(look["document"]?.string ?? "")` instead of `\(document)`")
    }
    if let notice, look["notice"]?.string != notice {
      faults.append("reports the notice `\(look["notice"]?.string ?? "")` instead of `\(notice)`")
    }
    for text in has where !shown.contains(where: { $0.contains(text) }) { faults.append("does not show `\(text)`") }
    for text in lacks where shown.contains(where: { $0.contains(text) }) { faults.append("shows `\(text)`") }
    for member in values.members {
      let found = outline.first { $0["atom"]?.string == member.name }?["value"] ?? .null
      if found != member.value {
        faults.append(
          "shows \(found.description) as the value of `\(member.name)` instead of \(member.value.description)")
      }
    }
    return faults
  }

  /// Returns all texts of an outline except the paths of atoms, roles and states.
  private static func texts(of value: Value) -> [String] {
    switch value {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(texts)
    case .object(let object):
      object.members.filter { !["atom", "role", "states"].contains($0.name) }.flatMap { texts(of: $0.value) }
    default: []
    }
  }
}
