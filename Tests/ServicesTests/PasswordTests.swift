import Model
import Secrets
import Services
import Testing

struct PasswordTests {
  @Test("A password change ends the other sessions of the person") func changeEndsOtherSessions() throws {
    let bank = try TestBank()
    let auth = bank.services.auth
    let other = try auth.login(bank.demo.login, password: bank.demo.password).wait()
    let mine = try auth.login(bank.demo.login, password: bank.demo.password).wait()
    let caller = try #require(try auth.authenticate(mine.token))
    #expect(try auth.authenticate(other.token) != nil)
    try auth.changePassword(from: bank.demo.password, to: "quite another one", by: caller).wait()
    #expect(try auth.authenticate(other.token) == nil)
    #expect(try auth.authenticate(mine.token)?.session == caller.session)
    #expect(throws: AuthError.refused) { try auth.login(bank.demo.login, password: bank.demo.password).wait() }
    #expect(try auth.login(bank.demo.login, password: "quite another one").wait().person.id == caller.person)
  }

  @Test(
    "A rejected password change throws the reason and changes nothing",
    arguments: [
      ("wrong", "quite another one", PasswordRefusal.wrongPassword), ("wrong", "short", .wrongPassword),
      (nil, "eleven char", .broken(.tooShort(minimum: 12))),
      (nil, String(repeating: "abcdefgh", count: 17), .broken(.tooLong(maximum: 128))),
      (nil, "aaaabbbbccccdddd", .broken(.tooSimple(minimum: 5))),
      (nil, "valence-demo", .broken(.unchanged)), (nil, "  valence-demo ", .broken(.unchanged)),
    ] as [(String?, String, PasswordRefusal)])
  func rejectedChangeHasNoEffect(_ old: String?, _ new: String, _ refusal: PasswordRefusal) throws {
    let bank = try TestBank()
    let auth = bank.services.auth
    let other = try auth.login(bank.demo.login, password: bank.demo.password).wait()
    #expect(throws: refusal) {
      try auth.changePassword(from: old ?? bank.demo.password, to: new, by: bank.caller).wait()
    }
    #expect(try auth.authenticate(other.token) != nil)
    #expect(try auth.login(bank.demo.login, password: bank.demo.password).wait().person.id == bank.caller.person)
  }

  @Test(
    "A common password is rejected in any letter case, repeated or padded",
    arguments: [
      "Password1234", "password123456789", "qwerty123456", "123456789012", "qwertyuiopas", "iloveyou2024",
      "passwordpassword",
      "1q2w3e4r5t6y", "1qaz2wsx3edc", "letmein!!!!!", "administrator1", "йцукенгшщзхъ", "Qwertyuiop[]", "abcdefghijkl",
      "  monkey123456 ", "zxcvbnmzxcvbnm", "987654321098",
    ])
  func rejectsCommonPasswords(_ password: String) throws {
    let bank = try TestBank()
    #expect(throws: PasswordRefusal.broken(.common)) {
      try bank.services.auth.changePassword(from: bank.demo.password, to: password, by: bank.caller).wait()
    }
    #expect(throws: UserError.password(.common)) {
      try bank.services.users.add(login: "new", name: "Имя", password: password).wait()
    }
    let person = try #require(try bank.services.users.find(bank.caller.person))
    #expect(throws: PasswordRefusal.broken(.common)) {
      try bank.services.auth.setPassword(password, of: person).wait()
    }
  }

  @Test(
    "An uncommon password is accepted, even if it contains a common word",
    arguments: [
      "a long password", "correct horse battery", "dragon-and-teapot", "928374650192", "valence-demo", "кот на крыше 7",
    ])
  func acceptsUncommonPasswords(_ password: String) throws {
    let bank = try TestBank()
    _ = try bank.services.users.add(login: "new", name: "Имя", password: password).wait()
  }

  @Test("A password equal to the login is rejected") func rejectsLoginAsPassword() throws {
    let bank = try TestBank()
    let caller = try bank.stranger("somebody.somewhere")
    #expect(throws: PasswordRefusal.broken(.login)) {
      try bank.services.auth.changePassword(from: "a strangers password", to: "Somebody.Somewhere", by: caller).wait()
    }
  }

  @Test("The second of two concurrent password changes is rejected") func rejectsSecondConcurrentChange() throws {
    let bank = try TestBank()
    let auth = bank.services.auth
    let first = try auth.passwordEffect(from: bank.demo.password, to: "the first of two", by: bank.caller).wait()
    let second = try auth.passwordEffect(from: bank.demo.password, to: "the second of two", by: bank.caller).wait()
    func submit(_ effect: Effect) throws {
      let draft = SubmissionDraft(
        operation: "auth.password", version: "1", values: "{}", idempotencyKey: nil, sign: nil)
      _ = try bank.services.submissions.create(draft, by: bank.caller, effect: effect).wait()
    }
    try submit(first)
    #expect(throws: PasswordRefusal.wrongPassword) { try submit(second) }
    #expect(try auth.login(bank.demo.login, password: "the first of two").wait().person.id == bank.caller.person)
  }

  @Test("A password entry longer than any valid password is rejected") func rejectsOverlongEntry() throws {
    let bank = try TestBank()
    let longest = String(repeating: " ", count: Password.longestEntry - bank.demo.password.utf8.count)
    #expect(Password(entered: longest + bank.demo.password) != nil)
    #expect(Password(entered: longest + bank.demo.password + " ") == nil)
    let long = longest + bank.demo.password + " "
    #expect(throws: AuthError.refused) { try bank.services.auth.login(bank.demo.login, password: long).wait() }
    #expect(throws: PasswordRefusal.wrongPassword) {
      try bank.services.auth.changePassword(from: long, to: "another one of these", by: bank.caller).wait()
    }
    #expect(throws: PasswordRefusal.broken(.tooLong(maximum: 128))) {
      try bank.services.auth.changePassword(from: bank.demo.password, to: long, by: bank.caller).wait()
    }
  }

  @Test(
    "Passwords are compared after Unicode normalization and trimming of whitespace",
    arguments: [
      ("caf\u{E9} au lait, s'il vous plait", "cafe\u{301} au lait, s'il vous plait"),
      ("between blanks it is", " between blanks it is\t"),
    ])
  func normalizesPassword(_ first: String, _ second: String) throws {
    #expect(try #require(Password(entered: first)).isEqual(to: try #require(Password(entered: second))))
    let bank = try TestBank()
    try bank.services.auth.changePassword(from: bank.demo.password, to: first, by: bank.caller).wait()
    #expect(try bank.services.auth.login(bank.demo.login, password: second).wait().person.id == bank.caller.person)
  }
}
