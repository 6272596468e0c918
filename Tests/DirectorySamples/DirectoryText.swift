import Foundation

/// BIC directory files for tests.
package enum DirectoryText {
  /// Returns the bytes of `ed807-sample.xml`.
  package static func sample() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: samplePath)))
  }

  /// Returns the sample with its first two entries. It is short enough to be read once for each of
  /// its bytes.
  package static func shortSample() throws -> [UInt8] {
    let lines = try sample().split(separator: 0x0A, omittingEmptySubsequences: false)
    return Array(([lines[0]] + lines[7...9] + [lines[lines.count - 2]]).joined(separator: [0x0A]))
  }

  package static let samplePath =
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ed807-sample.xml").path

  /// Returns a file with these entries on one line, in Windows-1251.
  package static func file(_ entries: String..., scope: String = "FIRR", day: String = "2023-05-18") -> [UInt8] {
    file(entries, root: #"InfoTypeCode="\#(scope)" BusinessDay="\#(day)""#)
  }

  /// Returns a file with these entries and these attributes of the root element.
  package static func file(_ entries: [String], root: String) -> [UInt8] {
    windows1251(head + #"<ED807 xmlns="urn:cbr-ru:ed:v2.0" \#(root)>"# + entries.joined() + "</ED807>")
  }

  package static let head = #"<?xml version="1.0" encoding="Windows-1251"?>"#

  /// Returns an entry of a bank. The arguments replace its parts.
  package static func entry(
    bic: String = #"BIC="044525225""#, info: String = #"NameP="ПАО Сбербанк" PtType="20""#, inside: String = "",
    account: String =
      #"<Accounts Account="30101810400000000225" RegulationAccountType="CRSA" AccountCBRBIC="044525000" AccountStatus="ACAC"/>"#
  ) -> String {
    "<BICDirectoryEntry \(bic)><ParticipantInfo \(info)>\(inside)</ParticipantInfo>\(account)</BICDirectoryEntry>"
  }

  /// Encodes ASCII, Russian letters, `№` and `«»` in Windows-1251. Any other character becomes `?`.
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
