import Foundation

/// Directory files that the tests make up.
package enum DirectoryText {
  /// The bytes of `ed807-sample.xml`.
  package static func sample() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: samplePath)))
  }

  /// The sample with its first entries only, as much as a test can read for each byte.
  package static func shortSample() throws -> [UInt8] {
    let lines = try sample().split(separator: 0x0A, omittingEmptySubsequences: false)
    return Array(([lines[0]] + lines[7...9] + [lines[lines.count - 2]]).joined(separator: [0x0A]))
  }

  /// The path of the sample.
  package static let samplePath =
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ed807-sample.xml").path

  /// A file of these entries in Windows-1251, on one line like the real ones.
  package static func file(_ entries: String..., scope: String = "FIRR", day: String = "2023-05-18") -> [UInt8] {
    file(entries, root: #"InfoTypeCode="\#(scope)" BusinessDay="\#(day)""#)
  }

  /// A file of these entries whose root has those attributes.
  package static func file(_ entries: [String], root: String) -> [UInt8] {
    windows1251(head + #"<ED807 xmlns="urn:cbr-ru:ed:v2.0" \#(root)>"# + entries.joined() + "</ED807>")
  }

  /// The declaration of the real files.
  package static let head = #"<?xml version="1.0" encoding="Windows-1251"?>"#

  /// A bank's entry with what is to be different.
  package static func entry(
    bic: String = #"BIC="044525225""#, info: String = #"NameP="ПАО Сбербанк" PtType="20""#, inside: String = "",
    account: String =
      #"<Accounts Account="30101810400000000225" RegulationAccountType="CRSA" AccountCBRBIC="044525000" AccountStatus="ACAC"/>"#
  ) -> String {
    "<BICDirectoryEntry \(bic)><ParticipantInfo \(info)>\(inside)</ParticipantInfo>\(account)</BICDirectoryEntry>"
  }

  /// ASCII and the Russian letters in Windows-1251.
  package static func windows1251(_ text: String) -> [UInt8] {
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
