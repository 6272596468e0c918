import Dates
import Model
import Services
import Testing

/// Blocks of people by the bank.
struct BlockTests {
  @Test("A block ends all sessions, and a right password gets its own error") func blockEndsSessions() throws {
    let bank = try TestBank()
    let (services, person) = (bank.services, bank.demo.person.id)
    _ = try services.enrolments.invite(person).wait()
    #expect(try services.auth.block(person, reason: "fraud").wait() == 1)
    #expect(try services.auth.authenticate(bank.token) == nil)
    #expect(throws: PersonBlocked()) {
      try services.auth.login(bank.demo.login, password: bank.demo.password).wait()
    }
    #expect(throws: AuthError.refused) { try services.auth.login(bank.demo.login, password: "wrong").wait() }
    let access = try #require(try services.users.access(person))
    #expect(access.blocked == bank.clock.now && access.reason == "fraud")
    #expect(throws: BlockError.blockedAlready) { try services.auth.block(person, reason: "again").wait() }
    #expect(throws: PersonBlocked()) { try services.enrolments.invite(person).wait() }
    let events = ["person-invited", "person-blocked", "invitation-revoked", "session-ended", "logins-refused"]
    #expect(try bank.events(of: person).suffix(5) == events)
    try services.auth.unblock(person).wait()
    #expect(throws: BlockError.notBlocked) { try services.auth.unblock(person).wait() }
    #expect(try bank.loginAgain().person == person)
  }

  @Test(
    "A block needs a reason of 1 to 200 Unicode scalars",
    arguments: ["", " ", "a\u{0}", String(repeating: "x", count: 201), String(repeating: "e\u{301}", count: 101)])
  func blockNeedsReason(_ reason: String) throws {
    let bank = try TestBank()
    #expect(throws: BlockError.badReason) { try bank.services.auth.block(bank.caller.person, reason: reason).wait() }
    #expect(try bank.services.auth.authenticate(bank.token) != nil)
  }

  /// A server that has not read the block yet still accepts the session.
  @Test("A blocked person can neither submit nor sign nor get a challenge, and signed submissions continue")
  func blockedPersonCannotSign() throws {
    let bank = try TestBank({ $0.execution = Execution(core: .feed, days: BusinessDays()) })
    let signed = try bank.signedPayment("1.00")
    #expect(signed.status == .signed)
    let (order, caller) = (try bank.order("2.00"), bank.caller)
    let receipt = try bank.submit(order).wait()
    let right = try bank.right(receipt.challenge)
    _ = try bank.services.auth.block(caller.person, reason: "fraud").wait()
    let id = receipt.submission.id
    #expect(throws: PersonBlocked()) { try bank.answer(right, to: id, order).wait() }
    #expect(throws: PersonBlocked()) { try bank.services.signing.challenge(id, by: caller).wait() }
    #expect(throws: PersonBlocked()) { try bank.submit(order).wait() }
    #expect(throws: PersonBlocked()) {
      let draft = SubmissionDraft(operation: "x", version: "1", values: "{}", idempotencyKey: nil, sign: nil)
      _ = try bank.services.submissions.create(
        draft, by: caller, effect: bank.services.settings.effect(PersonSettings())
      ).wait()
    }
    let first = try bank.order("1.00")
    let taken = try bank.services.coreFeed.acknowledge(signed.id, .executed(nil), by: .system) {
      [services = bank.services] _ in services.payments.effect(first)
    }.wait()
    #expect(taken.handOver.submission.status == .executed)
    try bank.services.auth.unblock(caller.person).wait()
    #expect(try bank.answer(right, to: id, order).wait().done?.status == .signed)
  }

  /// A server that has not read the block yet still accepts the session.
  @Test("A blocked person cannot change the password") func blockedPersonKeepsPassword() throws {
    let bank = try TestBank()
    let (auth, person) = (bank.services.auth, bank.caller.person)
    _ = try auth.block(person, reason: "fraud").wait()
    #expect(throws: PersonBlocked()) {
      try auth.changePassword(from: bank.demo.password, to: "quite another one", by: bank.caller).wait()
    }
    try auth.unblock(person).wait()
    #expect(try bank.loginAgain().person == person)
  }

  @Test("A block and a new invitation drop the queued one-time code of an enrolment", arguments: [true, false])
  func endOfInvitationDropsCode(_ isBlock: Bool) throws {
    let sender = HeldMessages(atOnce: 1)
    let bank = try TestBank { $0.messages.codes = sender }
    let codes = { try bank.count("SELECT count(*) FROM message WHERE kind = 'code'") }
    let person = try bank.newcomer().id
    // The first message occupies the sender, so the second one stays in the queue.
    _ = try bank.submit(bank.order("1.00"), sign: .code).wait()
    sender.await()
    _ = try bank.begin(try bank.services.enrolments.invite(person).wait().code)
    #expect(try codes() == 2)
    if isBlock {
      _ = try bank.services.auth.block(person, reason: "fraud").wait()
    } else {
      _ = try bank.services.enrolments.invite(person).wait()
    }
    #expect(try codes() == 1)
    #expect(try bank.count("SELECT count(*) FROM enrolment") == 0)
    sender.end()
    bank.services.messages.finish()
    #expect(sender.messages.count == 1)
  }
}

