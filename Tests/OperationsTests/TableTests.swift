import Authoring
import Atoms
import Texts
import SourceText
import JSON
import Operations
import Testing

/// Tables of authors: faults, lookups by keys and ranges, options and versions.
struct TableTests {
  private static let rates = """
    table: rates
    keys: {amount: number range, currency: text, term: integer}
    columns: {rate: number, note: caption}
    rows:
      - [1000..99999.99, RUB, 91, 16.5, {ru: Мало, en: Little}]
      - [100000.., RUB, 91, 17, {ru: Много, en: Much}]
      - [..500, USD, 91, 1.2, ~]
      - {amount: 600.., currency: USD, term: 91, rate: 1}

    """
  private static let countries = """
    table: countries
    columns: {code: text, name: caption, since: date, iban: integer, sepa: boolean}
    rows:
      - [DE, {ru: Германия, en: Germany}, 2008-01-28, 22, true]
      - [FR, Франция, 2008-01-28, 27, true]
      - [US, {ru: США, en: USA}, ~, ~, false]

    """
  private static let operation = Sets.operation([
    "{enum: currency, caption: {ru: Валюта, en: Currency}, options: {RUB: {ru: Рубль, en: Rouble}, USD: {ru: Доллар, en: Dollar}}}",
    "{textInput: term, caption: {ru: Срок, en: Term}, type: number, scale: 0}",
    "{textInput: amount, caption: {ru: Сумма, en: Amount}, type: number, lookup: {name: rates, as: offer, with: {currency: $currency, term: $term}}}",
    "{text: told, caption: {ru: \"{offer.rate} {offer.note}\", en: \"{offer.rate} {offer.note}\"}}",
    "{enum: country, caption: {ru: Страна, en: Country}, options: {table: countries, value: code, caption: name}, filter: sepa == YES, optional: true}",
    "{text: where, caption: {ru: \"{$country.name} {$country.since}\", en: \"{$country.name} {$country.since}\"}}",
  ])
  private static let files = [
    "operations/pay.yaml": operation, "tables/rates.yaml": rates, "tables/countries.yaml": countries,
    "locales/en.yaml": "Франция: France\n",
  ]

  private struct World: Environment {
    let today = "2026-11-24"
    func fact(_ name: String) -> Value { .null }
    func answer(of directory: String, for key: Value) -> LookupAnswer { .unavailable }
  }

  private func captions(_ operation: Operation, _ values: Object, _ language: Language) throws -> Object {
    var evaluation = Evaluation(operation, Question(values: values, commit: true), in: language, World())
    var writer = Writer()
    evaluation.writeStates(to: &writer, in: language)
    return try #require(try Value(reading: writer.bytes).object)
  }

  @Test("A table row is found by its keys and ranges") func findsRowByKeysAndRanges() throws {
    let operation = try #require(try Sets.catalog(Self.files)["pay"])
    for (amount, currency, term, expected) in [
      ("1000", "RUB", "91", "16.5 Little"), ("99999.99", "RUB", "91", "16.5 Little"),
      ("100000", "RUB", "91", "17 Much"),
      ("500", "USD", "91.0", "1.2 —"), ("1000000000", "USD", "91", "1 —"), ("999", "RUB", "91", nil),
      ("550", "USD", "91", nil),
      ("1000", "RUB", "92", nil), ("1000", "EUR", "91", nil),
    ] as [(String, String, String, String?)] {
      let values: Object = ["amount": .string(amount), "currency": .string(currency), "term": .string(term)]
      let states = try captions(operation, values, .en)
      #expect(states["told"]?["caption"]?.string == expected ?? "— —", "\(amount) \(currency) \(term)")
      let isWrong = states["amount"]?["error"]?["code"] == "lookup"
      #expect(isWrong == (expected == nil), "\(amount) \(currency) \(term)")
    }
    // A missing key prevents the lookup.
    #expect(try captions(operation, ["amount": "1"], .en)["amount"]?["error"] == .null)
    let values: Object = ["amount": "1000", "currency": "RUB", "term": 91]
    #expect(try captions(operation, values, .ru)["told"]?["caption"] == "16,5 Мало")
  }

