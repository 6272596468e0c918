import Foundation

/// Directory files that the tests make up.
enum DirectoryText {
  /// The bytes of the sample in `Cases`.
  static func sample() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: samplePath)))
  }

  /// Returns the path of the case file with that name.
  static func cases(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/\(name)")
  }

  /// The path of the sample.
  static let samplePath =
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/ed807-sample.xml").path

  /// A file of these entries in Windows-1251, on one line like the real ones.
  static func file(_ entries: String..., scope: String = "FIRR", day: String = "2023-05-18") -> [UInt8] {
    file(entries, root: #"InfoTypeCode="\#(scope)" BusinessDay="\#(day)""#)
  }

  /// A file of these entries whose root has those attributes.
  static func file(_ entries: [String], root: String) -> [UInt8] {
    windows1251(head + #"<ED807 xmlns="urn:cbr-ru:ed:v2.0" \#(root)>"# + entries.joined() + "</ED807>")
  }

  /// The declaration of the real files.
  static let head = #"<?xml version="1.0" encoding="Windows-1251"?>"#

  /// A bank's entry with what is to be different.
  static func entry(
    bic: String = #"BIC="044525225""#, info: String = #"NameP="ПАО Сбербанк" PtType="20""#, inside: String = "",
    account: String =
      #"<Accounts Account="30101810400000000225" RegulationAccountType="CRSA" AccountCBRBIC="044525000" AccountStatus="ACAC"/>"#
  ) -> String {
    "<BICDirectoryEntry \(bic)><ParticipantInfo \(info)>\(inside)</ParticipantInfo>\(account)</BICDirectoryEntry>"
  }

  /// ASCII and the Russian letters in Windows-1251.
  static func windows1251(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "А"..."я": UInt8(truncatingIfNeeded: scalar.value - 0x410 + 0xC0)
      case "Ё": 0xA8
      case "ё": 0xB8
      case "№": 0xB9
      case "«": 0xAB
      case "»": 0xBB
      default: scalar.isASCII ? UInt8(truncatingIfNeeded: scalar.value) : 0x3F
      }
    }
  }
}
