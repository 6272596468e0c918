import Services
import Testing

/// Files that end too early, and files with a byte that is another.
@Suite struct DirectoryTruncationTests {
  private func file() throws -> [UInt8] {
    let sample = try DirectoryText.sample()
    let lines = sample.split(separator: 0x0A, omittingEmptySubsequences: false)
    return Array(([lines[0]] + lines[7...9] + [lines[lines.count - 2]]).joined(separator: [0x0A]))
  }

  @Test("A file truncated at any byte is rejected and leaves the directory unchanged")
  func truncatedFileKeepsDirectory() throws {
    let store = try EmptyBanks()
    let whole = try file()
    _ = try store.banks.importDirectory(DirectoryFile.read(whole)).wait()
    let before = store.banks.directory.banks
    #expect(before.count == 2)
    let end = try #require(whole.lastIndex(of: UInt8(ascii: ">")))
    let root = try #require(whole.firstRange(of: "<ED807".utf8)).upperBound
    for length in 0..<end + 1 where length <= end {
      let error = #expect(throws: DirectoryError.self, "\(length)") {
        _ = try store.banks.importDirectory(DirectoryFile.read(Array(whole[..<length]))).wait()
      }
      let text = error?.description ?? ""
      // Inside the root it is called what it is, with its place.
      if length > root { #expect(text.hasPrefix("the file is cut off at line "), "\(length): \(text)") }
      #expect(!text.isEmpty && !text.contains("\n"), "\(length): \(text)")
    }
    #expect(store.banks.directory.banks == before)
    #expect(try store.reopened().directory.banks == before)
  }

  @Test("A directory file with a corrupted byte is either read or rejected with an error")
  func corruptByteIsReadOrRejected() throws {
    let whole = try file()
    for place in whole.indices {
      for byte: UInt8 in [0x00, 0x22, 0x3C, 0x3E, 0x98, 0xFF] {
        var bytes = whole
        bytes[place] = byte
        do throws(DirectoryError) {
          let file = try DirectoryFile.read(bytes)
          // A changed opening tag is passed over as another element would be; nothing that was read is half an entry.
          #expect(file.entries.count <= 2 && file.entries.allSatisfy { $0.bank != nil })
        } catch {
          #expect(!error.description.isEmpty)
        }
      }
    }
  }
}