  @Test("Table rows are options whose fields can be read") func usesRowsAsOptions() throws {
    let operation = try #require(try Sets.catalog(Self.files)["pay"])
    let states = try captions(operation, ["country": "FR"], .en)
    #expect(states["where"]?["caption"] == "France 28 Jan 2008")
    #expect(states["country"]?["options"]?.array?.compactMap { $0["value"]?.string } == ["DE", "FR"])
    #expect(states["country"]?["options"]?.array?.last?["caption"] == "France")
    #expect(try captions(operation, ["country": "DE"], .ru)["where"]?["caption"] == "Германия 28.01.2008")
    #expect(try captions(operation, ["country": "US"], .en)["country"]?["error"]?["code"] == "option")
  }

  @Test("The version of an operation includes its tables and their translations") func versionIncludesTables() throws {
    let first = try Sets.catalog(Self.files)
    func changed(_ name: String, _ old: String, _ new: String) throws -> String? {
      var files = Self.files
      files[name] = files[name]?.replacing(old, with: new)
      return try Sets.catalog(files)["pay"]?.version
    }
    let version = first["pay"]?.version
    #expect(try changed("tables/rates.yaml", "16.5", "16.6") != version)
    #expect(try changed("tables/countries.yaml", "22", "23") != version)
    #expect(try changed("locales/en.yaml", "France", "La France") != version)
    let source = try #require(first.source(of: "pay"))
    let stored = try #require(OperationSource(json: source.json))
    #expect(stored == source)
    #expect(stored.version == version)
    let again = try stored.compiled(as: stored.version, with: Vocabulary())
    #expect(try captions(again, ["country": "FR"], .en)["where"]?["caption"] == "France 28 Jan 2008")
    // A table that an operation does not use does not change its version.
    let other = Sets.operation(["{toggle: a, caption: {ru: А, en: A}}"])
    let alone = try Sets.catalog(["operations/pay.yaml": other])["pay"]?.version
    #expect(try Sets.catalog(["operations/pay.yaml": other, "tables/rates.yaml": Self.rates])["pay"]?.version == alone)
  }

  @Test("The difference of two versions lists the changed rows and columns of tables") func listsTableChanges() throws {
    var files = Self.files
    files["tables/rates.yaml"] = Self.rates.replacing("RUB, 91, 17,", with: "RUB, 91, 18,")
      .replacing("columns: {rate: number,", with: "columns: {rate: text,")
    let (old, new) = (try Sets.catalog(Self.files).source(of: "pay"), try Sets.catalog(files).source(of: "pay"))
    let difference = try OperationDifference(from: #require(old), to: #require(new))
    #expect(
      difference.lines == [
        "~ table rates: columns {rate: number, note: caption} -> {rate: text, note: caption}",
        "- row of rates: [100000.., RUB, 91, 17, {ru: Много, en: Much}]",
        "+ row of rates: [100000.., RUB, 91, 18, {ru: Много, en: Much}]",
      ])
  }

  @Test("A faulty table holds back the operations that use it") func holdsBackUsersOfTable() throws {
    let served = try Catalog(Sets.files(Self.files), vocabulary: .bank)
    var new = Self.files
    new["tables/rates.yaml"] = Self.rates.replacing("16.5", with: "sixteen")
    new["operations/pay.yaml"] = Self.operation.replacing("Платёж", with: "Перевод")
    new["operations/free.yaml"] =
      "operation: free\ntitle: {ru: О, en: O}\natoms:\n  - {text: a, caption: {ru: А, en: A}}\n"
    let files = Sets.files(new)
    do throws(Catalog.Failure) {
      _ = try Catalog(files, vocabulary: .bank)
      Issue.record("the files have no faults")
    } catch .faults(let faults) {
      let part = try #require(ValidSubset(of: files, over: served, faults: faults, vocabulary: .bank))
      #expect(part.held == ["operations/pay.yaml", "tables/rates.yaml"])
      #expect(part.catalog["pay"]?.version == served["pay"]?.version)
      #expect(part.catalog["free"] != nil)
    } catch { Issue.record(error) }
  }

