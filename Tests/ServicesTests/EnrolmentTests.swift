import Dates
import Model
import Secrets
import Services
import Storage
import TestDatabases
import Testing

/// Invitations, and the choice of a login and a password by their codes.
struct EnrolmentTests {
  private static let password = "a quite long password"

  @Test("An invited person without a login chooses one and gets a session") func personChoosesLogin() throws {
    let bank = try TestBank()
    let person = try bank.newcomer()
    #expect(person.login == Login.none(of: person.id) && !person.hasLogin)
    let invitation = try bank.services.enrolments.invite(person.id).wait()
    #expect(invitation.expires == bank.clock.now + .seconds(72 * 3600))
    let begun = try bank.begin(invitation.code)
    #expect(begun.sentTo == "+7********67" && begun.login == nil)
    let grant = try bank.complete(begun, login: "Anna.S", Self.password).wait()
    #expect(grant.person.id == person.id && grant.person.login == Login("anna.s"))
    let caller = try #require(try bank.services.auth.authenticate(grant.token))
    #expect(caller.person == person.id && caller.role == .person)
    #expect(try TestBank.login(bank.services, "anna.s", Self.password).person == person.id)
    #expect(try bank.services.users.access(person.id)?.enrolled == bank.clock.now)
    #expect(
      try bank.events(of: person.id) == [
        "person-added", "person-linked", "person-invited", "enrolment-begun", "person-enrolled",
      ])
    #expect(try bank.count("SELECT count(*) FROM invitation") == 0)
    #expect(try bank.count("SELECT count(*) FROM enrolment") == 0)
    #expect(throws: EnrolmentError.unknownInvitation) { try bank.begin(invitation.code) }
  }

  @Test("A person without a login cannot log in by any login or password")
  func personWithoutLoginIsRejected() throws {
    let bank = try TestBank()
    let person = try bank.newcomer()
    for password in ["", "$argon2id$none", Self.password] {
      #expect(throws: AuthError.refused) {
        try bank.services.auth.login(person.login.rawValue, password: password).wait()
      }
    }
    for login in ["none.x", "erased.x", "NONE.X"] {
      #expect(throws: UserError.badLogin) {
        try bank.services.users.add(login: login, name: "Имя", password: Self.password).wait()
      }
    }
  }

  @Test("A code is accepted in any case, with other separators and with similar letters")
  func acceptsVariants() throws {
    let bank = try TestBank()
    let person = try bank.newcomer()
    let code = try bank.services.enrolments.invite(person.id).wait().code.secretText
    #expect(code.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}/) != nil)
    let variant = code.lowercased().replacing("-", with: " ").replacing("0", with: "o").replacing("1", with: "l")
    _ = try bank.begin(variant)
    #expect(InvitationCode(entered: "OIL0-oil1 0000")?.secretText == "0110-0111-0000")
    for text in ["", "0000-0000-000", "0000-0000-0000-0", "0000-0000-000U", "0000-0000-000Й"] {
      #expect(InvitationCode(entered: text) == nil, "\(text)")
    }
  }

  @Test("An unknown, an expired, a replaced and a used code get the same error and the same count of failures")
  func rejectsInvalidCodes() throws {
    let bank = try TestBank()
    let person = try bank.newcomer()
    let first = try bank.services.enrolments.invite(person.id).wait().code
    let second = try bank.services.enrolments.invite(person.id).wait().code
    bank.clock.advance(by: .seconds(72 * 3600))
    for (place, code) in ["0000-0000-0000", first.secretText, second.secretText].enumerated() {
      let origin = Origin(address: "198.51.100.\(place)")
      #expect(throws: EnrolmentError.unknownInvitation) {
        try bank.services.enrolments.begin(code, from: origin, text: TestBank.codeText).wait()
      }
    }
    // A pair, a login and an address for each.
    #expect(try bank.count("SELECT count(*) FROM login_failure") == 9)
    #expect(try bank.count("SELECT count(*) FROM enrolment") == 0)
  }

  @Test("A stored login of an earlier program that looks reserved still logs in") func admitsEarlierLogin() throws {
    let bank = try TestBank()
    try bank.database.change { connection in
      try connection.execute("UPDATE person SET login = 'none.smith' WHERE id = $1", bank.caller.person)
    }
    #expect(
      try TestBank.login(bank.services, "none.smith", bank.demo.password).person == bank.caller.person)
    _ = try bank.services.retention.erase(bank.caller.person).wait()
    #expect(throws: AuthError.refused) {
      try bank.services.auth.login("erased.\(bank.caller.person)", password: bank.demo.password).wait()
    }
    #expect(try bank.services.users.find(bank.caller.person)?.hasLogin == false)
  }

  @Test("If another person has got the proposed login since, the invited person chooses one")
  func choosesInsteadOfTakenLogin() throws {
    let bank = try TestBank()
    let person = try bank.newcomer()
    let invitation = try bank.services.enrolments.invite(person.id, login: "anna").wait()
    let first = try bank.begin(invitation.code)
    #expect(first.login == Login("anna"))
    _ = try bank.services.users.add(login: "anna", name: "Имя", password: Self.password).wait()
    #expect(throws: EnrolmentError.loginTaken) { try bank.complete(first, Self.password).wait() }
    let again = try bank.begin(invitation.code)
    #expect(again.login == nil)
    #expect(throws: EnrolmentError.loginTaken) { try bank.complete(again, Self.password).wait() }
    #expect(try bank.complete(again, login: "anna.s", Self.password).wait().person.login == Login("anna.s"))
  }

  @Test("The fifth wrong one-time code ends the invitation, however many enrolments it had")
  func fifthWrongCodeEndsInvitation() throws {
    let bank = try TestBank()
    let person = try bank.newcomer()
    let code = try bank.services.enrolments.invite(person.id, login: "anna").wait().code
    var begun = try bank.begin(code)
    for turn in 1...5 {
      let wrong = try bank.sentCode() == "000000" ? "000001" : "000000"
      #expect(throws: EnrolmentError.wrongCode) {
        try bank.complete(begun, code: wrong, Self.password).wait()
      }
      bank.clock.advance(by: .seconds(120))
      if turn == 3 { begun = try bank.begin(code) }
    }
    #expect(throws: EnrolmentError.over) { try bank.complete(begun, Self.password).wait() }
    #expect(throws: EnrolmentError.unknownInvitation) { try bank.begin(code) }
    #expect(try bank.events(of: person.id).suffix(2) == ["enrolment-refused", "invitation-revoked"])
    #expect(try bank.services.users.find(person.id)?.hasLogin == false)
  }

  @Test("A wrong one-time code gets the same error for every login, and a rejected entry can be corrected")
  func checksCodeFirst() throws {
    let bank = try TestBank()
    let person = try bank.newcomer()
    let begun = try bank.begin(try bank.services.enrolments.invite(person.id).wait().code)
    let wrong = try bank.sentCode() == "000000" ? "000001" : "000000"
    #expect(throws: EnrolmentError.wrongCode) {
      try bank.complete(begun, code: wrong, login: "demo", "short").wait()
    }
    #expect(throws: EnrolmentError.wrongCode) {
      try bank.complete(begun, code: nil, login: "demo", Self.password).wait()
    }
    let faults: [(login: String?, password: String, error: EnrolmentError)] = [
      ("demo", Self.password, .loginTaken), ("no login", Self.password, .badLogin), (nil, Self.password, .loginMissing),
      ("none.x", Self.password, .badLogin), ("anna", "short", .password(.tooShort(minimum: 12))),
    ]
    for fault in faults {
      #expect(throws: fault.error) { try bank.complete(begun, login: fault.login, fault.password).wait() }
    }
    #expect(try bank.complete(begun, login: "anna", Self.password).wait().person.login == Login("anna"))
    #expect(throws: EnrolmentError.over) { try bank.complete(begun, login: "anna", Self.password).wait() }
  }

  @Test("An invitation of a person with a login replaces the password and ends all sessions; the matrix stays")
  func replacesPassword() throws {
    let bank = try TestBank()
    let (services, person) = (bank.services, bank.demo.person)
    #expect(throws: InvitationError.otherLogin(person.login)) {
      try services.enrolments.invite(person.id, login: "anna").wait()
    }
    let invitation = try services.enrolments.invite(person.id).wait()
    #expect(invitation.login == person.login)
    let begun = try bank.begin(invitation.code)
    #expect(begun.login == person.login)
    #expect(throws: EnrolmentError.otherLogin(person.login)) {
      try bank.complete(begun, login: "anna", Self.password).wait()
    }
    let grant = try bank.complete(begun, Self.password).wait()
    #expect(try services.auth.authenticate(bank.token) == nil)
    #expect(try services.auth.authenticate(grant.token) != nil)
    #expect(throws: AuthError.refused) {
      try services.auth.login(bank.demo.login, password: bank.demo.password).wait()
    }
    #expect(try services.signing.hasMatrix(person.id, bank.demo.matrix))
  }

  @Test("A bank without a sender of codes needs no one-time code") func needsNoCodeWithoutSender() throws {
    let bank = try TestBank({ $0.messages.codes = nil })
    let person = try bank.services.users.add(external: "C-7", name: "Пётр").wait()
    let begun = try bank.begin(try bank.services.enrolments.invite(person.id).wait().code)
    #expect(begun.sentTo == nil)
    #expect(try bank.complete(begun, code: nil, login: "petr", Self.password).wait().person.id == person.id)
  }

  @Test("A person without a telephone cannot enrol at a bank that sends codes") func needsTelephone() throws {
    let bank = try TestBank()
    let person = try bank.services.users.add(external: "C-7", name: "Пётр").wait()
    let code = try bank.services.enrolments.invite(person.id).wait().code
    #expect(throws: SigningError.noPhone) { try bank.begin(code) }
  }

  @Test("A repeated request within a minute sends no other code, and its answer replaces the id")
  func repeatedRequestSendsNothing() throws {
    let bank = try TestBank()
    let person = try bank.newcomer()
    let code = try bank.services.enrolments.invite(person.id).wait().code
    let first = try bank.begin(code)
    let sent = try bank.sentCode()
    bank.clock.advance(by: .seconds(59))
    let second = try bank.begin(code)
    #expect(second.id != first.id && second.sentTo == first.sentTo)
    #expect(try bank.sentCode() == sent && bank.codes.messages.count == 1)
    #expect(throws: EnrolmentError.over) { try bank.complete(first, code: sent, login: "anna", Self.password).wait() }
    bank.clock.advance(by: .seconds(1))
    let third = try bank.begin(code)
    _ = try bank.sentCode()
    #expect(bank.codes.messages.count == 2)
    #expect(throws: EnrolmentError.over) { try bank.complete(second, code: sent, login: "anna", Self.password).wait() }
    #expect(try bank.complete(third, login: "anna", Self.password).wait().person.id == person.id)
  }

  @Test("An invitation has at most ten enrolments") func limitsEnrolments() throws {
    let bank = try TestBank()
    let code = try bank.services.enrolments.invite(bank.newcomer().id).wait().code
    for _ in 0..<10 {
      _ = try bank.begin(code)
      bank.clock.advance(by: .seconds(60))
    }
    #expect(throws: EnrolmentError.unknownInvitation) { try bank.begin(code) }
    #expect(try bank.count("SELECT count(*) FROM invitation") == 0)
  }

  @Test("An enrolment ends after 15 minutes") func enrolmentEnds() throws {
    let bank = try TestBank()
    let person = try bank.newcomer()
    let invitation = try bank.services.enrolments.invite(person.id, login: "anna").wait()
    let begun = try bank.begin(invitation.code)
    let code = try bank.sentCode()
    bank.clock.advance(by: .seconds(15 * 60))
    #expect(throws: EnrolmentError.over) { try bank.complete(begun, code: code, Self.password).wait() }
    let again = try bank.begin(invitation.code)
    #expect(try bank.complete(again, Self.password).wait().person.login == Login("anna"))
  }

  @Test("Retention deletes ended enrolments and invitations") func retentionDeletes() throws {
    let bank = try TestBank()
    _ = try bank.begin(try bank.services.enrolments.invite(bank.newcomer().id).wait().code)
    bank.services.messages.finish()
    bank.clock.advance(by: .seconds(15 * 60))
    #expect(try bank.services.retention.sweep().wait() == [Erasure.Count("enrolments", 1)])
    bank.clock.advance(by: .seconds(72 * 3600))
    #expect(try bank.services.retention.sweep().wait().contains(Erasure.Count("invitations", 1)))
  }

  @Test("The database has neither the code of an invitation nor a one-time code nor the id of an enrolment")
  func storesDigestsOnly() throws {
    let bank = try TestBank()
    let code = try bank.services.enrolments.invite(bank.newcomer().id).wait().code
    let begun = try bank.begin(code)
    let plain = code.secretText.replacing("-", with: "")
    let macs = try bank.database.read { connection in
      try connection.all("SELECT mac FROM invitation UNION SELECT token_digest FROM enrolment") {
        row throws(StoreError) in
        try row.get(0, as: [UInt8].self)
      }
    }
    #expect(macs.count == 2)
    #expect(!macs.contains(Digest(of: plain).bytes) && !macs.contains(Digest(of: begun.id).bytes))
    #expect(!"\(begun) \(code)".contains(begun.id) && !"\(begun) \(code)".contains(plain))
  }

  /// A guess costs three rows of failures and no hash. On a database server, a tenth of the guesses
  /// takes as long.
  @Test("Ten thousand guesses of a code and of an enrolment open nothing") func guessesOpenNothing() throws {
    let bank = try TestBank()
    let person = try bank.newcomer()
    let code = try bank.services.enrolments.invite(person.id, login: "anna").wait().code
    let begun = try bank.begin(code)
    let sent = try bank.sentCode()
    var opened = 0
    for guess in 0..<(TestDatabase.isOnServer ? 1_000 : 10_000) {
      // Each address is delayed after 20 failures, so the guesses come from many addresses.
      let origin = Origin(address: "10.\(guess / 200 % 256).\(guess % 200).\(guess / 51_200 + 1)")
      if guess % 2 == 0 {
        let text = "0000-0000-\(1_000 + guess % 9_000)"
        let begun = try? bank.services.enrolments.begin(text, from: origin, text: TestBank.codeText).wait()
        if begun != nil { opened += 1 }
      } else {
        let entered = String(100_000 + guess)
        guard entered != sent else { continue }
        let entry = EnrolmentEntry(code: entered, login: "anna", password: Self.password)
        if (try? bank.services.enrolments.complete(begun.id, entry, from: origin).wait()) != nil { opened += 1 }
      }
    }
    #expect(opened == 0)
    #expect(try bank.services.users.find(person.id)?.hasLogin == false)
    // The wrong one-time codes ended the invitation.
    #expect(try bank.count("SELECT count(*) FROM invitation") == 0)
    #expect(try bank.count("SELECT count(*) FROM audit_record WHERE event = 'enrolment-refused'") == 5)
  }

  @Test("Parallel guesses of a one-time code get no more than five attempts") func limitsParallelGuesses() throws {
    let bank = try TestBank()
    let begun = try bank.begin(try bank.services.enrolments.invite(bank.newcomer().id, login: "anna").wait().code)
    let sent = try bank.sentCode()
    let services = bank.services
    onThreads(40) { number in
      let guess = String(200_000 + number)
      guard guess != sent else { return }
      _ = try? services.enrolments.complete(
        begun.id, EnrolmentEntry(code: guess, login: "anna", password: Self.password),
        from: Origin(address: "10.0.0.\(number)")
      ).wait()
    }
    #expect(try bank.count("SELECT count(*) FROM audit_record WHERE event = 'enrolment-refused'") == 5)
  }
}

