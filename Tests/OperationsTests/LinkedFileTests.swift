import SourceText
import Foundation
import Testing

@testable import Definitions
@testable import Operations

/// Definition files that are links: authors write them, and must not use them to read other files of the machine.
final class LinkedFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "valence-links-\(UUID().uuidString)")
  private static let operation = """
    operation: NAME
    title: {ru: А, en: A}
    effect: document
    atoms:
      - {textInput: a, caption: {ru: А, en: A}}
      - {button: send, caption: {ru: О, en: S}, action: submit}
    """
  private static let secret = "main: 0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"

  init() throws {
    try write(Self.secret, to: "keys.yaml")
    try write(Self.operation.replacing("NAME", with: "plain"), to: "config/operations/plain.yaml")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func link(_ path: String, to target: String) throws {
    let place = folder.appending(path: path).path
    try FileManager.default.createDirectory(
      atPath: String(place[..<(place.lastIndex(of: "/") ?? place.startIndex)]), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: target)
  }

  private func files() throws -> DefinitionFiles {
    try DefinitionFiles(directory: folder.appending(path: "config/operations").path)
  }

  private func faults() -> String {
    do throws(Catalog.Failure) {
      _ = try Catalog(directory: folder.appending(path: "config/operations").path, vocabulary: .bank)
    } catch {
      guard case .faults(let faults) = error else { return "\(error)" }
      return faults.sorted.map { "\($0)\n" }.joined()
    }
    return ""
  }

  @Test(
    "A symbolic link to a file outside its directory is rejected without disclosing the target",
    arguments: [
      ("config/operations/a.yaml", "../../keys.yaml"), ("config/operations/a.yaml", "/proc/self/environ"),
      ("config/operations/a.yaml", "../fragments/inside.yaml"), ("config/services/a.yaml", "../../keys.yaml"),
      ("config/services/a.recorded.yaml", "../../keys.yaml"), ("config/locales/en.yaml", "../../keys.yaml"),
      ("config/tables/a.yaml", "../.././keys.yaml"), ("config/screens/a.yaml", "../../keys.yaml"),
      ("config/routes/a.yaml", "../../keys.yaml"), ("config/flows/a.yaml", "../../keys.yaml"),
      ("config/fragments/a.yaml", "../../keys.yaml"),
    ])
  func rejectsLinkOutOfDirectory(path: String, target: String) throws {
    try write("[]", to: "config/fragments/inside.yaml")
    try link(path, to: target)
    let faults = faults()
    let name = folder.appending(path: path).path
    #expect(faults.contains("\(name):1:1: error: the file is a symbolic link to a file outside its directory"))
    #expect(!faults.contains("0123456789abcdefgh"))
    #expect(DefinitionFile(path: name) == nil)
  }

  @Test("A chain of symbolic links that leaves the directory is rejected")
  func rejectsLinkChain() throws {
    try link("config/operations/.way", to: "../../keys.yaml")
    try link("config/operations/a.yaml", to: ".way")
    #expect(faults().contains("a symbolic link to a file outside its directory"))
  }

  @Test("A calendar that is a symbolic link to a file outside its directory is rejected")
  func rejectsLinkedCalendar() throws {
    try link("config/calendar.yaml", to: "../keys.yaml")
    let error = #expect(throws: Diagnostics.self) {
      try CalendarFile.calendar(in: self.folder.appending(path: "config").path)
    }
    #expect(error?.sorted.first?.description.contains("a symbolic link to a file outside its directory") == true)
    #expect(throws: Catalog.Failure.self) { try StoredFiles(directory: self.folder.appending(path: "config").path) }
  }

  @Test("A mounted Kubernetes ConfigMap and its replacement are read")
  func readsMountedConfigMap() throws {
    try write(Self.operation.replacing("NAME", with: "pay"), to: "config/operations/..2026_11_27/pay.yaml")
    try link("config/operations/..data", to: "..2026_11_27")
    try link("config/operations/pay.yaml", to: "..data/pay.yaml")
    #expect(try files().operations.map(\.stem) == ["pay", "plain"] && files().linkedOut == [])
    try write(Self.operation.replacing("NAME", with: "pay") + " ", to: "config/operations/..2026_11_28/pay.yaml")
    try link("config/operations/..data_tmp", to: "..2026_11_28")
    let place = folder.appending(path: "config/operations").path
    try FileManager.default.removeItem(atPath: place + "/..data")
    try FileManager.default.moveItem(atPath: place + "/..data_tmp", toPath: place + "/..data")
    try FileManager.default.removeItem(atPath: place + "/..2026_11_27")
    #expect(try files().operations.first?.bytes.last == UInt8(ascii: " "))
    #expect(faults() == "")
  }

  @Test("A volume whose directories are links is read")
  func readsLinkedDirectories() throws {
    try write(Self.operation.replacing("NAME", with: "pay"), to: "volume/..2026/operations/pay.yaml")
    try link("volume/..data", to: "..2026")
    try link("volume/operations", to: "..data/operations")
    let read = try DefinitionFiles(directory: folder.appending(path: "volume/operations").path)
    #expect(read.operations.map(\.stem) == ["pay"] && read.linkedOut == [])
  }

  @Test("A dangling link is reported as an unreadable file")
  func reportsDanglingLink() throws {
    try link("config/operations/a.yaml", to: "../../nothing.yaml")
    #expect(faults().contains("the file cannot be read"))
  }
}
