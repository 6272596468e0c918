import BICDirectory
import DirectorySamples
import Testing

/// The examples in the doc comments of `BICDirectory`. `DocumentedExampleTests` compares the
/// comments with the lines between the marks.
struct DocumentedExamples {
  @Test("The documented example of DirectoryFile is correct") func runsDirectoryFileExample() throws {
    let path = DirectoryText.samplePath
    // Example of BICDirectory.DirectoryFile
    let file = try DirectoryFile.read(contentsOf: path)
    let isWhole = file.scope == .full  // .changes for a file of changes
    let banks = file.entries.compactMap(\.bank)
    // End
    #expect(isWhole && !banks.isEmpty)
  }
}
