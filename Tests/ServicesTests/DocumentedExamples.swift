import DemoData
import Dates
import FoundationEssentials
import Model
import Secrets
import Services
import Storage
import Testing

/// The examples in the doc comments of `Dates` and `Services`. `DocumentedExampleTests` compares the comments with the
/// lines between the marks.
struct DocumentedExamples {
  @Test("The documented example of Instant is correct") func runsInstantExample() {
    // Example of Dates.Instant
    let start = Instant(seconds: 1_795_221_304)
    let due = start + .seconds(90)
    let text = due.description  // "2026-11-21T00:36:34Z"
    let same = Instant("2026-11-21T03:36:34+03:00")  // equal to due
    // End
    #expect(text == "2026-11-21T00:36:34Z" && same == due)
  }

  @Test("The documented examples of Caller and Cards are correct") func runsCallerAndCardExamples() throws {
    let bank = try TestBank()
    let (services, login, password) = (bank.services, bank.demo.login, bank.demo.password)
    // Example of Services.Caller
    let grant = try services.auth.login(login, password: password).wait()
    guard let caller = try services.auth.authenticate(grant.token) else { return }  // nil for a token that is none
    let accounts = try services.accounts.all(caller.person)
    // End
    #expect(accounts.count > 1)
    let card = try #require(try services.cards.all(caller.person).first { $0.status == .active })
    let draft = SubmissionDraft(operation: "card.status", version: "1", values: "{}", idempotencyKey: nil, sign: nil)
    // Example of Services.Cards
    let effect = services.cards.effect(card.id, .blocked)
    let receipt = try services.submissions.create(draft, by: caller, effect: effect).wait()
    let now = try services.cards.find(card.id, person: caller.person)?.status  // .blocked
    // End
    #expect(receipt.submission.status == .executed && now == .blocked)
  }

  @Test("The documented examples of CutOff, Execution and SigningRules are correct")
  func runsConfigurationExamples() throws {
    let hours = 3 * 3600
    let evening = try #require(Instant("2026-11-20T15:30:00Z"))
    // Example of Services.CutOff
    let cutOff = CutOff(minutes: 17 * 60)
    let days = BusinessDays(cutOff: cutOff) { LocalTime(utc: $0, offset: Int64(hours)) }
    let day = days.day(at: evening)  // a Friday after 17:00: the Monday behind it
    // End
    #expect(cutOff?.description == "17:00" && day.description == "2026-11-23")
    // Example of Services.Execution
    let fed = Execution(core: .feed, days: days)
    var configuration = ServiceConfiguration(ownBIC: try #require(BIC(Demo.ownBIC)))
    configuration.execution = fed  // submissions stay signed until the bank's core acknowledges them
    // End
    #expect(configuration.execution.core == .feed)
    // Example of Services.SigningRules
    var rules = SigningRules()
    (rules.cells, rules.usesPerCell) = (3, 1)  // three cells, none of them asked twice
    configuration.signing = rules
    // End
    #expect(configuration.signing.cells == 3)
  }

  @Test("The documented example of CoreFeed is correct") func runsCoreFeedExample() throws {
    let bank = try TestBank { $0.execution = Execution(core: .feed, days: BusinessDays()) }
    let (services, order) = (bank.services, try bank.order("10.00"))
    let signed = try #require(try bank.pay(order).done)
    // Example of Services.CoreFeed
    let page = try services.coreFeed.page(after: 0, limit: 100)
    for row in page.elements where row.submission.status == .signed {
      let done = services.coreFeed.acknowledge(row.submission.id, .executed(nil), by: .system) { _ in
        services.payments.effect(order)
      }
      _ = try done.wait()  // the same again is answered with the present state
    }
    // End
    #expect(try services.submissions.find(signed.id, person: bank.caller.person).status == .executed)
  }

  @Test("The documented examples of Messages and ProgramCodeSender are correct") func runsMessageExamples() throws {
    let bank = try TestBank()
    let (store, keys) = (bank.database, SecretKeys(bank.key))
    let program = "/bin/true"
    var configuration = ServiceConfiguration(ownBIC: bank.services.configuration.ownBIC)
    // Example of Services.Messages
    configuration.messages.codes = BlockingSender(try ProgramCodeSender(path: program))
    let services = try BankServices(store: store, keys: keys, configuration: configuration)
    try services.messages.begin(alone: true)
    services.messages.stop(grace: .seconds(5))  // before the database is closed
    // End
    #expect(services.messages.areSent(.code) && !services.messages.areSent(.notice))
    let (id, person) = (MessageID(high: 1, low: 2), bank.caller.person)
    // Example of Services.ProgramCodeSender
    let sender = try ProgramCodeSender(path: program)
    let message = Message(id: id, kind: .code, person: person, phone: "+79001234567", text: "Code No. 1: 123456")
    try sender.send(message, within: .seconds(10))  // throws `late` after ten seconds
    // End
    #expect("\(message)" == "[redacted]")
  }
}
