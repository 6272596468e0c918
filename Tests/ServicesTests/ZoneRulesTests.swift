import Dates
import Foundation
import TestClient
import Testing

@testable import Services

/// The offsets of time zones, compared with the system's `zdump` and with files made here.
struct ZoneRulesTests {
  /// Zones with different rules: two hemispheres, half an hour, negative and late hours, no rule.
  private static let varied = [
    "Europe/Moscow", "Europe/Dublin", "Europe/Berlin", "America/New_York", "America/St_Johns", "America/Nuuk",
    "America/Santiago", "Africa/Casablanca", "Asia/Tehran", "Asia/Gaza", "Asia/Jerusalem", "Australia/Lord_Howe",
    "Pacific/Apia", "Pacific/Chatham", "Antarctica/Troll", "Asia/Kolkata",
  ]

  @Test("Offsets of time zones with different rules equal the system's until 2100") func readsVariedZones() throws {
    #expect(try compare(Self.varied, years: 1970...2100) > 2_000)
  }

  /// From 2038 on, files have only a yearly rule.
  @Test("Offsets of all time zones equal the system's before and after the last listed transition")
  func readsAllZones() throws {
    let table = try String(contentsOfFile: "/usr/share/zoneinfo/zone1970.tab", encoding: .utf8)
    let zones = table.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: "\t").dropFirst(2).first.map(String.init) }
    #expect(zones.count > 300)
    #expect(try compare(zones, years: 2034...2040) > 1_000)
  }

  /// Compares the offsets at both sides of each transition; returns the number of comparisons.
  private func compare(_ zones: [String], years: ClosedRange<Int>) throws -> Int {
    let dump = ["/usr/bin/zdump", "/usr/sbin/zdump"].first { FileManager.default.isExecutableFile(atPath: $0) }
    let limits = "\(years.lowerBound),\(years.upperBound + 1)"
    let outcome = try StartedProcess.run(try #require(dump), ["-v", "-c", limits] + zones)
    var (known, count): ([Substring: ZoneRules], Int) = ([:], 0)
    for line in outcome.output.split(separator: "\n") {
      let words = line.split(separator: " ")
      // Europe/Moscow Sat Oct 25 22:00:00 2014 UT = Sun Oct 26 01:00:00 2014 MSK [...] gmtoff=10800
      guard words.count > 8, let year = Int(words[5]), years.contains(year), let name = words.first,
        let offset = words.last.flatMap({ Int64($0.dropFirst("gmtoff=".count)) })
      else { continue }
      let rules = try known[name] ?? #require(ZoneRules(named: String(name)))
      known[name] = rules
      let month = try #require(Self.months.firstIndex(of: words[2])) + 1
      let day = try #require(CivilDate(year: year, month: month, day: Int(words[3]) ?? 0))
      let time = words[4].split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) }
      let second = Int64(day.daysSinceEpoch * 86_400 + time)
      if rules.offset(at: second) != offset { Issue.record("\(line): \(rules.offset(at: second))") }
      count += 1
    }
    return count
  }

  private static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  @Test(
    "A name outside the database is unknown",
    arguments: [
      "", "Mars/Base", "europe/moscow", "Europe", "Europe/", "/Europe/Moscow", "/etc/localtime", "../zoneinfo/UTC",
      "Europe/../Europe/Moscow", "./Europe/Moscow", "Europe//Moscow", "localtime", "posixrules", "right/Europe/Moscow",
      "posix/Europe/Moscow", "zone1970.tab", "Europe/Moscow\u{0}", "GMT+", "GMT+25", "UTC+3:60", "UTC3x",
    ])
  func rejectsUnknownName(_ name: String) { #expect(ZoneRules(named: name) == nil) }

  @Test(
    "A fixed offset from GMT is a time zone",
    arguments: [("GMT", 0), ("UTC", 0), ("GMT+3", 10_800), ("UTC-03:30", -12_600), ("GMT0", 0)])
  func readsFixedOffset(name: String, offset: Int64) throws {
    #expect(try #require(ZoneRules(named: name)).offset(at: 1_790_000_000) == offset)
  }

  @Test(
    "The yearly rule of a time zone applies after the last transition",
    arguments: [
      ("<+03>-3", "2050-07-01", 10_800), ("MSK-3:30", "2050-07-01", 12_600),
      ("EST5EDT,M3.2.0,M11.1.0", "2050-07-01", -14_400),
      ("EST5EDT,M3.2.0,M11.1.0", "2050-12-01", -18_000), ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2050-01-01", 39_600),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2050-07-01", 36_000), ("IST-1GMT0,M10.5.0,M3.5.0/1", "2050-01-01", 0),
      // 29 February counts in `59` and not in `J60`.
      ("A0B,J60/0,J300", "2048-02-29", 0), ("A0B,J60/0,J300", "2048-03-01", 3600),
      ("A0B,59/0,J300", "2048-02-29", 3600),
      ("A0B,59/0,J300", "2048-02-28", 0), ("A0B,J60/0,J300", "2049-03-01", 3600),
      ("XXX3EDT4,0/0,J365/23", "2050-12-31", -14_400),
    ])
  func appliesYearlyRule(rule: String, day: String, offset: Int64) throws {
    let rules = try #require(ZoneRules(file: Self.file(rule: rule)))
    let noon = Int64(try #require(CivilDate(day)).daysSinceEpoch) * 86_400 + 43_200
    #expect(rules.offset(at: noon) == offset)
  }

  @Test("The offsets before, between and after the transitions of a file") func readsTransitions() throws {
    let rules = try #require(ZoneRules(file: Self.file(rule: "")))
    #expect([-1_000, 99, 100, 199, 200, 1 << 40].map(rules.offset) == [60, 60, -3600, -3600, 60, 60])
  }

  @Test("A malformed time zone file is rejected") func rejectsMalformedFile() {
    let whole = Self.file(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
    #expect(ZoneRules(file: whole) != nil)
    for length in whole.indices { #expect(ZoneRules(file: Array(whole[..<length])) == nil, "\(length) bytes") }
    for rule in [
      "CET", "CET-1CEST", "CET-1CEST,M13.1.0,M1.1.0", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M10.5.0x", "<CET-1",
    ] {
      #expect(ZoneRules(file: Self.file(rule: rule)) == nil, "\(rule)")
    }
    #expect(ZoneRules(file: Self.file(rule: "", types: [0, 2])) == nil, "an unknown type")
    #expect(ZoneRules(file: Self.file(rule: "", starts: [200, 100])) == nil, "transitions out of order")
    #expect(ZoneRules(file: Self.file(rule: "", leapSeconds: 1)) == nil, "leap seconds")
    var old = whole
    old[4] = 0
    #expect(ZoneRules(file: old) == nil, "version 1")
  }

  /// Returns a file with the offsets 60 and -3600, whose transitions have these types.
  private static func file(
    rule: String, types: [UInt8] = [1, 0], starts: [Int64] = [100, 200], leapSeconds: UInt32 = 0
  ) -> [UInt8] {
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      (0..<number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    func header(_ counts: [UInt32]) -> [UInt8] {
      var header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
      for count in counts { header += bytes(count) }
      return header
    }
    var file = header([0, 0, 0, 0, 0, 0]) + header([0, 0, leapSeconds, 2, 2, 2])
    for start in starts { file += bytes(start) }
    file += types
    for offset: Int32 in [60, -3600] { file += bytes(offset) + [0, 0] }
    file += Array("A\u{0}".utf8)
    for _ in 0..<leapSeconds * 12 { file.append(0) }
    return file + Array("\n\(rule)\n".utf8)
  }
}
