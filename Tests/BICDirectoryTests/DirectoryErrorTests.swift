import BICDirectory
import DirectorySamples
import Testing

@Suite struct DirectoryErrorTests {
  private func message(_ bytes: [UInt8]) throws -> String {
    let error = #expect(throws: DirectoryError.self) { try DirectoryFile.read(bytes) }
    return try #require(error).description
  }

  @Test(
    "A file of another format is rejected with a description of that format",
    arguments: [
      ("", "the file is empty"), (" \r\n", "the file is empty"),
      ("PK\u{3}\u{4}", "the file is a ZIP archive: unpack it and import the XML file inside"),
      (
        "<html><body/></html>",
        "not the BIC directory: expected the root ED807 of urn:cbr-ru:ed:v2.0, found html at line 1, column 6"
      ),
      (
        #"<ED101 xmlns="urn:cbr-ru:ed:v2.0"/>"#,
        "not the BIC directory: expected the root ED807 of urn:cbr-ru:ed:v2.0, found ED101 of urn:cbr-ru:ed:v2.0"
          + " at line 1, column 34"
      ),
      (
        "\n<ED807/>",
        "not the BIC directory: expected the root ED807 of urn:cbr-ru:ed:v2.0, found ED807 at line 2, column 7"
      ),
      (
        #"<?xml version="1.0" encoding='KOI8-R'?><ED807 xmlns="urn:cbr-ru:ed:v2.0"/>"#,
        "unknown encoding KOI8-R: expected Windows-1251 or UTF-8"
      ),
    ])
  func identifiesOtherFormats(text: String, expected: String) throws {
    #expect(try message(Array(text.utf8)) == expected)
  }

