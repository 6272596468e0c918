import JSON
import TestBank
import Testing

/// Taps on commands over HTTP.
struct CommandStoryTests {
  private static let definition = """
    operation: trial
    title: {ru: Проба, en: Trial}
    effect: document
    atoms:
      - {textInput: name, caption: {ru: Имя, en: Name}, optional: true}
      - {textInput: copy, caption: {ru: Копия, en: Copy}, optional: true}
      - {command: fill, caption: {ru: Заполнить, en: Fill}, set: {copy: $name}, showIf: "$name != 'x'", enableIf: "$name != nil"}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """
  private static let path = "/operations/trial/evaluate"

  @Test("A tap fills an input, and nothing of it is stored") func fillsInput() throws {
    let (_, person) = try TestServer(serving: [Self.definition]).withPerson()
    let states = try person.post(Self.path, ["values": ["name": "Anna"], "tapped": "fill", "commit": true])
    #expect(states["atoms"]?.object?.names == ["copy", "fill"])
    #expect(states["atoms"]?["copy"]?["value"] == "Anna" && states["atoms"]?["copy"]?["entered"] == true)
    let sent = try person.submit(["name": "Anna", "copy": "Anna", "fill": true], to: "trial", key: "1")
    #expect(sent.status == 201, "\(sent.raw.text)")
    let stored = try person.get(try #require(sent["submission"]?["href"]?.string))
    #expect(stored["values"] == ["name": "Anna", "copy": "Anna"], "\(stored.raw.text)")
  }

  @Test(
    "A tap on an unknown, hidden or disabled command is refused",
    arguments: [
      ("ghost", ["name": "Anna"], "unknown"), ("name", ["name": "Anna"], "unknown"), ("fill", ["name": "x"], "hidden"),
      ("fill", [:], "disabled"), ("fill[0].x", [:], "unknown"),
    ] as [(String, Value, String)])
  func refusesTap(tapped: String, values: Value, code: String) throws {
    let (_, person) = try TestServer(serving: [Self.definition]).withPerson()
    let refusal = try person.post(Self.path, ["values": values, "tapped": .string(tapped), "commit": true])
    refusal.expectProblem(422, "invalid-values")
    #expect(refusal["errors"]?.array?.map { $0["code"] } == [.string(code)])
    #expect(refusal["errors"]?.array?.map { $0["atom"] } == [.string(tapped)])
  }

  @Test("An earlier client switches the command on, and the server switches it off") func takesSwitch() throws {
    let (_, person) = try TestServer(serving: [Self.definition]).withPerson()
    let body: Value = ["values": ["name": "Anna", "fill": true], "changed": ["fill"], "commit": true]
    let states = try person.post(Self.path, body, headers: [("Accept-Atoms", "textInput, toggle, button")])
    #expect(states["atoms"]?["copy"]?["value"] == "Anna")
    #expect(states["atoms"]?["fill"]?["value"] == false && states["atoms"]?["fill"]?["entered"] == false)
  }
}