  @Test("A scenario that sets the answers of a table is rejected") func rejectsScenarioAnswer() throws {
    let catalog = try Sets.catalog(Self.files)
    let text = "{operation: pay, lookups: {rates: {1: nothing}}, scenarios: [{scenario: a, steps: [{shown: amount}]}]}"
    do throws(Diagnostics) {
      _ = try ScenarioFile(
        Array(text.utf8), name: "s.yaml", operations: catalog.operations, vocabulary: catalog.vocabulary)
      Issue.record("the scenario was accepted")
    } catch {
      #expect(
        error.sorted.map(\.headline).contains("s.yaml:1:28: error: `rates` is a table, so it takes no answers"))
    }
  }

  private static let head =
    "table: t\nkeys: {n: number range, c: text}\ncolumns: {rate: number, day: date, on: boolean}\n"

  @Test(
    "A fault of a table file is reported at its place",
    arguments: [
      ("[]\n", "tables/t.yaml:1:1: error: a table is a mapping with `table`, `columns` and `rows`, not a list"),
      ("table: t\n", "error: `rows` is missing"), ("columns: {a: text}\nrows: [[b]]\n", "error: `table` is missing"),
      ("table: t\nrows: [[b]]\n", "error: `columns` is missing: {name: type}"),
      ("table: 1t\ncolumns: {a: text}\nrows: [[b]]\n", "error: a table's name is Latin letters"),
      ("table: t\ncolumns: {a: txt}\nrows: [[b]]\n", "boolean, caption, did you mean `text`?"),
      ("table: t\ncolumns: {a: number range}\nrows: [[1]]\n", "error: only a key can be a range: move `a` to `keys`"),
      (
        "table: t\nkeys: {a: text range}\nrows: [[1]]\n",
        "error: a range is of `integer`, `number` or `date`, not of `text`"
      ),
      ("table: t\nkeys: {a: caption}\nrows: [[1]]\n", "error: a key is compared with the entered value"),
      ("table: t\nkeys: {a: text}\ncolumns: {a: text}\nrows: [[1, 2]]\n", "error: the table already has a column `a`"),
      (
        "table: t\nkeys: {n: integer}\nrow: [[1]]\n",
        "tables/t.yaml:3:1: error: unknown property `row` of a table, did you mean `rows`?"
      ),
      ("table: t\ncolums: {a: text}\nrows: [[1]]\n", "unknown property `colums` of a table, did you mean `columns`?"),
      ("table: t\ncolumns: {a: text}\nrows: []\n", "error: `rows` takes a list of rows, with at least one"),
      (
        head + "rows: [[1, a, 1, 2026-01-01]]\n",
        "error: this row has 4 cells, but the table has 5 columns: n, c, rate, day, on"
      ),
      (head + "rows: [{n: 1, c: a, rat: 1}]\n", "error: the table has no column `rat`, did you mean `rate`?"),
      (head + "rows: [{n: 1, rate: 1}]\n", "error: this row has no `c`, a key"),
      (head + "rows: [[1, ~, 1, 2026-01-01, true]]\n", "error: the cell of key `c` is empty"),
      (
        head + "rows: [[1, a, \"1,5\", ~, ~]]\n",
        "error: `rate` takes a number; the decimal separator is a point: write 1.5"
      ),
      (
        head + "rows: [[1 000..2 000, a, 1, ~, ~]]\n",
        "in a range such as `a..b`, `a..` or `..b`; omit the digit separators: write 2000"
      ),
      (head + "rows: [[1, a, 1, 2026-02-30, ~]]\n", "error: `day` takes a date, YYYY-MM-DD"),
      (head + "rows: [[1, a, 1, 31.12.2026, ~]]\n", "error: `day` takes a date, YYYY-MM-DD: write 2026-12-31"),
      (head + "rows: [[1, a, 1, ~, yes]]\n", "error: `on` takes `true` or `false`: write `true`"),
      (head + "rows: [[1-5, a, 1, ~, ~]]\n", "`n` takes a number, alone or in a range such as `a..b`, `a..` or `..b`"),
      (
        head + "rows: [[5..1, a, 1, ~, ~]]\n",
        "error: no key matches this row: its range ends before it begins"
      ),
      (
        head + "rows:\n  - [1..5, a, 1, ~, ~]\n  - [6.., a, 2, ~, ~]\n  - [5.., a, 2, ~, ~]\n",
        "tables/t.yaml:7:5: error: this row and the row in line 5 match the same keys: n 5, c a"
      ),
      (
        head + "rows:\n  - [.., a, 1, ~, ~]\n  - [..3, b, 2, ~, ~]\n  - [3, b, 2, ~, ~]\n",
        "tables/t.yaml:7:5: error: this row and the row in line 6 match the same keys: n 3, c b"
      ),
      (
        "table: t\nkeys: {c: text}\nrows:\n  - [a]\n  - [b]\n  - [a]\n",
        "tables/t.yaml:6:5: error: this row and the row in line 4"
      ),
      (
        "table: t\nkeys: {c: text}\ncolumns: {r: number}\nrows:\n  - [a, 16,5]\n",
        "tables/t.yaml:5:12: error: the decimal separator is a point, and a comma separates cells: write `16.5`"
      ),
      (
        "table: t\nkeys: {n: integer}\ncolumns: {r: number, s: number}\nrows:\n  - [91,16,5, 1,000]\n",
        "tables/t.yaml:5:12: error: the decimal separator is a point, and a comma separates cells: "
          + "write `16.5`, `1000` or `1.000`"
      ),
      (
        "table: t\nkeys: {c: text}\ncolumns: {r: number}\nrows:\n  - {c: a, r: 16,5}\n",
        "tables/t.yaml:5:18: error: the decimal separator is a point, and a comma ends the value: write `r: 16.5`"
      ),
      (
        "table: t\nkeys: {c: text}\ncolumns: {r: number}\nrows:\n  - [a, 16, 5]\n",
        "tables/t.yaml:5:5: error: this row has 3 cells, but the table has 2 columns: c, r"
      ),
    ])
  func locatesTableFaults(text: String, expected: String) {
    let operation = Sets.operation(["{toggle: a, caption: {ru: А, en: A}}"])
    let found = Sets.findings(["operations/pay.yaml": operation, "tables/t.yaml": text])
    #expect(found.contains(expected), "\(found)")
    #expect(found.contains("tables/t.yaml:"))
  }

  @Test(
    "An invalid use of a table in an operation is a fault",
    arguments: [
      ("{enum: a, options: {table: countris}}", "error: unknown table `countris`, did you mean `countries`?"),
      ("{enum: a, options: {table: countries, value: cod}}", "has no column `cod`, did you mean `code`?"),
      (
        "{enum: a, options: {table: countries, value: since}}",
        "error: `value` takes a column of type `text` or `integer`"
      ),
      (
        "{enum: a, options: {table: countries, caption: iban}}",
        "error: `caption` takes a column of type `caption` or `text`"
      ),
      ("{enum: a, options: {table: countries, value: iban}}", "error: a row of table `countries` has no `iban`"),
      (
        "{textInput: a, type: number, optional: true, lookup: {name: rates, with: {currency: \"'RUB'\"}, cache: 5}}",
        "error: the table `rates` is always available: `timeout`, `cache` and `failed` are only for bank systems"
      ),
      ("{enum: a, options: {table: rates, value: currency}}", "error: option RUB appears twice in table `rates`"),
      ("{textInput: a, lookup: countries}", "error: unknown lookup `countries`"),
      ("{textInput: a, type: number, lookup: rates}", "error: lookup `rates` also requires `with: {currency: ...}`"),
      ("{textInput: a, lookup: rates}", "error: lookup `rates` takes a number, and `a` gives text"),
      (
        "{enum: a, options: {table: countries}, filter: ibn > 1}",
        "error: an option has no field `ibn`, did you mean `iban`?"
      ),
      (
        "{enum: a, options: {table: countries}, check: $a.since > 5}", "`>` does not compare a date with a whole number"
      ),
      (
        "{textInput: a, type: number, lookup: {name: rates, as: r, with: {currency: \"'RUB'\", term: 1}}, captionFrom: r.amount}",
        "error: `amount` is a range in the keys of table `rates`, so a row has no single value for it; "
          + "read the value that is looked up, `$a`"
      ),
      (
        "{textInput: a, type: number, lookup: {name: rates, as: r, with: {currency: \"'RUB'\", term: 1}}, caption: \"{r.amount}\"}",
        "error: `amount` is a range in the keys of table `rates`"
      ),
    ])
  func rejectsInvalidUse(line: String, expected: String) {
    let found = Sets.findings([
      "operations/pay.yaml": Sets.operation([line]), "tables/rates.yaml": Self.rates,
      "tables/countries.yaml": Self.countries,
    ])
    #expect(found.contains(expected), "\(found)")
  }

  @Test(
    "An option without a row as key of a lookup is a warning, unless it may not be looked up",
    arguments: [
      ("", "", "", true), (", showIf: $currency != 'EUR'", "", "", false), (", optional: true", "", "", false),
      (", enableIf: $currency != 'EUR'", "", "", false), ("", ", filter: value != 'EUR'", "", false),
      ("", ", check: $currency != 'EUR'", "", false), ("", ", showIf: today() > '2026-01-01'", "", false),
      ("", "", "group", false),
    ])
  func warnsOfOptionWithoutRow(amount: String, currency: String, group: String, isWarned: Bool) {
    let line =
      "{textInput: amount, caption: {ru: С, en: A}, type: number, lookup: {name: rates, as: r, with: "
      + "{currency: $currency, term: 91}}\(amount)}"
    let found = Sets.findings([
      "operations/pay.yaml": Sets.operation([
        "{enum: currency, caption: {ru: В, en: C}, options: {RUB: {ru: Р, en: R}, EUR: {ru: Е, en: E}}\(currency)}",
        "{toggle: more, caption: {ru: Е, en: M}}",
        group.isEmpty ? line : "{group: g, showIf: $more == YES, atoms: [\(line)]}",
        "{text: told, caption: {all: \"{r.rate}\"}}",
      ]), "tables/rates.yaml": Self.rates,
    ])
    let warning =
      "warning: no row of table `rates` has the option 'EUR' of `currency` as `currency`, so the lookup rejects it"
    #expect(found.contains(warning) == isWarned, "\(found)")
    #expect(!found.contains(": error: "), "\(found)")
  }

  @Test("A misspelt table is reported once, without its uses") func reportsMisspeltTableOnce() {
    let found = Sets.findings([
      "operations/pay.yaml": Sets.operation([
        "{enum: a, caption: {ru: А, en: A}, options: {table: countris, value: code}, default: DE, filter: sepa == YES}",
        "{text: b, caption: {ru: \"{$a.name}\", en: \"{$a.name}\"}, showIf: $a == 'DE'}",
      ]), "tables/countries.yaml": Self.countries,
    ])
    #expect(found.split(separator: ": error: ").count == 2, "\(found)")
    #expect(found.contains("unknown table `countris`, did you mean `countries`?"))
  }

  @Test("The chosen row of a table is the format of a text") func usesChosenRowAsFormat() throws {
    let documents = """
      table: documents
      columns: {kind: text, name: caption, length: integer, pattern: text}
      rows:
        - [passport, {ru: Паспорт, en: Passport}, 10, "[0-9]+"]
        - [permit, {ru: Вид на жительство, en: Residence permit}, 9, ~]

      """
    for prefix in ["", "my"] {
      let atoms = [
        "{enum: kind, caption: {ru: Документ, en: Document}, options: {table: documents}}",
        "{textInput: number, caption: {ru: Номер, en: Number}, formatFrom: $kind}",
        "{text: told, caption: {all: \"{$kind.name}\"}}",
      ]
      var files = ["operations/pay.yaml": Sets.operation(atoms), "tables/documents.yaml": documents]
      if !prefix.isEmpty {
        files["operations/pay.yaml"] = Sets.operation(["{include: document, as: my}"])
        files["fragments/document.yaml"] = Sets.fragment(atoms)
      }
      let operation = try #require(try Sets.catalog(files)["pay"])
      func id(_ name: String) -> String {
        prefix.isEmpty ? name : prefix + name.prefix(1).uppercased() + name.dropFirst()
      }
      for (kind, number, expected) in [
        ("passport", "4509123456", nil), ("passport", "450912", "length"), ("passport", "450912345A", "pattern"),
        ("permit", "82AB12345", nil), ("permit", "4509123456", "length"),
      ] as [(String, String, String?)] {
        let states = try captions(operation, [id("kind"): .string(kind), id("number"): .string(number)], .en)
        #expect(states[id("number")]?["error"]?["code"]?.string == expected, "\(prefix) \(kind) \(number)")
        #expect(states[id("told")]?["caption"]?.string == (kind == "permit" ? "Residence permit" : "Passport"))
      }
    }
  }

  @Test("Unused tables and table names already in use are reported") func reportsUnusedAndDuplicateTables() {
    let operation = Sets.operation(["{toggle: a, caption: {ru: А, en: A}}"])
    let unused = Sets.findings(["operations/pay.yaml": operation, "tables/rates.yaml": Self.rates])
    #expect(unused.contains("tables/rates.yaml:1:8: warning: no operation uses the table `rates`"))
    let twice = Sets.findings([
      "operations/pay.yaml": operation, "tables/a.yaml": Self.rates, "tables/b.yaml": Self.rates,
    ])
    #expect(twice.contains("tables/b.yaml:1:8: error: table `rates` is already defined in tables/a.yaml"))
    let taken = Sets.findings(
      [
        "operations/pay.yaml": operation, "tables/bank.yaml": Self.rates.replacing("table: rates", with: "table: bank"),
      ],
      .bank)
    #expect(taken.contains("tables/bank.yaml:1:8: error: `bank` is already a lookup, a fact or a verification"))
  }
}
