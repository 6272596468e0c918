import Model
import DataAccess
import Services
import Testing

/// Serving, retention and revocation of operation versions.
struct VersionsTests {
  private static func serve(_ bank: TestBank, _ versions: [String: String]) throws {
    try bank.services.versions.serve(
      versions.sorted { $0.key < $1.key }.map {
        .init(operation: $0.key, version: $0.value, text: "{\"v\":\"\($0.value)\"}")
      }
    ).wait()
  }

  private static func states(_ bank: TestBank) throws -> [String] {
    let now = bank.clock.now
    return try bank.services.versions.all().map { "\($0.operation) \($0.version) \($0.state(at: now))" }
  }

  @Test("A replaced version of an operation is retained for a day") func retainsReplacedVersionForDay() throws {
    let bank = try TestBank()
    try Self.serve(bank, ["a": "1", "b": "1"])
    bank.clock.advance(by: .seconds(60))
    try Self.serve(bank, ["a": "2", "b": "1"])
    #expect(try Self.states(bank) == ["a 2 serving", "a 1 kept", "b 1 serving"])
    #expect(try bank.services.versions.source("a", "1") == "{\"v\":\"1\"}")
    bank.clock.advance(by: .seconds(24 * 3600 - 1))
    #expect(try bank.services.versions.state("a", "1") == .kept)
    bank.clock.advance(by: .seconds(1))
    #expect(try bank.services.versions.state("a", "1") == .expired)
  }

  @Test("The retention of replaced versions is configurable") func retentionIsConfigurable() throws {
    let bank = try TestBank { $0.versionsKept = .seconds(10) }
    try Self.serve(bank, ["a": "1"])
    try Self.serve(bank, ["a": "2"])
    bank.clock.advance(by: .seconds(9))
    #expect(try bank.services.versions.state("a", "1") == .kept)
    bank.clock.advance(by: .seconds(1))
    #expect(try bank.services.versions.state("a", "1") == .expired)
  }

  /// The time after which the text of an expired version is no longer kept.
  private static let documents = Duration.seconds(6 * 366 * 86_400)

  @Test("The version of a removed operation is retained") func retainsRemovedOperation() throws {
    let bank = try TestBank()
    try Self.serve(bank, ["a": "1", "b": "1"])
    try Self.serve(bank, ["b": "1"])
    #expect(try Self.states(bank) == ["a 1 kept", "b 1 serving"])
  }

  @Test("An earlier version can be put into service again") func restoresEarlierVersion() throws {
    let bank = try TestBank()
    for version in ["1", "2", "1", "1"] {
      bank.clock.advance(by: .seconds(1))
      try Self.serve(bank, ["a": version])
    }
    #expect(try Self.states(bank) == ["a 1 serving", "a 2 kept"])
  }

  @Test("The text of an expired version is kept as long as documents, then removed")
  func removesExpiredVersions() throws {
    let bank = try TestBank()
    for version in ["1", "2"] { try Self.serve(bank, ["a": version]) }
    bank.clock.advance(by: .seconds(25 * 3600))
    try Self.serve(bank, ["a": "3"])
    #expect(try Self.states(bank) == ["a 3 serving", "a 2 kept", "a 1 expired"])
    #expect(try bank.services.versions.source("a", "1") != nil)
    #expect(try bank.services.versions.needed().map(\.version) == ["2"])
    bank.clock.advance(by: Self.documents)
    try Self.serve(bank, ["a": "4"])
    #expect(try Self.states(bank) == ["a 4 serving", "a 3 kept", "a 2 expired"])
    #expect(try bank.services.versions.source("a", "1") == nil)
  }

  @Test("A version is retained while one of its submissions awaits a signature")
  func retainsVersionOfUnsigned() throws {
    let bank = try TestBank { $0.versionsKept = .seconds(60) }
    try Self.serve(bank, ["pp.quick": "1"])
    let payment = try bank.waitingPayment("1.00")
    #expect(payment.submission.version == "1")
    try Self.serve(bank, ["pp.quick": "2"])
    bank.clock.advance(by: .seconds(3600))
    try Self.serve(bank, ["pp.quick": "3"])
    #expect(try Self.states(bank) == ["pp.quick 3 serving", "pp.quick 2 kept", "pp.quick 1 expired"])
    #expect(try bank.services.versions.needed().map(\.version) == ["1", "2"])
    _ = try bank.services.submissions.cancel(payment.id, by: bank.caller).wait()
    #expect(try bank.services.versions.needed().map(\.version) == ["2"])
    bank.clock.advance(by: Self.documents)
    try Self.serve(bank, ["pp.quick": "4"])
    #expect(try bank.services.versions.state("pp.quick", "1") == nil)
  }

  @Test("A revoked version ends immediately and can be put into service again")
  func revokesVersionImmediately() throws {
    let bank = try TestBank()
    for version in ["1", "2"] { try Self.serve(bank, ["a": version]) }
    let revoked = try bank.services.versions.revoke("a", "1").wait()
    #expect(revoked.state(at: bank.clock.now) == .revoked)
    bank.clock.advance(by: .seconds(5))
    // A repeated revocation keeps the time of the first.
    #expect(try bank.services.versions.revoke("a", "1").wait() == revoked)
    #expect(try bank.services.versions.state("a", "1") == .revoked)
    try Self.serve(bank, ["a": "1"])
    #expect(try bank.services.versions.state("a", "1") == .serving)
  }

  @Test("A serving or unknown version cannot be revoked") func rejectsRevokingServingOrUnknown() throws {
    let bank = try TestBank()
    try Self.serve(bank, ["a": "1"])
    #expect(throws: VersionError.serving) { try bank.services.versions.revoke("a", "1").wait() }
    #expect(throws: VersionError.notFound) { try bank.services.versions.revoke("a", "2").wait() }
    #expect(throws: VersionError.notFound) { try bank.services.versions.revoke("b", "1").wait() }
  }

  @Test("A version is retained while one of its submissions is pending in the core")
  func retainsVersionPendingInCore() throws {
    let bank = try TestBank { $0.execution = Execution(core: .feed, days: BusinessDays()) }
    try Self.serve(bank, ["pp.quick": "1"])
    let order = try bank.order("1.00")
    let signed = try bank.signedPayment(order)
    try Self.serve(bank, ["pp.quick": "2"])
    bank.clock.advance(by: Self.documents)
    try Self.serve(bank, ["pp.quick": "3"])
    #expect(try bank.services.versions.source("pp.quick", "1") != nil)
    _ = try bank.services.coreFeed.acknowledge(signed.id, .executed(nil), by: .system) { [services = bank.services] _ in
      services.payments.effect(order)
    }.wait()
    bank.clock.advance(by: .seconds(25 * 3600))
    try Self.serve(bank, ["pp.quick": "4"])
    #expect(try bank.services.versions.source("pp.quick", "1") == nil)
  }
}
