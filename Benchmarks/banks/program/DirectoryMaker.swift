import SeededRandom

/// Generates a file of the BIC directory with the format, size and proportions of a real one, and
/// with fictitious names and accounts.
struct DirectoryMaker {
  private var chance = Chance(807)
  private static let first = ["Северо", "Запад", "Восток", "Южно", "Центр", "Агро", "Пром", "Транс", "Инвест", "Строй"]
  private static let second = [
    "банк", "капитал", "кредит", "финанс", "союз", "резерв", "траст", "доверие", "рост", "ёлка",
  ]
  private static let towns = ["Москва", "Тула", "Тверь", "Пермь", "Омск", "Казань", "Самара", "Томск", "Псков", "Орёл"]
  private static let restrictions = ["URRS", "LWRS", "LMRS", "FPRS", "MRTR", "SDRS", "FOCL"]

  /// Returns a full file with this number of entries, in Windows-1251 and on one line.
  mutating func file(entries: Int) -> [UInt8] {
    var text = "<?xml version=\"1.0\" encoding=\"WINDOWS-1251\"?>\r\n"
    text += "<ED807 xmlns=\"urn:cbr-ru:ed:v2.0\" EDNo=\"1\" EDDate=\"2026-10-07\" EDAuthor=\"4583001999\" "
    text += "CreationReason=\"FCBD\" CreationDateTime=\"2026-10-07T18:00:00Z\" InfoTypeCode=\"FIRR\" "
    text += "BusinessDay=\"2026-10-08\" DirectoryVersion=\"1\">"
    for number in 0..<entries { text += entry(number) }
    return Self.windows1251(text + "</ED807>")
  }

  /// The BIC of an entry that `file` generates.
  static func bic(_ number: Int) -> String {
    let region = 10 + number / 90 % 90
    return "04\(region)25\(950 - number % 90 * 9)"
  }

  private mutating func entry(_ number: Int) -> String {
    let bic = Self.bic(number)
    let kind = Int.random(in: 0..<100, using: &chance)
    let type = kind < 27 ? "20" : kind < 49 ? "30" : kind < 69 ? "90" : kind < 79 ? "52" : kind < 86 ? "40" : "99"
    let town = pick(Self.towns)
    let name = "АО &quot;\(pick(Self.first))\(pick(Self.second)) \(number)&quot; в городе \(town)"
    var text =
      "<BICDirectoryEntry BIC=\"\(bic)\"><ParticipantInfo NameP=\"\(name)\" EnglName=\"BANK NUMBER \(number)\" "
    text += "RegN=\"\(number)\" CntrCd=\"RU\" Rgn=\"\(bic.dropFirst(2).prefix(2))\" Ind=\"117312\" Tnp=\"г\" "
    text +=
      "Nnp=\"\(town)\" Adr=\"улица Вавилова, дом \(number), строение 2\" DateIn=\"1996-10-04\" PtType=\"\(type)\" "
    text += "Srvcs=\"5\" XchType=\"1\" UID=\"\(bic.dropFirst())00\" ParticipantStatus=\"PSAC\">"
    if chance.next() % 5 == 0 {
      text += "<RstrList Rstr=\"\(pick(Self.restrictions))\" RstrDate=\"202\(chance.next() % 9)-05-02\"></RstrList>"
    }
    text += "</ParticipantInfo>"
    if chance.next() % 5 == 0 {
      text += "<SWBICS SWBIC=\"BANKRUMM\(100 + number % 900)\" DefaultSWBIC=\"1\"></SWBICS>"
    }
    let (balance, regulation) = type == "52" ? ("40102", "UTRA") : type == "99" ? ("40206", "BANA") : ("30101", "CRSA")
    let account = Self.account(balance, String(bic.suffix(3)), of: bic)
    text += "<Accounts Account=\"\(account)\" RegulationAccountType=\"\(regulation)\" CK=\"\(10 + number % 90)\" "
    text += "AccountCBRBIC=\"\(bic.prefix(6))000\" DateIn=\"1999-09-27\" AccountStatus=\"ACAC\">"
    if chance.next() % 20 == 0 { text += "<AccRstrList AccRstr=\"CLRS\" AccRstrDate=\"2027-01-28\"></AccRstrList>" }
    return text + "</Accounts></BICDirectoryEntry>"
  }

  private mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &chance) ?? "" }

  /// Returns an account with the control key for a unit of the Bank of Russia, which depends on
  /// digits 5 and 6 of the BIC.
  private static func account(_ balance: String, _ end: String, of bic: String) -> String {
    let open = balance + "810000000000" + end
    let digits = ("0" + bic.dropFirst(4).prefix(2) + open.prefix(8) + "0" + open.dropFirst(9)).compactMap(
      \.wholeNumberValue)
    let sum = zip(digits, 0...).reduce(0) { $0 + $1.0 * [7, 1, 3][$1.1 % 3] % 10 }
    return "\(open.prefix(8))\(3 * (sum % 10) % 10)\(open.dropFirst(9))"
  }

  private static func windows1251(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { scalar in
      switch scalar.value {
      case 0x410...0x44F: UInt8(scalar.value - 0x410 + 0xC0)
      case 0x451: 0xB8
      default: UInt8(truncatingIfNeeded: scalar.value)
      }
    }
  }
}
