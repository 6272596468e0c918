import BICDirectory
import DirectorySamples
import Testing

@Suite struct DirectoryCorruptionTests {
  @Test("A directory file with a corrupted byte is either read or rejected with an error")
  func corruptByteIsReadOrRejected() throws {
    let whole = try DirectoryText.shortSample()
    for place in whole.indices {
      for byte: UInt8 in [0x00, 0x22, 0x3C, 0x3E, 0x98, 0xFF] {
        var bytes = whole
        bytes[place] = byte
        do throws(DirectoryError) {
          let file = try DirectoryFile.read(bytes)
          // An entry with a corrupted opening tag is skipped like any unknown element.
          #expect(file.entries.count <= 2 && file.entries.allSatisfy { $0.bank != nil })
        } catch {
          #expect(!error.description.isEmpty)
        }
      }
    }
  }
}
