import Hosting
import Texts
import JSON
import Authoring
import Atoms
import Conditions
import API
import ArgumentParser
import Operations

struct PrintReference: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference",
    abstract: "Prints the reference in Markdown: kinds of atoms, properties, conditions, problems, configuration keys.",
    discussion: """
      It is made from what the program itself reads files and requests by. docs/reference.md is its output.

      EXAMPLE
        valence reference > reference.md
      """)

  func run() { Output.line(PrintedReference(.bank).text) }
}

/// The reference of all names in operation files, conditions, responses and the configuration.
struct PrintedReference {
  private let vocabulary: Vocabulary

  /// Creates the reference for files that use `vocabulary`.
  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  /// The whole text, in Markdown.
  var text: String {
    let sections = [
      ["# Reference", "", "Made by `valence reference`; do not edit it."], head, kinds, conditions, verifications,
      lookups, facts, searches, effects, services, transitions, problems, keys,
    ]
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  // MARK: - Operation files

  private var head: [String] {
    ["## The head of an operation", ""] + table(of: FormatProbe.head(with: vocabulary), in: nil)
  }

  private var kinds: [String] {
    let all = AtomRegistry.kinds.map { ($0, FormatProbe.allProperties(of: $0, with: vocabulary)) }
    // List properties of all kinds only once.
    let common = all.dropFirst().reduce(Set(all[0].1.keys)) { $0.intersection($1.1.keys) }
    let inputs = all.filter { $0.1["defaultFrom"] != nil }
    let ofInputs = inputs.dropFirst().reduce(Set(inputs[0].1.keys)) { $0.intersection($1.1.keys) }.subtracting(common)
    var lines = ["## Properties of every atom", ""]
    lines += table(of: all[0].1.filter { common.contains($0.key) }, in: nil)
    lines += ["", "## Properties of every input", ""]
    lines += table(of: inputs[0].1.filter { ofInputs.contains($0.key) }, in: nil)
    lines += ["", "## Kinds of atoms"]
    for (kind, asked) in all {
      let note = FormatNotes.kinds[kind.name]
      let isInput = inputs.contains { $0.0.name == kind.name }
      lines += ["", "### `\(kind.name)`", "", (note?.text ?? "") + (isInput ? " An input." : "")]
      lines += ["", "```yaml", "- \(note?.example ?? "")", "```"]
      let own = asked.filter { !common.contains($0.key) && !(isInput && ofInputs.contains($0.key)) }
      if !own.isEmpty { lines += [""] + table(of: own, in: kind.name, kind) }
    }
    return lines
  }

  private func table(
    of asked: [String: AskedProperty], in kind: String?, _ type: (any AtomKind.Type)? = nil
  ) -> [String] {
    ["| property | takes | default | description |", "|---|---|---|---|"]
      + asked.sorted { $0.key < $1.key }.map { name, property in
        let needed = property.isRequired ? " Required." : ""
        let company = (type.map { FormatProbe.company(of: name, in: $0, with: vocabulary) } ?? []).map { name, words in
          " With `\(name)`: \(words.map { "`\($0)`" }.joined(separator: ", "))."
        }
        let text = FormatNotes.text(of: name, in: kind) ?? ""
        let standard = property.standard.map { "| `\($0)` |" } ?? "| |"
        return "| `\(name)` | \(takes(property.shape, name)) \(standard) \(text)\(needed)\(company.joined()) |"
      }
  }

  private func takes(_ shape: AskedProperty.Shape, _ name: String) -> String {
    switch shape {
    case .own: FormatNotes.takes[name] ?? "an expression"
    case .string: "a text"
    case .text: "a text, or `{ru: ..., en: ...}`"
    case .flag: "`true`, `false`"
    case .integer(let range): "a whole number, \(range.lowerBound) to \(range.upperBound)"
    case .number: "a number"
    case .word(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    }
  }

  // MARK: - Conditions

  private var conditions: [String] {
    func rows(_ entries: [LanguageEntry]) -> [String] {
      entries.map { "| `\($0.spelling.replacing("|", with: "\\|"))` | \($0.text) |" }
    }
    return ["## Conditions and expressions", "", "| operator | description |", "|---|---|"]
      + rows(LanguageEntry.operators)
      + ["", "| function | description |", "|---|---|"] + rows(LanguageEntry.functions)
  }

  private var verifications: [String] {
    let rows = Verifications.all.map { verification in
      let note = BankNotes.verifications[verification.name]
      let call = "\(verification.name)(\((note?.parameters ?? []).joined(separator: ", ")))"
      let reasons = (note?.reasons ?? []).map { "`\($0)`" }.joined(separator: ", ")
      return "| `\(call)` | \(note?.text ?? "") | \(reasons) |"
    }
    return [
      "## Verifications", "",
      "Functions for `check` and conditions. A violation names the reason; `Sources/RussianPayments/RussianPayments.docc` has the",
      "rules with their sources.", "", "| verification | description | reasons |", "|---|---|---|",
    ] + rows
  }

  // MARK: - The bank's words

  private var lookups: [String] {
    let rows = vocabulary.lookups.values.sorted { $0.name < $1.name }.map { lookup in
      "| `\(lookup.name)` | \(lookup.key) | \(fields(lookup.fields)) | \(BankNotes.lookups[lookup.name] ?? "") |"
    }
    return ["## Look-ups", "", "| directory | key | fields of an answer | description |", "|---|---|---|---|"] + rows
  }

  private var facts: [String] {
    let rows = vocabulary.facts.sorted { $0.key < $1.key }.map { name, type in
      switch type {
      case .list(.record(let members)): "| `\(name)` | list | \(fields(members)) | \(BankNotes.facts[name] ?? "") |"
      case .record(let members): "| `\(name)` | record | \(fields(members)) | \(BankNotes.facts[name] ?? "") |"
      default: "| `\(name)` | \(type) | | \(BankNotes.facts[name] ?? "") |"
      }
    }
    return ["## Facts", "", "| fact | type | fields | description |", "|---|---|---|---|"] + rows
  }

  private var searches: [String] {
    let rows = vocabulary.searches.values.sorted { $0.name < $1.name }.map { search in
      "| `\(search.name)` | \(fields(search.lookup.fields)) | \(BankNotes.searches[search.name] ?? "") |"
    }
    return ["## Lists to search", "", "| list | fields of an option | description |", "|---|---|---|"] + rows
  }

  private var services: [String] {
    func rows(_ properties: Object) -> [String] {
      ["", "| property | description |", "|---|---|"]
        + properties.members.map { "| `\($0.name)` | \($0.value["description"]?.string ?? "") |" }
    }
    let sections = SystemSchema.sections.flatMap { section in
      ["", "### An element of `\(section.name)`"] + rows(section.properties)
    }
    return ["## Service files", "", "[services.md](services.md) explains them."] + rows(SystemSchema.head) + sections
  }

  private func fields(_ fields: [Field]) -> String {
    fields.map { field in
      if case .list(.record(let inner)) = field.type { return "`\(field.name)` (list of \(self.fields(inner)))" }
      if case .record(let inner) = field.type { return "`\(field.name)` (\(self.fields(inner)))" }
      return "`\(field.name)` \(field.type)"
    }.joined(separator: ", ")
  }

  private var effects: [String] {
    let rows = vocabulary.effects.sorted { $0.key < $1.key }.map { name, shape in
      func inputs(_ isRequired: Bool) -> String {
        shape.inputs.filter { $0.required == isRequired }.map { "`\($0.id)` \($0.kind)" }.joined(separator: ", ")
      }
      let signs = shape.signs.map { $0.isEmpty ? "none" : $0.map { "`\($0)`" }.joined(separator: ", ") } ?? "any, none"
      return "| `\(name)` | \(inputs(true)) | \(inputs(false)) | \(signs) | \(BankNotes.effects[name] ?? "") |"
    }
    return [
      "## Effects", "", "| effect | atoms that it needs | atoms that it also reads | signed by | description |",
      "|---|---|---|---|---|",
    ] + rows
  }

  private var transitions: [String] {
    let rows = TransitionKind.allCases.map { kind in
      let properties = kind.properties.map { name, property in
        switch property {
        case .color: "`\(name)` `#rrggbb`"
        case .flag: "`\(name)` `true`, `false`"
        case .word(let words): "`\(name)` \(words.map { "`\($0)`" }.joined(separator: ", "))"
        }
      }
      let note = BankNotes.transitions[kind.rawValue] ?? ""
      return "| `\(kind.rawValue)` | \(note) | \(properties.joined(separator: "; ")) | `\(kind.reverse)` |"
    }
    return ["## Transitions", "", "| transition | description | properties | undone by |", "|---|---|---|---|"] + rows
  }

  // MARK: - Answers and configuration

  private var problems: [String] {
    let rows = ProblemType.all.map {
      "| `\($0.name)` | \($0.status) | \($0.title[.en]) | \($0.explanation[.en]) |"
    }
    return [
      "## Problems", "", "Each `type` is `/problems/` and the name.", "",
      "| problem | status | title | remedy |", "|---|---|---|---|",
    ] + rows
  }

  private var keys: [String] {
    ["## Configuration keys", ""] + ConfigurationTable(ConfigurationKey.keys(of: Serve.self)).lines
  }
}
