import Definitions
import Atoms
import Operations
import Testing

/// The implied properties of a bank search.
@Suite struct ImpliedTests {
  private static func atom(_ line: String) throws -> Atom {
    let text = "operation: pay\ntitle: {ru: Платёж, en: Payment}\natoms:\n  - \(line)\n"
    let operation = try OperationCompiler.compile(
      YAMLFile(Array(text.utf8), name: "pay.yaml").root, version: "1", with: .bank)
    return try #require(operation.atoms.first)
  }

  @Test("A bank search has an implied caption and an implied fallback") func impliesCaptionAndFallback() throws {
    let atom = try Self.atom("{search: bic, in: banks, as: bank}")
    #expect(atom.caption?[.ru] == "БИК" && atom.caption?[.en] == "BIC")
    #expect(atom.fallbacks.map(\.caption) == [atom.caption])
  }

  @Test("A written caption of a bank search takes precedence over the implied one") func writtenCaptionTakesPrecedence()
    throws
  {
    let atom = try Self.atom("{search: bic, caption: {ru: Банк, en: Bank}, in: banks, as: bank}")
    #expect(atom.caption?[.en] == "Bank")
    #expect(atom.fallbacks.map { $0.caption?[.en] } == ["Bank"])
  }

  /// `minLength` is the minimum number of characters for a search. It does not limit the value.
  @Test("A bank search with `minLength` has a text input as its fallback") func fallsBackToTextInput() throws {
    let atom = try Self.atom("{search: bic, in: banks, as: bank, minLength: 1}")
    #expect(atom.fallbacks.first.map { $0.kind is TextInputKind } == true)
  }

  @Test("A search of another list has no implied fallback") func otherSearchesHaveNoFallback() throws {
    let atom = try Self.atom("{search: payee, caption: {ru: Кому, en: Payee}, in: providers, as: provider}")
    #expect(atom.fallbacks.isEmpty)
  }
}
