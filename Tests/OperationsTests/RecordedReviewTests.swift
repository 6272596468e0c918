import Atoms
import Operations
import Testing

/// The warnings about recorded answers.
struct RecordedReviewTests {
  private static let service = """
    service: crm
    at: https://crm.example
    lookups:
      - lookup: company
        key: [inn]
        get: /companies/{$inn}
        answer: {name: text data.name, kpp: text? data.kpp}
        missing: 404
      - lookup: rate
        key: {from: text, on: date}
        get: /rates
        query: {from: $from, kind: "'mid'", on: $on}
        answer: {value: number rate}
    verifications:
      - {verification: isPassport, takes: [number], post: /passports, body: {number: $number, kind: "'own'"}, holds: "result == 'VALID'"}
    effects:
      - effect: apply
        takes: {inn: text}
        post: /applications
        body: {inn: $inn, all: values}
        executed: {status: 201, keep: {number: text id}}
    senders:
      - {sender: sms, post: /messages, body: {to: $phone}, sent: 202}
    """

  /// Returns the warnings about these answers, without their excerpts.
  private static func findings(_ answers: [String]) -> [String] {
    Sets.findings(
      Sets.files([
        "operations/pay.yaml": Sets.operation(["{textInput: a, caption: {ru: А, en: A}}"]),
        "services/crm.yaml": service,
        "services/crm.recorded.yaml": "recorded: crm\nanswers:\n" + answers.map { "  - \($0)\n" }.joined(),
      ]), .bank
    ).split(separator: "\n").filter { $0.hasPrefix("services/") }.map(String.init)
  }

  @Test(
    "A recorded request that the service makes has no findings",
    arguments: [
      "{get: /companies/77, body: {data: {name: A}}}",
      "{get: /companies/%D0%90%20b, body: {data: {name: A, kpp: '7'}}}",
      "{get: /companies/77, status: 404}", "{get: /companies/77, failure: timeout}",
      "{get: /companies/77, status: 500}", "{get: /companies/77, delay: 3}",
      "{get: '/rates?from=USD&kind=mid&on=2026-11-20', body: {rate: 1.5}}",
      "{get: '/rates?kind=mid', body: {rate: '1.5'}}",
      "{post: /passports, with: {number: '45'}, body: {result: VALID}}",
      "{post: /passports, with: {kind: own}, body: {result: OLD}}",
      "{post: /applications, with: {all: {a: 1}}, status: 201, body: {id: 1}}",
      "{post: /applications, status: 422}", "{post: /messages, status: 202}",
    ])
  func acceptsRecordedAnswer(answer: String) { #expect(Self.findings([answer]) == []) }

  private static let unusable =
    "; correct `body`, or write `failure: broken` if the answer is meant to be unusable"

  @Test(
    "A recorded request that nothing makes, or a body that lacks a value, is a warning",
    arguments: [
      (
        "{get: /company/77, body: {}}",
        "no request of service `crm` is `GET /company/77`: there is `GET /companies/{$inn}`, "
          + "`GET /rates?from={$from}&kind={'mid'}&on={$on}`, `POST /passports`, `POST /applications`, `POST /messages`"
      ),
      (
        "{post: /companies/77, body: {}}",
        "no request of service `crm` is `POST /companies/77`: there is only `GET /companies/{$inn}`"
      ),
      (
        "{get: /companies/А, status: 404}",
        "no request of service `crm` is `GET /companies/А`: write its values percent-encoded, such as %20 for a space"
      ),
      (
        "{get: '/rates?on=2026-11-20&from=USD', body: {rate: 1}}",
        "no request has the query of `GET /rates?on=2026-11-20&from=USD`: there is only "
          + "`GET /rates?from={$from}&kind={'mid'}&on={$on}`, with the parameters in this order and percent-encoded"
      ),
      (
        "{post: /passports, with: {numbr: '1'}, body: {result: A}}",
        "no request matches `with`: the body has no `numbr`, did you mean `number`?"
      ),
      (
        "{post: /passports, with: {number: 4509}, body: {result: A}}",
        "no request matches `with`: `number` is a text: write it in quotes, \"4509\""
      ),
      (
        "{post: /passports, with: {kind: other}, body: {result: A}}",
        "no request matches `with`: `kind` is always `own`"
      ),
      (
        "{get: /companies/77, body: {data: {kpp: '1'}}}",
        "lookup `company` cannot use this answer: `name` is missing or not a text\(unusable)"
      ),
      (
        "{name: odd, get: /companies/77, body: {data: {name: []}}}",
        "lookup `company` cannot use this answer: `name` is missing or not a text\(unusable)"
      ),
      ("{get: /companies/77}", "lookup `company` cannot use this answer: it has no `body`\(unusable)"),
      (
        "{post: /applications, status: 201, body: {}}",
        "effect `apply` cannot use this answer: `number` is not a text\(unusable)"
      ),
    ])
  func warnsOfUselessAnswer(answer: String, message: String) {
    #expect(Self.findings([answer]) == ["services/crm.recorded.yaml:3:5: warning: \(message)"])
  }

  @Test("An answer after another one to the same request is a warning unless it has a name") func warnsOfHiddenAnswer()
  {
    let usual = "{get: /companies/77, body: {data: {name: A}}}"
    let named = "{name: silent, get: /companies/77, failure: timeout}"
    #expect(Self.findings([usual, named]) == [])
    #expect(
      Self.findings([usual, usual]) == [
        "services/crm.recorded.yaml:4:5: warning: the answer on line 3 matches the same request first, so this one is "
          + "never used: give it a `name`, or delete it"
      ])
    #expect(
      Self.findings([named, usual]) == [
        "services/crm.recorded.yaml:4:5: warning: the answer `silent` on line 3 matches the same request first, even "
          + "if no scenario chooses it: put it after this one"
      ])
    let special = "{post: /passports, with: {number: '1'}, body: {result: OLD}}"
    let other = "{post: /passports, body: {result: VALID}}"
    #expect(Self.findings([special, other]) == [])
    #expect(Self.findings([other, special]).count == 1)
  }
}
