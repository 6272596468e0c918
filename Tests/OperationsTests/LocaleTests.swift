import Atoms
import Operations
import Testing

/// Translation files of a set.
struct LocaleTests {
  private static let operation = Sets.operation([
    "{textInput: name, caption: Имя, hint: {ru: Полностью}, optional: true}",
    "{enum: type, caption: {ru: Вид, en: Sort}, options: {1: Налоговый, 2: Прочий}}",
    "{text: sum, caption: \"100 ₽\"}",
  ])

  private static func findings(_ locale: String, name: String = "locales/en.yaml") -> [String] {
    Sets.findings(["operations/pay.yaml": operation, name: locale]).split(separator: "\n").map(String.init)
      .filter { $0.contains(": error: ") || $0.contains(": warning: ") }
  }

  @Test("A translation in the operation file overrides the translation catalog") func fileOverridesTranslation() throws
  {
    let catalog = try Sets.catalog([
      "operations/pay.yaml": Self.operation,
      "locales/en.yaml": "Имя: Name\nПолностью: In full\nВид: Type\nНалоговый: Tax\n",
    ])
    let operation = try #require(catalog["pay"])
    #expect(operation.atoms[0].caption?[.en] == "Name")
    #expect(operation.atoms[0].caption?[.ru] == "Имя")
    #expect(operation.atoms[1].caption?[.en] == "Sort")
  }

  @Test("A missing translation is a warning at the place of the text") func warnsOfMissingTranslation() {
    #expect(
      Self.findings("Имя: Name\n") == [
        "operations/pay.yaml:4:43: warning: `hint` has no translation into `en`",
        "operations/pay.yaml:5:61: warning: `options.1` has no translation into `en`",
        "operations/pay.yaml:5:75: warning: `options.2` has no translation into `en`",
      ])
  }

  @Test("Unused and empty translations are warnings") func warnsOfUnusedTranslation() {
    let locale = "Имя: Name\nПолностью: \"\"\nНалоговый: Tax\nПрочий: Other\nВид: Type\nАдрес: Address\n"
    #expect(
      Self.findings(locale) == [
        "locales/en.yaml:2:1: warning: `Полностью` has an empty translation, which is ignored",
        "locales/en.yaml:5:1: warning: this translation of `Вид` is unused",
        "locales/en.yaml:6:1: warning: this translation of `Адрес` is unused",
        "operations/pay.yaml:4:43: warning: `hint` has no translation into `en`",
      ])
  }

  @Test("An unused translation names a text that differs only in the case of letters")
  func suggestsTextOfAnotherCase() {
    #expect(
      Self.findings("имя: Name\nПолностью: In full\nналоговый: Tax\nПрочая: Other\n").filter { $0.hasPrefix("locales") }
        == [
          "locales/en.yaml:1:1: warning: this translation of `имя` is unused, did you mean `Имя`?",
          "locales/en.yaml:3:1: warning: this translation of `налоговый` is unused, did you mean `Налоговый`?",
          "locales/en.yaml:4:1: warning: this translation of `Прочая` is unused",
        ])
  }

  @Test("The language of a translation catalog is its file name without .yaml") func namesCatalogByFile() {
    let names = "Имя: Name\nПолностью: In full\nНалоговый: Tax\nПрочий: Other\n"
    #expect(
      Self.findings(names, name: "locales/en.old.yaml").contains(
        "locales/en.old.yaml:1:1: error: `en.old` is not a language of translations; catalogs are en.yaml"))
    let twice = Sets.findings([
      "operations/pay.yaml": Self.operation, "locales/en.yaml": names, "locales/more/en.yaml": names,
    ])
    #expect(
      twice.hasPrefix(
        "locales/more/en.yaml:1:1: error: translations into `en` are already in locales/en.yaml\n"), "\(twice)")
  }

  @Test("The translation catalog translates the texts of fragments") func translatesFragments() throws {
    let catalog = try Sets.catalog([
      "operations/pay.yaml": Sets.operation(["include: payee"]),
      "fragments/payee.yaml": Sets.fragment(["{toggle: a, caption: Срочно}"]),
      "locales/en.yaml": "Срочно: Urgent\n",
    ])
    #expect(catalog["pay"]?.atoms[0].caption?[.en] == "Urgent")
    #expect(catalog.warnings.all.isEmpty)
  }

  @Test(
    "A malformed translation file is a fault at its place",
    arguments: [
      ("locales/en.yaml", "", "locales/en.yaml:1:1: error: the file is empty"),
      (
        "locales/en.yaml", "- a\n",
        "locales/en.yaml:1:1: error: a catalog is a mapping from texts to their translations, not a list"
      ),
      ("locales/en.yaml", "Имя: [a]\n", "locales/en.yaml:1:6: error: a translation is a single text, not a list"),
      (
        "locales/en.yaml", "Имя: {ru: a}\n", "locales/en.yaml:1:6: error: a translation is a single text, not a mapping"
      ),
      (
        "locales/en.yaml", "[Имя]: a\n",
        "locales/en.yaml:1:1: error: the translated text must be a single value, not a list"
      ),
      (
        "locales/en.yaml", "Имя: a\nИмя: b\n",
        "locales/en.yaml:2:1: error: `Имя` appears twice in one mapping, first in line 1"
      ),
      (
        "locales/en.yaml", "Имя: a\n\tВид: b\n",
        "locales/en.yaml:2:1: error: a tab is not allowed here: indent with spaces"
      ),
      (
        "locales/en.yaml", "Имя: &a b\n",
        "locales/en.yaml:1:6: error: anchors (`&name`) and aliases (`*name`) are not supported: write the value out, or put a text in quotes"
      ),
      (
        "locales/ru.yaml", "Имя: a\n",
        "locales/ru.yaml:1:1: error: definitions are written in `ru`, so there is nothing to translate; catalogs are en.yaml"
      ),
      (
        "locales/de.yaml", "Имя: a\n",
        "locales/de.yaml:1:1: error: `de` is not a language of translations; catalogs are en.yaml"
      ),
    ])
  func rejectsMalformedLocale(name: String, text: String, fault: String) {
    #expect(Self.findings(text, name: name).filter { $0.contains(": error: ") } == [fault])
  }
}
