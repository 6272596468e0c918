import BICDirectory
import DirectorySamples
import Model
import Testing

@Suite struct DirectoryRefusalTests {
  @Test(
    "An invalid entry rejects the directory file with its position and reason",
    arguments: [
      (DirectoryText.entry(bic: #"BIC="04452522""#), "BIC 04452522: length, length 8, allowed 9"),
      (DirectoryText.entry(bic: #"BIC="04452522а""#), "BIC 04452522а: character, character а, position 9"),
      (DirectoryText.entry(bic: ""), "no BIC"), (DirectoryText.entry(bic: #"BIC="""#), "BIC : no BIC"),
      (DirectoryText.entry(info: #"PtType="20""#), "BIC 044525225: no NameP"),
      (DirectoryText.entry(info: #"NameP="  " PtType="20""#), "BIC 044525225: no NameP"),
      (DirectoryText.entry(info: #"NameP="А""#), "BIC 044525225: no PtType"),
      (#"<BICDirectoryEntry BIC="044525225"></BICDirectoryEntry>"#, "BIC 044525225: no NameP"),
      (
        DirectoryText.entry(account: account("30101810500000000225")),
        "BIC 044525225: account 30101810500000000225: check-digit, position 9, found 5, expected 4"
      ),
      (
        DirectoryText.entry(account: account("3010181040000000022")),
        "BIC 044525225: account 3010181040000000022: length, length 19, allowed 20"
      ),
      (
        DirectoryText.entry(info: #"NameP="А" PtType="20" DateOut="18.05.2023""#),
        "BIC 044525225: DateOut 18.05.2023 is not a date"
      ),
      (
        DirectoryText.entry(inside: #"<RstrList Rstr="URRS" RstrDate="2023-02-30"/>"#),
        "BIC 044525225: RstrDate 2023-02-30 is not a date"
      ),
      (
        DirectoryText.entry(info: #"NameP="А" PtType="20" DateIn="2023-13-01""#),
        "BIC 044525225: DateIn 2023-13-01 is not a date"
      ),
      (
        DirectoryText.entry(info: #"NameP="А" PtType="200""#), "BIC 044525225: PtType 200 is malformed"
      ),
      (
        DirectoryText.entry(info: "NameP=\"\(String(repeating: "А", count: 161))\" PtType=\"20\""),
        "BIC 044525225: NameP \(String(repeating: "А", count: 161)) is malformed"
      ),
      (
        DirectoryText.entry(account: #"<SWBICS SWBIC="SABR" DefaultSWBIC="1"/>"#),
        "BIC 044525225: SWBIC SABR is malformed"
      ),
      (
        DirectoryText.entry(account: #"<Accounts Account="4010" RegulationAccountType="BANA" AccountStatus="ACDL"/>"#),
        "BIC 044525225: account 4010: length, length 4, allowed 20"
      ),
      (DirectoryText.entry(bic: #"BIC="044525225" ChangeType="GONE""#), "BIC 044525225: unknown ChangeType GONE"),
    ])
  func rejectsFileWithInvalidEntry(wrong: String, why: String) throws {
    let good = DirectoryText.entry(bic: #"BIC="044525187""#, account: "")
    let refusals = try refusals(of: DirectoryText.file(good, wrong, good.replacing("187", with: "188")), entries: 3)
    #expect(refusals.count == 1)
    let text = try #require(refusals.first).description
    #expect(text.hasPrefix("line 1, column ") && text.contains(", entry 2") && text.hasSuffix(why), "\(text)")
  }

  @Test("A BIC that occurs twice in a directory file is reported as a duplicate") func rejectsDuplicateBIC() throws {
    let one = DirectoryText.entry()
    let other = DirectoryText.entry(info: #"NameP="Другой" PtType="20""#)
    let refusals = try refusals(of: DirectoryText.file(one, other, other), entries: 3)
    #expect(refusals.map(\.fault) == [.duplicate(firstEntry: 1), .duplicate(firstEntry: 1)])
  }

  @Test("The check digit of an account is verified with the BIC of its servicing unit")
  func verifiesCheckDigitByServicingUnit() throws {
    let kept = #"<Accounts Account="30101810400000000225" RegulationAccountType="CRSA" AccountStatus="ACAC" "#
    let elsewhere = DirectoryText.entry(bic: #"BIC="044030653""#, account: kept + #"AccountCBRBIC="044525000"/>"#)
    #expect(try DirectoryFile.read(DirectoryText.file(elsewhere)).entries.count == 1)
    let own = DirectoryText.entry(bic: #"BIC="044030653""#, account: kept + "/>")
    #expect(try refusals(of: DirectoryText.file(own), entries: 1).count == 1)
    // A unit that is gone from the directory, and had another number: the own BIC tells the key.
    let gone = DirectoryText.entry(account: kept + #"AccountCBRBIC="044030001"/>"#)
    #expect(try DirectoryFile.read(DirectoryText.file(gone)).entries.count == 1)
  }

  @Test("Up to 20 invalid directory entries are reported, followed by the count of the others")
  func reportsUpToTwentyEntries() throws {
    let wrong = DirectoryText.entry(bic: "")
    let few = DirectoryError.entries(try refusals(of: DirectoryText.file(wrong, wrong), entries: 2), of: 2).description
    #expect(few.split(separator: "\n").count == 3 && few.hasPrefix("2 of 2 entries are invalid:\n  line 1, column "))
    let file = DirectoryText.file(String(repeating: wrong, count: 23))
    let many = DirectoryError.entries(try refusals(of: file, entries: 23), of: 23).description
    #expect(many.split(separator: "\n").count == 22 && many.hasSuffix(", entry 20: no BIC\n  and 3 more"))
  }

  @Test("A deleted directory entry requires only its BIC") func deletionRequiresOnlyBIC() throws {
    let gone = #"<BICDirectoryEntry BIC="044525225" ChangeType="DLTD"></BICDirectoryEntry>"#
    let entry = try #require(DirectoryFile.read(DirectoryText.file(gone, scope: "SIRR")).entries.first)
    #expect(entry.bank == nil && entry.change == .deleted)
  }

  @Test("An entry of a change file without a ChangeType is rejected") func rejectsChangeWithoutType() throws {
    let refusals = try refusals(of: DirectoryText.file(DirectoryText.entry(), scope: "SIRR"), entries: 1)
    #expect(refusals.map(\.fault) == [.missing(attribute: "ChangeType")])
  }

  private func refusals(of file: [UInt8], entries: Int) throws -> [DirectoryRefusal] {
    let error = #expect(throws: DirectoryError.self) { try DirectoryFile.read(file) }
    guard case .entries(let refusals, let count)? = error else {
      Issue.record("\(String(describing: error))")
      return []
    }
    #expect(count == entries)
    return refusals
  }

  private static func account(_ number: String) -> String {
    #"<Accounts Account="\#(number)" RegulationAccountType="CRSA" AccountCBRBIC="044525000" AccountStatus="ACAC"/>"#
  }
}
