import BICDirectory
import Dates
import DirectorySamples
import Foundation
import Model
import Services
import Testing

/// Imports of several files in order, from `Cases/imports.json`.
@Suite struct DirectoryImportTests {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    struct File: Decodable, Sendable {
      let root: String
      let entries: [String]
      let older: Bool?
      let says: String?
      let lines: [String]?
      let notes: [String]?
      let refused: String?
    }

    struct Expected: Decodable, Sendable {
      let name: String?
      let place: String?
      let type: String?
      let status: String?
      let since: String?
      let account: String?
      let treasury: String?
    }

    let name: String
    let files: [File]
    let on: String?
    let banks: [String: Expected]

    var testDescription: String { name }
  }

  static let cases: [Case] = {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/imports.json")
    return (try? JSONDecoder().decode([Case].self, from: Data(contentsOf: path))) ?? []
  }()

  @Test("All eight cases of directory imports are loaded") func loadsAllCases() { #expect(Self.cases.count == 8) }

  @Test("Imported directory files give the result of each recorded case", arguments: cases)
  func matchesRecordedImports(_ reported: Case) throws {
    let store = try EmptyBanks()
    for file in reported.files { try take(file, store.banks) }
    for banks in [store.banks, try store.reopened()] {
      #expect(Set(banks.directory.banks.map(\.bic.rawValue)) == Set(reported.banks.keys))
      let day = try #require(CivilDate(reported.on ?? "2023-05-18"))
      for bank in banks.directory.banks { try compare(bank, reported.banks[bank.bic.rawValue], on: day) }
    }
  }

  private func take(_ file: Case.File, _ banks: Banks) throws {
    let older = file.older ?? false
    let before = banks.directory.banks
    do {
      let read = try DirectoryFile.read(
        DirectoryText.file(file.entries, root: file.root).map { $0 == UInt8(ascii: "'") ? UInt8(ascii: "\"") : $0 })
      let foreseen = try banks.difference(importing: read, older: older)
      #expect(banks.directory.banks == before)
      let difference = try banks.importDirectory(read, older: older).wait()
      #expect(difference == foreseen && difference.description == file.says && file.refused == nil)
      if let lines = file.lines { #expect(difference.lines.sorted() == lines.sorted()) }
      if let notes = file.notes {
        #expect(difference.notes.count == notes.count)
        for (note, text) in zip(difference.notes, notes) { #expect(note.description.hasSuffix(text)) }
      }
    } catch let error as DirectoryError {
      #expect(error.description == file.refused)
      #expect(banks.directory.banks == before)
    }
  }

  private func compare(_ bank: Bank, _ reported: Case.Expected?, on day: CivilDate) throws {
    let reported = try #require(reported)
    if let name = reported.name { #expect(bank.name == name) }
    if let place = reported.place { #expect(bank.place == place) }
    if let type = reported.type { #expect(bank.type == type) }
    if let status = reported.status { #expect(bank.status(on: day).rawValue == status, "\(bank.name)") }
    if reported.status != nil { #expect(bank.statusSince(on: day)?.description == reported.since, "\(bank.name)") }
    if let account = reported.account {
      #expect((bank.correspondentAccount?.rawValue ?? "") == account, "\(bank.name)")
    }
    if let treasury = reported.treasury { #expect(bank.treasuryAccount?.rawValue == treasury) }
  }
}
