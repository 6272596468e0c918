import Dates
import Texts
import SourceText
import Conditions
import JSON
import Operations
import Testing

@testable import Atoms

/// The contract between kinds of atoms and the engine. Add the lines of a new kind to `samples`.
struct KindContractTests {
  /// Lines of each kind, by name, with various properties.
  static let samples: [String: [String]] = [
    "text": [
      "{text: a, caption: Текст}", "{text: a, caption: Текст, fontSize: title}",
      "{text: a, markdown: \"**Текст**, [x](/b)\"}", "{text: a, markdown: \"- {$b}\", severity: warning}",
    ],
    "image": [
      "{image: a, caption: Логотип, href: /logo.png}",
      "{image: a, href: 'https://bank.example/x.png', width: 4, height: 3}",
    ],
    "textInput": [
      "{textInput: a}", "{textInput: a, normalize: plain, maxLength: 5}", "{textInput: a, type: digits, length: 3}",
      "{textInput: a, type: number, min: 1, max: 5, scale: 2}",
      "{textInput: a, type: amount, currency: RUB, max: \"$b.length\"}", "{textInput: a, type: amount, currency: JPY}",
      "{textInput: a, lines: 4, maxLength: 9}",
      "{textInput: a, type: amount, currency: RUB, min: 1, max: 99, slider: {step: 0.50, marks: [1, 50, 99]}}",
      "{textInput: a, type: number, min: -1, max: 1, slider: true}",
      "{textInput: a, type: phone, mask: \"+7 ###\"}",
      "{textInput: a, type: email, maxLength: 9, hint: {ru: а, en: a}}",
      "{textInput: a, type: password, minLength: 2}", "{textInput: a, type: code, length: 4}",
      "{textInput: a, pattern: \"[A-Z]{2}\\\\d+\", wide: true, capitalize: words, keyboard: default}",
    ],
    "dateInput": [
      "{dateInput: a}", "{dateInput: a, min: 2020-02-29, max: 2030-12-31, hint: Дата}", "{dateInput: a, min: today()}",
    ],
    "timeInput": [
      "{timeInput: a}", "{timeInput: a, min: \"09:00\", max: \"20:00\", hint: Время}", "{timeInput: a, min: $b}",
    ],
    "dateTimeInput": [
      "{dateTimeInput: a, hint: Визит}", "{dateTimeInput: a, min: \"2020-02-29T10:00\", max: 2030-12-31}",
      "{dateTimeInput: a, min: today(), max: \"addDays(today(), 14)\"}",
    ],
    "toggle": ["{toggle: a, caption: Да}", "{toggle: a, caption: Да, hint: Сразу, help: {ru: а, en: a}}"],
    "consent": [
      "{consent: a, caption: Согласен, document: terms.md, mustOpen: true, hint: Сразу}",
      "{consent: a, caption: Да, document: rules.pdf, title: {ru: Правила, en: Rules}, optional: true}",
      "{consent: a, caption: Да, document: 'https://bank.example/x', version: 3, title: Правила, help: {ru: а, en: a}}",
    ],
    "segmented": [
      "{segmented: a, options: {1: Один, 2: Два}}", "{segmented: a, options: {x: {ru: Икс, en: X}}}",
      "{segmented: a, look: list, options: {x: Икс}}",
    ],
    "enum": [
      "{enum: a, options: {1: Один, \"2\": Два}}", "{enum: a, options: accounts}",
      "{enum: a, sort: caption, options: {b: Ёлка, c: Ель}}",
      "{enum: a, options: [{value: 1, caption: Раз, kind: x, rate: 1.50, open: true}], filter: \"kind == $b\"}",
    ],
    "choices": [
      "{choices: a, options: {1: Один, 2: Два, x: Икс}, min: 1, max: 2, exclusive: x, look: chips, hint: Тема}",
      "{choices: a, options: accounts, optional: true, help: {ru: а, en: a}}",
    ],
    "accountPicker": ["{accountPicker: a}", "{accountPicker: a, filter: \"currency == 'RUB'\"}"],
    "search": ["{search: a, in: people}", "{search: a, in: accounts, minLength: 0, hint: Счёт, as: chosen}"],
    "button": [
      "{button: a, caption: Дальше, action: submit}", "{button: a, action: navigate, href: /start}",
      "{button: a, action: back, hint: Назад, help: Помощь, confirm: {title: Уйти?, text: Сразу, action: Да, cancel: Нет}}",
    ],
    "command": [
      "{command: a, caption: Заполнить, set: {b: \"'x'\"}, hint: Сразу}",
      "{command: a, reset: [b], enableIf: \"$b != nil\"}",
    ],
    "link": ["{link: a, caption: Правила, href: 'https://bank.example'}", "{link: a, action: cancel}"],
    "group": [
      "{group: a, caption: Вместе, help: Помощь, atoms: [{textInput: c}]}",
      "{group: a, caption: Вместе, folded: true, atoms: [{textInput: c}]}",
    ],
    "repeat": [
      "{repeat: a, atoms: [{textInput: c}]}",
      "{repeat: a, caption: Строки, min: 1, max: 3, help: Помощь, messages: {max: Три}, atoms: [{toggle: c}]}",
      "{repeat: a, item: \"Строка {$c}\", add: Ещё, remove: {confirm: {title: Удалить?, text: Навсегда, action: Да}}, "
        + "atoms: [{textInput: c}]}",
      "{repeat: a, copy: true, order: true, atoms: [{textInput: c}]}",
      "{repeat: a, row: line, atoms: [{text: c, caption: '{line.number}'}]}",
      "{repeat: a, define: {long: \"$c == 'x'\"}, atoms: [{textInput: c}, {text: d, caption: Да, showIf: long}]}",
      "{repeat: a, defaultFrom: accounts, atoms: [{textInput: value}, {textInput: b, optional: true, showIf: \"previous.b != 'x'\"}]}",
      "{repeat: a, edit: apart, paste: [d, c], atoms: [{textInput: c}, {toggle: d}]}",
      "{repeat: a, edit: table, atoms: [{textInput: c}]}",
      "{repeat: a, unique: [c, d], messages: {duplicate: Повтор}, atoms: [{textInput: c}, {toggle: d}]}",
    ],
  ]

