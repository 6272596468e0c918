import Authoring
import Atoms
import Conditions
import Foundation
import JSON
import Operations
import SourceText
import Testing

/// Checks that the reference documentation matches the program.
struct NotesTests {
  @Test("The reference describes every kind and property") func describesKindsAndProperties() {
    #expect(Set(FormatNotes.kinds.keys) == Set(AtomRegistry.kinds.map { $0.name }))
    var asked: Set<String> = []
    for name in FormatProbe.head(with: .bank).keys {
      asked.insert(name)
      #expect(FormatNotes.text(of: name, in: nil) != nil, "\(name)")
    }
    for kind in AtomRegistry.kinds {
      for name in FormatProbe.allProperties(of: kind, with: .bank).keys {
        asked.formUnion([name, "\(kind.name).\(name)"])
        #expect(FormatNotes.text(of: name, in: kind.name) != nil, "\(kind.name).\(name)")
      }
    }
    #expect(asked.isSuperset(of: FormatNotes.properties.keys), "\(Set(FormatNotes.properties.keys).subtracting(asked))")
    #expect(asked.isSuperset(of: FormatNotes.takes.keys))
  }

  @Test("The reference describes every code of a finding") func describesCodes() {
    #expect(Set(FindingNotes.texts.keys) == Set(FindingCode.allCases))
    #expect(FindingCode.allCases.allSatisfy { $0.rawValue.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil })
  }

  @Test("The reference describes every word of the bank's vocabulary") func describesBankVocabulary() {
    #expect(Set(BankNotes.lookups.keys) == Set(Vocabulary.bank.lookups.keys))
    #expect(Set(BankNotes.searches.keys) == Set(Searches.shapes.keys))
    #expect(Set(BankNotes.facts.keys) == Set(Vocabulary.bank.facts.keys))
    #expect(Set(BankNotes.effects.keys) == Set(Vocabulary.bank.effects.keys))
    #expect(Set(BankNotes.transitions.keys) == Set(TransitionKind.allCases.map(\.rawValue)))
    #expect(Set(BankNotes.verifications.keys) == Set(Verifications.all.map(\.name)))
    for verification in Verifications.all {
      #expect(BankNotes.verifications[verification.name]?.parameters.count == verification.parameters.count)
    }
  }

  /// Each verification is called with every value in the case files of RussianPaymentsTests.
  @Test("Each verification gives exactly the reasons that the reference lists") func givesListedReasons() throws {
    let pool = try Self.pool()
    #expect(pool.count > 300)
    let days: [Value] = ["2023-06-01", "2026-03-31", "2026-06-01"]
    for verification in Verifications.all {
      var found: Set<String> = []
      func ask(_ arguments: [Value]) {
        guard let reason = verification.reason(arguments) else { return }
        if case .string(let code) = reason.params.first(where: { $0.name == "reason" })?.value { found.insert(code) }
      }
      let texts = verification.parameters.filter { $0 == .text }.count
      let others = Self.companions.prefix(texts == 1 ? 1 : Self.companions.count)
      let lastDays = texts == verification.parameters.count ? [nil] : days.map(Optional.some)
      // Each value is combined with only some pairs of other arguments. All pairs would make half a
      // million calls.
      for (number, value) in pool.enumerated() {
        for day in lastDays {
          for (place, companion) in others.enumerated() {
            let second = Self.companions[(place + number) % Self.companions.count]
            ask([value] + Array([companion, second].prefix(texts - 1)) + (day.map { [$0] } ?? []))
          }
        }
      }
      let listed = Set(BankNotes.verifications[verification.name]?.reasons ?? [])
      #expect(found == listed, "\(verification.name): found \(found.sorted()), listed \(listed.sorted())")
    }
  }

  /// The other arguments of verifications: statuses, reasons, accounts, numbers, keys, BICs.
  private static let companions: [Value] = [
    "01", "06", "13", "16", "27", "31", "00", "ТР", "ИЛ", "ПК", "0", "03100643000000017300", "03212643000000017300",
    "40102810445370000059", "7707083893", "500100732259", "18201061201010000510", "15310000000000000000", "044525225",
    "017003983", "044525000", "",
  ]

  private static func pool() throws -> [Value] {
    let folder = Files.repository.appending(path: "Tests/RussianPaymentsTests/Cases")
    var texts: Set<String> = [""]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".json") {
      let cases = try Value(reading: Array(Data(contentsOf: folder.appending(path: name))))
      guard case .array(let cases) = cases else { continue }
      for case .object(let one) in cases {
        for key in ["value", "account"] { if case .string(let text) = one[key] { texts.insert(text) } }
        if case .array(let arguments) = one["arguments"], case .string(let first) = arguments.first {
          texts.insert(first)
        }
      }
    }
    return texts.sorted().map { .string($0) }
  }
}
