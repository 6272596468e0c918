import BICDirectory
import DirectorySamples
import Model
import SeededRandom
import Services
import Testing

/// The consistency of full files and the change files between them.
@Suite struct DirectorySequenceTests {
  /// The entries of one day by BIC, for up to six participants.
  private typealias Day = [String: String]

  @Test("A sequence of change files gives the same directory as the full files", arguments: 0..<30 as Range<UInt64>)
  func changesMatchFullDirectory(seed: UInt64) throws {
    var chance = Chance(seed)
    let byChanges = try EmptyBanks()
    let byFull = try EmptyBanks()
    var present = Self.directory(&chance)
    _ = try byChanges.banks.importDirectory(Self.file(full: present, 1)).wait()
    for day in 2...6 {
      let next = Self.following(present, &chance)
      let changes = try Self.file(from: present, to: next, day, &chance)
      let difference = try byChanges.banks.importDirectory(changes).wait()
      #expect(difference.notes.isEmpty)
      let full = try byFull.banks.importDirectory(Self.file(full: next, day)).wait()
      #expect(full.unchanged + full.added.count + full.changed.count == next.count)
      #expect(byChanges.banks.directory.banks == byFull.banks.directory.banks)
      #expect(try byChanges.reopened().directory.banks == byFull.reopened().directory.banks)
      // The full file of the same day changes nothing.
      let again = try byChanges.banks.importDirectory(Self.file(full: next, day)).wait()
      #expect(again.unchanged == next.count && again.lines.isEmpty)
      present = next
    }
    #expect(byChanges.banks.directory.count == present.count)
  }

  private static func directory(_ chance: inout Chance) -> Day {
    var day: Day = ["040000000": participant(&chance)]
    for place in 1...5 where Bool.random(using: &chance) { day["04000000\(place)"] = participant(&chance) }
    return day
  }

  private static func following(_ present: Day, _ chance: inout Chance) -> Day {
    var next = present
    for place in 1...5 {
      switch Int.random(in: 0..<4, using: &chance) {
      case 0: next["04000000\(place)"] = nil
      case 1: next["04000000\(place)"] = participant(&chance)
      default: break
      }
    }
    return next
  }

  private static func participant(_ chance: inout Chance) -> String {
    let name = ["А", "Б", "В"].randomElement(using: &chance) ?? ""
    let type = ["20", "30", "90"].randomElement(using: &chance) ?? ""
    let place = [" Nnp=\"Тула\"", ""].randomElement(using: &chance) ?? ""
    let out = [" DateOut=\"2023-07-01\"", "", ""].randomElement(using: &chance) ?? ""
    let restrictions = ["LWRS", "URRS", "SDRS"].filter { _ in Bool.random(using: &chance) }.map {
      "<RstrList Rstr=\"\($0)\" RstrDate=\"2023-0\(Int.random(in: 1...9, using: &chance))-01\"/>"
    }
    return
      "<ParticipantInfo NameP=\"\(name)\" PtType=\"\(type)\"\(place)\(out)>\(restrictions.joined())</ParticipantInfo>"
  }

  private static func file(full day: Day, _ number: Int) throws -> DirectoryFile {
    let entries = day.sorted { $0.key < $1.key }.map { entry($0.key, nil, $0.value) }
    return try DirectoryFile.read(
      DirectoryText.file(entries, root: "InfoTypeCode=\"FIRR\" BusinessDay=\"2023-05-0\(number)\""))
  }

  private static func file(
    from present: Day, to next: Day, _ number: Int, _ chance: inout Chance
  ) throws -> DirectoryFile {
    var entries: [String] = []
    for (bic, participant) in next {
      if let before = present[bic] {
        if before != participant {
          entries.append(entry(bic, "CHGD", participant))
        } else if Bool.random(using: &chance) {
          entries.append(entry(bic, "NCNG", participant))
        }
      } else {
        entries.append(entry(bic, "ADDD", participant))
      }
    }
    for (bic, participant) in present where next[bic] == nil { entries.append(entry(bic, "DLTD", participant)) }
    return try DirectoryFile.read(
      DirectoryText.file(
        entries.shuffled(using: &chance), root: "InfoTypeCode=\"SIRR\" BusinessDay=\"2023-05-0\(number)\""))
  }

  private static func entry(_ bic: String, _ change: String?, _ inside: String) -> String {
    "<BICDirectoryEntry BIC=\"\(bic)\"\(change.map { " ChangeType=\"\($0)\"" } ?? "")>\(inside)</BICDirectoryEntry>"
  }
}