  /// A sample line of a kind.
  struct Sample: Sendable, CustomTestStringConvertible {
    let kind: String
    let line: String
    var testDescription: String { line }
  }

  private static let lines = AtomRegistry.kinds.flatMap { kind in
    (samples[kind.name] ?? []).map { Sample(kind: kind.name, line: $0) }
  }

  /// Posted values, valid and invalid.
  private static let posted: [Value] = [
    nil, true, false, 0, 1, 2, -1, 12_345, "", " ", "a", " a ", "a\nb", "a\r\nb\rc", "x", "1", "2", "007", "1.5",
    "1.50", "-3", "1e3",
    "AB12",
    "+7 (900) 000-00-00", "a@b.ru", "2026-11-21", "2024-02-29", "2023-02-29", "0001-01-01", "01.02.2026", "e\u{301}",
    "\u{0}", "\u{202E}", "'{'", "40817810500000000001", [], [1], ["a": 1], .decimal(Decimal("0.010") ?? Decimal(0)),
    .decimal(Decimal("12345678901234567890.12") ?? Decimal(0)), .float(1e300),
  ]

  /// Members of a tree that the engine writes.
  private static let reserved: Set = [
    "id", "kind", "caption", "shown", "enabled", "required", "value", "error", "warning", "normalized", "notify",
    "options", "action",
    "atoms", "items",
  ]

  private static func operation(_ line: String) throws -> Operation {
    try EvaluationTests.operation(
      "operation: trial\ntitle: Trial\natoms:\n  - \(line)\n  - {textInput: b, optional: true}\n")
  }

  private static func atom(_ sample: Sample) throws -> Atom { try operation(sample.line).atoms[0] }

