import BICDirectory
import DirectorySamples
import Services
import Testing

@Suite struct DirectoryTruncationTests {
  @Test("A file truncated at any byte is rejected and leaves the directory unchanged")
  func truncatedFileKeepsDirectory() throws {
    let store = try EmptyBanks()
    let whole = try DirectoryText.shortSample()
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
      // After the start of the root element, the error reports the truncation and its position.
      if length > root { #expect(text.hasPrefix("the file is cut off at line "), "\(length): \(text)") }
      #expect(!text.isEmpty && !text.contains("\n"), "\(length): \(text)")
    }
    #expect(store.banks.directory.banks == before)
    #expect(try store.reopened().directory.banks == before)
  }
}