  @Test("A truncated directory file is reported with the position of its end")
  func reportsPositionOfTruncation() throws {
    let line = DirectoryText.file(DirectoryText.entry(), DirectoryText.entry(bic: #"BIC="044525187""#, account: ""))
    #expect(try message(line.dropLast(60)) == "the file is cut off at line 1, column \(line.count - 60 + 1), entry 2")
    #expect(try message(line.dropLast(8)) == "the file is cut off at line 1, column \(line.count - 8 + 1), entry 2")
    let lines = try DirectoryText.sample()
    let broken = lines.prefix(try #require(lines.lastIndex(of: UInt8(ascii: "<"))))
    #expect(try message(Array(broken)) == "the file is cut off at line 28, column 1, entry 19")
  }

  @Test("Malformed XML of a directory file is reported with its position") func reportsMalformedXML() throws {
    let bytes = DirectoryText.file(DirectoryText.entry(), "<a></b>")
    #expect(try message(bytes).hasPrefix("not well-formed XML (libxml2 error 76) at line 1, column "))
    let ampersand = DirectoryText.file(DirectoryText.entry(info: #"NameP="А & Б" PtType="20""#))
    #expect(try message(ampersand).hasPrefix("not well-formed XML (libxml2 error 68) at line 1, column "))
  }

  @Test("A directory file with exponentially growing entities is rejected") func rejectsEntityExpansion() throws {
    var text = #"<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">"#
    for (name, inner) in zip("bcdefgh", "abcdefg") {
      text += "<!ENTITY \(name) \"" + String(repeating: "&\(inner);", count: 10) + "\">"
    }
    text += #"]><ED807 xmlns="urn:cbr-ru:ed:v2.0">&h;</ED807>"#
    #expect(throws: DirectoryError.self) { try DirectoryFile.read(Array(text.utf8)) }
  }

  @Test(
    "A declared entity of a directory file is not replaced, and its file is not read",
    arguments: [#"<!ENTITY a "А">"#, #"<!ENTITY a SYSTEM "/etc/hostname">"#, #"<!ENTITY % b "<!ENTITY a 'А'>"> %b;"#])
  func rejectsDeclaredEntity(declaration: String) throws {
    for place in [DirectoryText.entry(info: #"NameP="&a;" PtType="20""#), DirectoryText.entry(inside: "&a;")] {
      let text =
        DirectoryText.head + "<!DOCTYPE ED807 [\(declaration)]>"
        + #"<ED807 xmlns="urn:cbr-ru:ed:v2.0" InfoTypeCode="FIRR" BusinessDay="2023-05-18">\#(place)</ED807>"#
      #expect(try message(DirectoryText.windows1251(text)).hasPrefix("not well-formed XML"))
    }
  }

  @Test("UTF-8 declared as Windows-1251 is rejected") func rejectsUTF8DeclaredAsWindows1251() throws {
    let text = DirectoryText.head + "\n" + #"<ED807 xmlns="urn:cbr-ru:ed:v2.0"><!-- Банк --></ED807>"#
    #expect(try message(Array(text.utf8)) == "the file declares Windows-1251 but contains UTF-8 at line 2, column 40")
  }

  @Test("Windows-1251 declared as UTF-8 is rejected") func rejectsWindows1251DeclaredAsUTF8() throws {
    let text =
      #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + #"<ED807 xmlns="urn:cbr-ru:ed:v2.0"><!-- Банк --></ED807>"#
    #expect(
      try message(DirectoryText.windows1251(text))
        == "the file declares UTF-8 but contains the byte c1 at line 2, column 40"
    )
  }

  @Test("A byte that is undefined in Windows-1251 is rejected with its position")
  func rejectsByteOutsideWindows1251() throws {
    var bytes = DirectoryText.file(DirectoryText.entry())
    let place = try #require(bytes.firstIndex { $0 >= 0x80 })
    bytes[place] = 0x98
    #expect(
      try message(bytes) == "the file declares Windows-1251 but contains the byte 98 at line 1, column \(place + 1)")
  }

  @Test("A directory file in UTF-16 is rejected") func rejectsUTF16() throws {
    #expect(try message([0xFF, 0xFE, 0x3C, 0]) == "unknown encoding UTF-16: expected Windows-1251 or UTF-8")
  }

  @Test("A directory file in UTF-8 is read with and without a byte order mark") func readsUTF8() throws {
    let entry = DirectoryText.entry()
    let text =
      #"<ED807 xmlns="urn:cbr-ru:ed:v2.0" InfoTypeCode="FIRR" BusinessDay="2023-05-18">\#(entry)</ED807>"#
    #expect(try DirectoryFile.read(Array(text.utf8)).entries.first?.bank?.name == "ПАО Сбербанк")
    let marked = [0xEF, 0xBB, 0xBF] + Array((#"<?xml version="1.0" encoding="utf-8"?>"# + text).utf8)
    #expect(try DirectoryFile.read(marked).entries.first?.bank?.name == "ПАО Сбербанк")
  }

  @Test("A directory file with a namespace prefix is read") func readsNamespacePrefix() throws {
    let text =
      #"<e:ED807 xmlns:e="urn:cbr-ru:ed:v2.0" InfoTypeCode="FIRR" BusinessDay="2023-05-18">"#
      + #"<e:BICDirectoryEntry BIC="044525225">"#
      + #"<e:ParticipantInfo NameP="A" PtType="20"/></e:BICDirectoryEntry></e:ED807>"#
    #expect(try DirectoryFile.read(Array(text.utf8)).entries.count == 1)
  }

  @Test(
    "A directory root with a missing or invalid attribute is rejected",
    arguments: [
      (#"BusinessDay="2023-05-18""#, "no InfoTypeCode in the root at line 1, column N: expected FIRR or SIRR"),
      (
        #"InfoTypeCode="FULL" BusinessDay="2023-05-18""#,
        "InfoTypeCode FULL in the root at line 1, column N: expected FIRR or SIRR"
      ),
      (#"InfoTypeCode="FIRR""#, "no BusinessDay in the root at line 1, column N: expected a date, YYYY-MM-DD"),
      (
        #"InfoTypeCode="FIRR" BusinessDay="18.05.2023""#,
        "BusinessDay 18.05.2023 in the root at line 1, column N: expected a date, YYYY-MM-DD"
      ),
    ])
  func rejectsInvalidRootAttributes(attributes: String, expected: String) throws {
    let text = DirectoryText.head + #"<ED807 xmlns="urn:cbr-ru:ed:v2.0" \#(attributes)>"#
    #expect(
      try message(DirectoryText.windows1251(text + DirectoryText.entry() + "</ED807>"))
        == expected.replacing("column N", with: "column \(text.count)"))
  }

  @Test(
    "A single part of a multi-part directory is rejected",
    arguments: [
      #"<PartInfo PartNo="2" PartQuantity="3" PartAggregateID="1"></PartInfo>"#,
      "<PartInfo><PartNo>2</PartNo><PartQuantity>3</PartQuantity></PartInfo>",
    ])
  func rejectsPartOfDirectory(part: String) throws {
    let message = try message(DirectoryText.file(part, DirectoryText.entry()))
    #expect(message.hasPrefix("the file is part 2 of 3 of a directory, at line 1, column "))
  }

  @Test("A full directory without entries is rejected, and an empty change file is read")
  func rejectsEmptyFullDirectory() throws {
    #expect(try message(DirectoryText.file()) == "the full directory has no entries")
    #expect(try DirectoryFile.read(DirectoryText.file(scope: "SIRR")).entries.isEmpty)
  }

  @Test("A missing directory file is reported with its path") func reportsMissingFile() {
    let error = #expect(throws: DirectoryError.self) { try DirectoryFile.read(contentsOf: "/no/such/ED807.xml") }
    guard case .unreadable(let path, let why)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == "/no/such/ED807.xml" && !why.isEmpty)
  }
}
