import JSON
import TestBank
import Testing

/// Formatted texts over the wire.
struct FormattedTextTests {
  private static let definition = """
    operation: trial
    title: {ru: Проба, en: Trial}
    effect: document
    atoms:
      - {textInput: name, caption: {ru: Имя, en: Name}, optional: true}
      - text: fixed
        markdown: {ru: "**Правила** [тут](valence://operations/trial)", en: "**Rules** [here](valence://operations/trial)"}
      - text: live
        markdown: {ru: "Кому: **{$name}** [тут](valence://operations/trial)", en: "To: **{$name}** [here](valence://operations/trial)"}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """
  private static let link: Value = ["text": "here", "href": "/routes?url=valence%3A%2F%2Foperations%2Ftrial"]

  @Test("A deep link in a formatted text is a path of the server, in the tree and in states")
  func resolvesDeepLinks() throws {
    let (_, person) = try TestServer(serving: [Self.definition]).withPerson()
    let atoms = try person.get("/operations/trial")["atoms"]?.array ?? []
    let fixed = atoms.first { $0["id"] == "fixed" }
    #expect(fixed?["caption"] == "Rules here")
    #expect(
      fixed?["markdown"]
        == [["kind": "paragraph", "spans": [["text": "Rules", "strong": true], ["text": " "], Self.link]]])
    let values: Value = ["values": ["name": "*x*"], "changed": ["name"]]
    let live = try person.post("/operations/trial/evaluate", values)["atoms"]?["live"]
    #expect(live?["caption"] == "To: *x* here")
    #expect(
      live?["markdown"]
        == [
          [
            "kind": "paragraph",
            "spans": [["text": "To: "], ["text": "*x*", "strong": true], ["text": " "], Self.link],
          ]
        ])
    let path = try #require(Self.link["href"]?.string)
    #expect(try person.get(path)["href"] == "/operations/trial")
  }

  @Test("The result of a submission has its values and no formatted text") func omitsTextsFromResults() throws {
    let (_, person) = try TestServer(serving: [Self.definition]).withPerson()
    let sent = try person.submit(["name": "*x*"], to: "trial", key: "formatted")
    #expect(sent.status == 201, "\(sent.raw.text)")
    let result = sent["next"]?["atoms"]?.array ?? []
    #expect(!result.isEmpty && result.allSatisfy { $0["markdown"] == nil })
    #expect(result.contains { $0["caption"] == "Name: *x*" })
  }
}
