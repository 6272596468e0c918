import Dates
import JSON
import Model
import Support
import Testing

/// The lines of an export of submissions.
@Suite struct SubmissionExportTests {
  private static func submission(reason: String? = nil, captions: String? = nil) -> Submission {
    let at = Instant(seconds: 1_800_000_000)
    return Submission(
      id: SubmissionID(high: 1, low: 2), operation: "pp.quick", version: "abc", status: .rejected, reason: reason,
      message: nil, businessDay: nil, created: at, changed: at, expires: at, attemptsLeft: 3,
      values: #"{"name":"a, \"b\""}"#, captions: captions, method: .matrix, signed: at, movement: 7,
      amount: Money(minor: 10_050, .rub), person: PersonID(high: 3, low: 4))
  }

  @Test("A CSV line quotes commas, quotation marks and line breaks") func quotesFields() throws {
    let export = SubmissionExport(.csv, hasValues: true)
    let header = try #require(export.header).split(separator: ",")
    #expect(header.count == 18 && header.last == "derived")
    let line = export.line(of: Self.submission(reason: "a\r\nb"))
    #expect(line.contains(",\"a\r\nb\","))
    #expect(line.contains(#","{""name"":""a, \""b\""""}","#))
    #expect(SubmissionExport(.csv, hasValues: false).header?.hasSuffix("movement") == true)
  }

  @Test("A CSV field that a spreadsheet evaluates gets an apostrophe", arguments: ["=1+1", "+7", "-1", "@a", "\tx"])
  func disarmsFormulas(_ reason: String) {
    let line = SubmissionExport(.csv, hasValues: false).line(of: Self.submission(reason: reason))
    #expect(line.contains(",\"'\(reason)\","))
  }

  @Test("An NDJSON line is one object, with values only if they are requested") func writesObjects() throws {
    let line = SubmissionExport(.ndjson, hasValues: true).line(of: Self.submission(captions: #"{"a":"б"}"#))
    let object = try Value(reading: line)
    #expect(object["values"]?["name"] == #"a, "b""#)
    #expect(object["captions"]?["a"] == "б" && object["amount"] == "100.50" && object["movement"] == 7)
    #expect(object["reason"] == nil && object["warnings"] == nil)
    let short = try Value(reading: SubmissionExport(.ndjson, hasValues: false).line(of: Self.submission()))
    #expect(short["values"] == nil && short["id"]?.string == Self.submission().id.description)
  }
}
