import FoundationEssentials
package import Model

/// A time zone, which tells the day at an instant: the system's (TZif files, RFC 9636) or a fixed offset.
package struct CivilZone: Sendable, Equatable {
  /// Why there is no such zone.
  package enum Failure: Error, Equatable {
    /// The name is neither an offset such as `+03:00` nor a file of the system's time zones.
    case unknown(name: String)
    /// The file is not one that this reads.
    case malformed(name: String)
    /// The file leaves the changes of the coming years to a rule, which is not read here.
    case needsRule(name: String)
  }

  private struct Change: Sendable, Equatable {
    let from: Int64
    let offset: Int
  }

  /// In order; the first holds since ever.
  private let changes: [Change]

  /// The zone of that name, `Europe/Moscow` or `+03:00`; throws a `Failure`.
  ///
  /// Moscow is known without a file too: UTC+3 all year since 2014-10-26 (Federal Law 248-FZ of 2014-07-21).
  package init(_ name: String, directory: String = "/usr/share/zoneinfo") throws(Failure) {
    if let offset = Self.offset(name) {
      changes = [Change(from: .min, offset: offset)]
      return
    }
    let isName = !name.isEmpty && name.first != "/" && !name.split(separator: "/").contains("..")
    if isName, let data = FileManager.default.contents(atPath: directory + "/" + name) {
      changes = try Self.changes(in: [UInt8](data), name)
    } else if name == "Europe/Moscow" {
      changes = [Change(from: .min, offset: 3 * 3600)]
    } else {
      throw .unknown(name: name)
    }
  }

  /// Seconds east of UTC at an instant.
  package func offset(at instant: Instant) -> Int {
    let second =
      instant.microseconds >= 0 ? instant.microseconds / 1_000_000 : (instant.microseconds - 999_999) / 1_000_000
    return (changes.last { $0.from <= second } ?? changes[0]).offset
  }

  /// The day at an instant.
  package func day(at instant: Instant) -> CivilDate {
    let local = instant + .seconds(offset(at: instant))
    let day: Int64 = 86_400_000_000
    let shift: Int64 = local.microseconds < 0 ? day - 1 : 0
    return CivilDate(daysSinceEpoch: Int((local.microseconds - shift) / day))
  }

  private static func offset(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
      bytes[3] == UInt8(ascii: ":"),
      let hours = Int(text.dropFirst().prefix(2)), let minutes = Int(text.suffix(2)), hours < 24, minutes < 60
    else { return nil }
    return (bytes[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  /// The changes in a file of version 2 or later, whose second part has 64-bit times.
  private static func changes(in bytes: [UInt8], _ name: String) throws(Failure) -> [Change] {
    func word(_ at: Int, _ size: Int) throws(Failure) -> Int64 {
      guard at >= 0, at + size <= bytes.count else { throw .malformed(name: name) }
      let unsigned = bytes[at..<at + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return size == 4 ? Int64(Int32(truncatingIfNeeded: unsigned)) : Int64(bitPattern: unsigned)
    }
    func counts(_ at: Int) throws(Failure) -> [Int] {
      guard bytes.dropFirst(at).starts(with: "TZif".utf8) else { throw .malformed(name: name) }
      var counts: [Int] = []
      for place in 0..<6 { counts.append(Int(try word(at + 20 + 4 * place, 4))) }
      return counts
    }
    // utc flags, standard flags, leap seconds, transitions, types, characters
    let first = try counts(0)
    guard bytes[4] >= UInt8(ascii: "2") else { throw .malformed(name: name) }
    let second = 44 + first[3] * 5 + first[4] * 6 + first[5] + first[2] * 8 + first[1] + first[0]
    let count = try counts(second)
    let times = second + 44
    let types = times + count[3] * 8
    let infos = types + count[3]
    var changes = [Change(from: .min, offset: Int(try word(infos, 4)))]
    for place in 0..<count[3] {
      let type = Int(try word(types + place, 1))
      changes.append(Change(from: try word(times + 8 * place, 8), offset: Int(try word(infos + 6 * type, 4))))
    }
    let footer = infos + count[4] * 6 + count[5] + count[2] * 12 + count[1] + count[0]
    let hasRule = bytes.dropFirst(footer).contains(UInt8(ascii: ","))
    // A file that spells out the changes until 2037 may be used without its rule; a short one may not.
    if hasRule, (changes.last?.from ?? 0) < 2_100_000_000 { throw .needsRule(name: name) }
    return changes
  }
}
