import Dates
import Texts
import Conditions
import JSON
import SeededRandom
import Testing

@testable import Atoms

/// Texts with placeholders, and the formats of numbers, dates and words.
struct AtomTextTests {
  private static let nasty = [
    "", "'", "''", "{", "}", "{}", "'{'", "''{''", "it's", "{$a}", "'{$a}'", "#", "'#'", "{$n, plural, other {#}}",
    "\u{301}'\u{301}{",
    "👨‍👩‍👧{", "a'{b}'c''d'", "\\{", "{'{", "'{'", "}'", "{''}'", "\n{\r\n}",
  ]

  @Test("An escaped template text is parsed back as the same plain text", arguments: nasty)
  func parsesEscapedText(text: String) throws {
    let template = try Template(Template.escaped(text), in: .ru)
    #expect(template.plain.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test(
    "Misleading characters are removed from external texts and escaped in output",
    arguments: [
      ("ООО \u{202E}Ромашка\tМосква", "ООО Ромашка Москва", #"ООО \u202EРомашка\u0009Москва"#),
      ("a\r\nb\u{85}c\u{0}", "a\nb c", #"a\u000D\u000Ab\u0085c\u0000"#),
      ("\u{1B}[31mred", "[31mred", #"\u001B[31mred"#),
      ("\u{2066}x\u{2069}\u{61C}\u{200E}", "x", #"\u2066x\u2069\u061C\u200E"#),
      ("«Ёж» — 1 €", "«Ёж» — 1 €", "«Ёж» — 1 €"),
    ])
  func removesMisleadingCharacters(text: String, cleaned: String, escaped: String) {
    #expect(text.withoutMisleading == cleaned)
    #expect(text.escapingMisleading() == escaped)
    #expect(text.misleads() == (text != cleaned || text.contains("\n")))
  }

  @Test(
    "A template isolates a value with right-to-left letters from the surrounding text",
    arguments: [
      ("{$a}: {$b}, {$c}", "\u{2068}חברת שלום\u{2069}: 40702810138250123017, 678"),
      ("{$b}, {$a, select, x {x} other {{$a} {$c}}}", "40702810138250123017, \u{2068}חברת שלום\u{2069} 678"),
      ("{$a}", "חברת שלום"), ("{$b}, {$c}", "40702810138250123017, 678"), ("שלום {$b}", "שלום 40702810138250123017"),
    ])
  func isolatesRightToLeftValues(template: String, text: String) throws {
    let template = try Template(template, in: .en)
    let values: [String: Value] = ["$a": "חברת שלום", "$b": "40702810138250123017", "$c": 678]
    #expect(template.text(template.arguments.map { values[$0.text] ?? .null }) { _, _ in nil } == text)
  }

  @Test(
    "Only texts with right-to-left letters get directional isolates",
    arguments: [
      ("Ромашка «Ёж» — 1 €", false), ("Ὀδυσσεύς", false), ("საქართველო", false), ("汉字 🙂", false), ("", false),
      ("شركة", true), ("ܫܠܡܐ", true), ("\u{FB2A}", true), ("\u{1E900}", true), ("A1 ב", true),
    ])
  func isolatesRightToLeftTexts(text: String, isIsolated: Bool) {
    #expect(text.directionallyIsolated == (isIsolated ? "\u{2068}\(text)\u{2069}" : text))
  }

  @Test("A random template is parsed or rejected at an offset within it", arguments: 1...300)
  func parsesOrRejectsRandomTemplate(seed: Int) {
    var chance = Chance(UInt64(seed))
    let pieces = [
      "{", "}", "'", "''", "#", ",", " ", "plural", "select", "number", "date", "one", "few", "many", "other", "=1",
      "$a",
      "(", ")", "[", "\"", "\\", "ё", "🙂", "{$a}", "{$a, plural, other {", "::.00",
    ]
    let text = (0..<Int.random(in: 1...14, using: &chance)).map { _ in pieces.randomElement(using: &chance) ?? "" }
      .joined()
    do throws(Template.Fault) {
      let template = try Template(text, in: .en)
      _ = template.text(template.arguments.map { _ in .integer(1) }) { _, _ in nil }
    } catch {
      #expect((0...text.utf8.count).contains(error.offset), "\(text)")
      #expect(!error.message.isEmpty)
    }
  }

  @Test("Only the first 32 ranges of an Accept-Language header are read", arguments: [(31, Language.en), (32, .ru)])
  func limitsLanguageRanges(others: Int, language: Language) {
    let header = Array(repeating: "de", count: others).joined(separator: ",") + ",en,en"
    #expect(Language(accepting: header) == language)
  }

  @Test("Every violation code has a complete text in each language", arguments: ViolationText.codes)
  func violationsHaveTextInEveryLanguage(code: String) {
    let params: [(name: String, value: Value)] = [
      "length", "minLength", "maxLength", "scale", "digits", "min", "max", "character", "currency",
      "changes", "value", "got", "item", "surplus", "column", "columns",
    ].map { ($0, 21) }
    for language in Language.allCases {
      let text = ViolationText.text(code, params, language)
      #expect(text != code)
      #expect(!text.contains("{") && !text.contains(Template.nothing))
    }
  }

  @Test(
    "Plural forms of whole numbers and fractions follow CLDR 48",
    arguments: [
      ("0", "many", "other"), ("1", "one", "one"), ("2", "few", "other"), ("4", "few", "other"), ("5", "many", "other"),
      ("9", "many", "other"), ("10", "many", "other"), ("11", "many", "other"), ("12", "many", "other"),
      ("14", "many", "other"), ("15", "many", "other"), ("20", "many", "other"), ("21", "one", "other"),
      ("22", "few", "other"), ("25", "many", "other"), ("100", "many", "other"), ("101", "one", "other"),
      ("111", "many", "other"), ("112", "many", "other"), ("121", "one", "other"), ("1000000", "many", "other"),
      ("1.0", "other", "other"), ("1.5", "other", "other"), ("-1", "one", "one"), ("-3", "few", "other"),
    ])
  func choosesPluralForm(number: String, ru: String, en: String) {
    #expect(Language.ru.pluralForm(of: number).rawValue == ru)
    #expect(Language.en.pluralForm(of: number).rawValue == en)
  }

  @Test(
    "The exact choice =1 replaces the form `one` if only the number 1 has it",
    arguments: [("1", "one day"), ("1.0", "one day"), ("-1", "-1 days"), ("5", "5 days"), ("0", "0 days")])
  func replacesFormOfOne(number: String, text: String) throws {
    let template = try Template("{$n, plural, =1 {one day} other {# days}}", in: .en)
    let value = Value.decimal(try #require(Decimal(number)))
    #expect(template.text(template.arguments.map { _ in value }) { _, _ in nil } == text)
    #expect(throws: Template.Fault.self) {
      try Template("{$n, plural, =1 {a} few {b} many {c} other {d}}", in: .ru)
    }
  }

  @Test(
    "Number text with fixed decimal places rounds halves away from zero",
    arguments: [
      ("0", 0, 3, "0"), ("0.0004", 0, 3, "0"), ("0.0005", 0, 3, "0.001"), ("-0.0004", 0, 3, "0"), ("2.5", 0, 0, "3"),
      ("-2.5", 0, 0, "-3"), ("0.995", 2, 2, "1.00"), ("999.999", 0, 2, "1000"), ("1.10", 0, 3, "1.1"),
      ("1", 2, 2, "1.00"), ("0.12345678901234567890123456789012345678", 0, 3, "0.123"), ("1e-100", 0, 3, "0"),
      ("1e5", 2, 2, "100000.00"),
    ])
  func formatsRoundedNumber(number: String, minimum: Int, maximum: Int, text: String) throws {
    #expect(NumberText.rounded(try #require(Decimal(number)), minimum: minimum, maximum: maximum) == text)
  }

  @Test("The twelve months have distinct names in each style and language") func monthNamesAreDistinct() throws {
    let days = try (1...12).map { try #require(CivilDate(year: 2026, month: $0, day: 3)) }
    for style in [DateText.Style.medium, .long] {
      for language in Language.allCases {
        #expect(Set(days.map { DateText.text(of: $0, style, in: language) }).count == 12)
      }
    }
  }
}
