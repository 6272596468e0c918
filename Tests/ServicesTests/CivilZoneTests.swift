import Model
import Services
import Testing

@Suite struct CivilZoneTests {
  @Test(arguments: [
    ("Europe/Moscow", "2026-11-20T20:59:59Z", "2026-11-20"), ("Europe/Moscow", "2026-11-20T21:00:00Z", "2026-11-21"),
    ("+03:00", "2026-11-20T21:00:00Z", "2026-11-21"), ("-09:30", "2026-11-21T09:29:59.999999Z", "2026-11-20"),
    ("+00:00", "1969-12-31T23:59:59.999999Z", "1969-12-31"), ("+00:00", "1970-01-01T00:00:00Z", "1970-01-01"),
  ])
  func aZoneTellsTheDay(_ name: String, _ instant: String, _ day: String) throws {
    let zone = try CivilZone(name)
    #expect(zone.day(at: try #require(Instant(instant))).description == day)
  }

  @Test func moscowIsKnownWithoutAFile() throws {
    let zone = try CivilZone("Europe/Moscow", directory: "/nowhere")
    #expect(zone.offset(at: Instant(seconds: 1_795_219_200)) == 3 * 3600)
  }

  @Test(arguments: ["", "Europe/Nowhere", "/etc/passwd", "../../etc/passwd", "+3:00", "+25:00"])
  func anUnknownZoneIsNamed(_ name: String) {
    #expect(throws: CivilZone.Failure.unknown(name: name)) { try CivilZone(name) }
  }

  @Test func aFileThatIsNoZoneIsNamed() {
    #expect(throws: CivilZone.Failure.malformed(name: "passwd")) { try CivilZone("passwd", directory: "/etc") }
  }
}