  @Test("Every kind of atom has a unique name and sample lines") func everyKindHasSamples() {
    let names = AtomRegistry.kinds.map { $0.name }
    #expect(Set(names).isSubset(of: Set(Self.samples.keys)))
    #expect(Set(names).count == names.count)
    for name in names { #expect(isIdentifier(name[...])) }
  }

  @Test("Each sample line compiles to an atom of its kind", arguments: lines)
  func compilesSampleToKind(sample: Sample) throws {
    let atom = try Self.atom(sample)
    #expect(atom.kind.name == sample.kind)
    #expect(AtomRegistry.byName[sample.kind] == type(of: atom.kind))
  }

  @Test("A kind writes distinct members whose names are not reserved", arguments: lines)
  func writesOwnMembersOnly(sample: Sample) throws {
    let atom = try Self.atom(sample)
    for language in Language.allCases {
      var writer = Writer()
      writer.beginObject()
      atom.kind.write(to: &writer, in: language)
      writer.endObject()
      let members = try #require(try Value(reading: writer.bytes).object)
      #expect(Set(members.names).count == members.count)
      #expect(Self.reserved.isDisjoint(with: members.names))
    }
  }

  @Test("An input that rejects a value that plain text accepts has `notify`", arguments: lines)
  func notifiesOfRestrictedInputs(sample: Sample) throws {
    let (atom, plain) = (try Self.atom(sample), try #require(try Self.operation("{textInput: a}").atoms[0].input))
    guard let input = atom.input, !input.isSecret else { return }
    let judged = Self.posted.first { value in
      guard let kept = input.read(value), let text = plain.read(value), !kept.isNull else { return false }
      return input.judge(kept) != nil && plain.judge(text) == nil
    }
    if let judged { #expect(atom.notify != nil, "\(judged)") }
  }

  @Test("A date-time input without limits has `notify`, because the clock may skip its value")
  func notifiesOfDateTime() throws {
    let lines = ["dateTimeInput", "timeInput", "dateInput"].map { Sample(kind: $0, line: "{\($0): a}") }
    #expect(try lines.map { try Self.atom($0).notify != nil } == [true, false, false])
  }

  @Test("An input with a check has `notify`", arguments: lines)
  func notifiesOfCheckedInputs(sample: Sample) throws {
    guard try Self.atom(sample).input != nil else { return }
    let checked = Sample(kind: sample.kind, line: sample.line.dropLast() + ", check: \"$b == nil\"}")
    #expect(try Self.atom(checked).notify != nil)
  }

  @Test("A sample line with an unknown property is rejected", arguments: lines)
  func rejectsUnknownProperty(sample: Sample) throws {
    let line = sample.line.dropLast() + ", shade: 1}"
    #expect {
      try Self.operation(String(line))
    } throws: { error in
      (error as? Diagnostics)?.all.contains { $0.message.hasPrefix("unknown property `shade` of \(sample.kind)") }
        == true
    }
  }

  @Test("A value read by an input is read back from its stored and wire forms", arguments: lines)
  func rereadsStoredValue(sample: Sample) throws {
    guard let input = try Self.atom(sample).input else { return }
    for value in Self.posted {
      guard let kept = input.read(value) else { continue }
      #expect(input.read(kept) == kept, "\(value)")
      guard !input.isSecret else {
        #expect(input.wire(kept).isNull)
        continue
      }
      #expect(input.read(input.wire(kept)) == kept, "\(value)")
      var writer = Writer()
      writer.value(input.wire(kept))
      #expect(try input.read(Value(reading: writer.bytes)) == kept, "\(value)")
    }
  }

  @Test("Null clears an input and passes validation", arguments: lines)
  func nullClearsInput(sample: Sample) throws {
    let atom = try Self.atom(sample)
    guard let input = atom.input else { return }
    #expect(input.read(.null) == .null)
    #expect(input.wire(.null) == .null)
    #expect(input.judge(.null) == nil)
    #expect(input.read(input.initial) == input.initial)
  }

  @Test("A valid value of an input has the type of its kind", arguments: lines)
  func storesValueOfOwnType(sample: Sample) throws {
    guard let input = try Self.atom(sample).input else { return }
    for value in Self.posted {
      guard let kept = input.read(value), !kept.isNull, input.judge(kept) == nil else { continue }
      switch input.type {
      case .any: #expect(kept.string != nil || kept.integer != nil)
      case .boolean: #expect(kept.bool != nil)
      case .integer: #expect(kept.integer != nil || kept.string != nil)
      case .number: #expect(kept.decimal != nil)
      case .text: #expect(kept.string != nil || kept.integer != nil)
      case .date: #expect(kept.string.flatMap { CivilDate($0) } != nil)
      case .list: #expect(kept.array != nil)
      case .record: #expect(kept.object != nil)
      }
    }
  }

  @Test("A violation is repeatable and has a text in each language", arguments: lines)
  func explainsViolations(sample: Sample) throws {
    guard let input = try Self.atom(sample).input else { return }
    for value in Self.posted {
      guard let kept = input.read(value), let violation = input.judge(kept) else { continue }
      #expect(input.judge(kept)?.code == violation.code)
      for language in Language.allCases {
        let text = violation.text(in: language)
        #expect(!text.isEmpty && !text.contains("{") && text != violation.code)
      }
    }
  }

  @Test("The tree of a sample is valid JSON for any posted value", arguments: lines)
  func writesValidTreeForAnyValue(sample: Sample) throws {
    let operation = try Self.operation(sample.line)
    let world = TestSurroundings(facts: Object(), answers: Object())
    for value in Self.posted {
      let question = Question(values: Object([("a", value)]), commit: true)
      var evaluation = Evaluation(operation, question, in: .ru, world)
      var writer = Writer()
      evaluation.writeTree(to: &writer, links: Links(of: operation), in: .ru)
      let tree = try Value(reading: writer.bytes)
      #expect(tree["atoms"]?[0]?["id"] == "a")
      #expect(tree["atoms"]?[0]?["kind"] == .string(sample.kind))
    }
  }
}