/// The bank's list and overview of its people.
struct PeopleListTests {
  @Test("A list has pages in the order of logins, and filters by beginning, role and block")
  func listsPeople() throws {
    let bank = try TestBank()
    let users = bank.services.users
    for (login, role) in [("anna", Person.Role.person), ("anton", .person), ("olga", .operator)] {
      _ = try users.add(login: login, name: "Имя", password: "a long password", role: role).wait()
    }
    let person = try bank.newcomer()
    func logins(_ change: (inout PeopleSearch) -> Void = { _ in }) throws -> [String] {
      var search = PeopleSearch()
      change(&search)
      return try users.all(search, limit: 100).elements.map(\.login.rawValue)
    }
    #expect(try logins() == ["anna", "anton", "demo", "none.\(person.id)", "olga"])
    #expect(try logins { $0.prefix = "AN" } == ["anna", "anton"])
    #expect(try logins { $0.role = .operator } == ["olga"])
    #expect(try logins { $0.isBlocked = true } == [])
    let anton = try #require(try users.find(login: "anton"))
    _ = try bank.services.auth.block(anton.id, reason: "fraud").wait()
    #expect(try logins { $0.isBlocked = true } == ["anton"])
    let page = try users.all(PeopleSearch(), limit: 2)
    #expect(page.elements.count == 2 && page.next == Login("anton"))
    #expect(try logins { $0.after = page.next }.first == "demo")
    #expect(try users.find(named: "C-1001")?.id == person.id)
    #expect(try users.find(named: person.id.description)?.id == person.id)
    #expect(try users.find(named: "Anna")?.login == Login("anna"))
    try users.link(anton.id, to: "anna").wait()
    #expect(throws: AmbiguousPerson.self) { try users.find(named: "anna") }
  }

  @Test("An overview has the profile, the access, the sessions, the limits, the accounts and the cards")
  func showsPerson() throws {
    let bank = try TestBank()
    let (services, person) = (bank.services, bank.demo.person)
    try services.limits.set(5, "pp.quick", .rub, person: person.id).wait()
    _ = try services.enrolments.invite(person.id).wait()
    let overview = try #require(try services.users.overview(person.id))
    #expect(overview.person.login == person.login && overview.sessions.map(\.id) == [bank.caller.session])
    #expect(overview.limits.map(\.operation) == ["pp.quick"])
    #expect(overview.accounts == (try services.accounts.all(person.id)) && !overview.cards.isEmpty)
    #expect(overview.signing.matrix != nil && overview.signing.locked == nil)
    #expect(overview.invited != nil && overview.access.blocked == nil)
    bank.clock.advance(by: .seconds(73 * 3600))
    let later = try #require(try services.users.overview(person.id))
    #expect(later.invited == nil && later.sessions.isEmpty)
  }
}