extension TestBank {
  /// The message with a one-time code of an enrolment.
  static let codeText: EnrolmentText = { "enrolment code \($0)" }

  /// Adds a person without a login.
  func newcomer() throws -> Person {
    try services.users.add(external: "C-1001", name: "Анна Смирнова", phone: "+79001234567").wait()
  }

  func begin(_ code: InvitationCode) throws -> BegunEnrolment { try begin(code.secretText) }

  func begin(_ code: String) throws -> BegunEnrolment {
    try services.enrolments.begin(code, from: .somewhere, text: Self.codeText).wait()
  }

  /// Completes an enrolment with the last code that was sent.
  func complete(_ begun: BegunEnrolment, login: String? = nil, _ password: String) throws -> Deferred<SessionGrant> {
    complete(begun, code: try sentCode(), login: login, password)
  }

  func complete(
    _ begun: BegunEnrolment, code: String?, login: String? = nil, _ password: String
  ) -> Deferred<SessionGrant> {
    services.enrolments.complete(
      begun.id, EnrolmentEntry(code: code, login: login, password: password), from: .somewhere)
  }

  /// Returns the last one-time code of an enrolment that was sent.
  func sentCode() throws -> String {
    services.messages.finish()
    return String(try #require(codes.messages.last { $0.text.hasPrefix("enrolment code ") }).text.suffix(6))
  }

  /// Returns the audit events about a person, oldest first.
  func events(of person: PersonID) throws -> [String] {
    try services.audit.list(after: 0, limit: 10_000).filter { $0.subjectID == person.description }.map(\.event)
  }
}
