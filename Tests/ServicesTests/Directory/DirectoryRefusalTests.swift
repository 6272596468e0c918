import Model
import Services
import Testing

@Suite struct DirectoryRefusalTests {
  @Test(arguments: [
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
      "BIC 044525225: DateOut 18.05.2023 is no date"
    ),
    (
      DirectoryText.entry(inside: #"<RstrList Rstr="URRS" RstrDate="2023-02-30"/>"#),
      "BIC 044525225: RstrDate 2023-02-30 is no date"
    ),
    (DirectoryText.entry(bic: #"BIC="044525225" ChangeType="GONE""#), "BIC 044525225: unknown ChangeType GONE"),
  ])
  func aWrongEntryIsRefusedAndTheOthersAreTaken(wrong: String, why: String) throws {
    let good = DirectoryText.entry(bic: #"BIC="044525187""#, account: "")
    let file = try DirectoryFile.read(DirectoryText.file(good, wrong, good.replacing("187", with: "188")))
    #expect(file.entries.map(\.bic.rawValue) == ["044525187", "044525188"])
    #expect(file.refusals.count == 1)
    let text = try #require(file.refusals.first).description
    #expect(text.hasPrefix("line 1, column ") && text.contains(", entry 2") && text.hasSuffix(why), "\(text)")
  }

  @Test func ofTwoEntriesWithOneBICTheFirstIsTaken() throws {
    let one = DirectoryText.entry()
    let other = DirectoryText.entry(info: #"NameP="Другой" PtType="20""#)
    let file = try DirectoryFile.read(DirectoryText.file(one, other, other))
    #expect(file.entries.map(\.name) == ["ПАО Сбербанк"])
    #expect(file.refusals.map(\.fault) == [.duplicate(firstEntry: 1), .duplicate(firstEntry: 1)])
  }

  @Test func theKeyOfAnAccountFollowsTheUnitThatKeepsIt() throws {
    let kept = #"<Accounts Account="30101810400000000225" RegulationAccountType="CRSA" AccountStatus="ACAC" "#
    let elsewhere = DirectoryText.entry(bic: #"BIC="044030653""#, account: kept + #"AccountCBRBIC="044525000"/>"#)
    #expect(try DirectoryFile.read(DirectoryText.file(elsewhere)).refusals.isEmpty)
    let own = DirectoryText.entry(bic: #"BIC="044030653""#, account: kept + "/>")
    #expect(try DirectoryFile.read(DirectoryText.file(own)).refusals.count == 1)
  }

  private static func account(_ number: String) -> String {
    #"<Accounts Account="\#(number)" RegulationAccountType="CRSA" AccountCBRBIC="044525000" AccountStatus="ACAC"/>"#
  }
}
