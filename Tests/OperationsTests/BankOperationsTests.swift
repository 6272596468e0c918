import SourceText
import Definitions
import Atoms
import Operations
import Testing

/// The operations in `config/operations`.
struct BankOperationsTests {
  private static func catalog() throws -> Catalog {
    try Catalog(directory: Files.repository.appending(path: "config/operations").path, vocabulary: .bank)
  }

  @Test("The bank's operations load without faults") func loadsWithoutFaults() throws {
    #expect(try Self.catalog()["pp.quick"] != nil)
  }

  @Test("Every title and caption of the bank's operations has an English text") func translatesEveryCaption() throws {
    for operation in try Self.catalog().operations {
      #expect(operation.title.en != nil, "\(operation.id)")
      for atom in operation.atoms {
        #expect(atom.caption == nil || atom.caption?.en != nil, "\(operation.id).\(atom.id)")
      }
    }
  }

  @Test("The quick payment order has the expected atoms, optional inputs and `notify` values")
  func quickOrderHasExpectedAtoms() throws {
    let operation = try #require(try Self.catalog()["pp.quick"])
    #expect(
      operation.atoms.map(\.id) == [
        "name", "inn", "kpp", "account", "bic", "bicInfo", "from", "amount", "purpose", "send",
      ])
    #expect(operation.atoms.filter { $0.input != nil && $0.isOptional }.map(\.id) == ["inn", "kpp"])
    #expect(
      operation.atoms.filter { $0.notify == .commit }.map(\.id) == [
        "name", "inn", "kpp", "account", "amount", "purpose",
      ])
    #expect(operation.atoms.filter { $0.notify == .change }.map(\.id) == ["bic", "from"])
  }

  /// A changed profile is not an accounting document; a payment is.
  @Test("Every operation of the bank with an effect declares its retention period") func declaresRetention() throws {
    let spans = Dictionary(
      uniqueKeysWithValues: try Self.catalog().operations.compactMap { operation in
        operation.keeping.map { (operation.id, $0.span) }
      })
    #expect(Set(spans.keys) == Set(try Self.catalog().operations.filter { $0.effect != nil }.map(\.id)))
    for id in ["pp.full", "pp.quick", "provider.pay", "transfer.own", "cash.order", "certificate.order"] {
      #expect(spans[id] == .years(5), "\(id)")
    }
    for id in ["profile.edit", "settings.edit", "card.status", "matrix.renew", "auth.password"] {
      #expect(spans[id] == .days(90), "\(id)")
    }
  }

  @Test("The bank's vocabulary declares the shapes of its effects") func everyEffectHasShape() {
    let effects: Set = [
      "payment", "providerPayment", "transfer", "document", "cardStatus", "settings", "profile", "password", "login",
      "renewMatrix",
    ]
    #expect(Set(Vocabulary.bank.effects.keys).isSuperset(of: effects))
  }

  @Test(
    "A payment operation with missing or unfit inputs is rejected at load",
    arguments: [
      (
        "  - {textInput: amount, type: amount, currency: RUB, min: 0.01}",
        "  - {textInput: amount, type: amount, currency: USD}",
        "effect `payment` needs `amount` to be in RUB, not in USD"
      ),
      (
        "  - {textInput: amount, type: amount, currency: RUB, min: 0.01}", "  - {textInput: amount}",
        "effect `payment` needs `amount` to be of type amount, not text"
      ),
      ("  - {textInput: bic}", "", "effect `payment` needs an atom `bic` of kind textInput"),
      (
        "  - {textInput: bic}", "  - {textInput: bic, optional: true}",
        "effect `payment` needs `bic` in every submission, so it cannot be optional"
      ),
    ])
  func rejectsUnfitPaymentInputs(line: String, instead: String, fault: String) throws {
    let whole = """
      operation: pay
      title: Платёж
      effect: payment
      atoms:
        - {accountPicker: from}
        - {textInput: name}
        - {textInput: account}
        - {textInput: bic}
        - {textInput: purpose}
        - {textInput: amount, type: amount, currency: RUB, min: 0.01}
      """
    func compile(_ text: String) throws(Diagnostics) -> Operation {
      try OperationCompiler.compile(YAMLFile(Array(text.utf8), name: "pay.yaml").root, version: "1", with: .bank)
    }
    #expect(throws: Never.self) { try compile(whole) }
    let error = #expect(throws: Diagnostics.self) { try compile(whole.replacing(line, with: instead)) }
    #expect(error?.all.map(\.message) == [fault])
  }
}
