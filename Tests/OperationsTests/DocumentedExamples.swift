import Atoms
import JSON
import Services
import Testing

@testable import Operations

/// The examples in the doc comments of `Operations`. `DocumentedExampleTests` holds them to the lines between the marks.
struct DocumentedExamples {
  private static let catalog = Result {
    try Catalog(directory: Files.repository.appending(path: "config/operations").path, vocabulary: .bank)
  }

  @Test("The documented examples of screens, routes, links and flows compile and run") func findsDocumentedNavigation()
    throws
  {
    let catalog = try Self.catalog.get()
    // Example of Operations.Navigation
    let navigation = catalog.navigation
    let home = navigation.screen(Navigation.home)
    let route = navigation.route("payments/quick")
    let steps = navigation.flow("payments.steps")?.steps.map(\.id)
    // End
    #expect(home != nil && route != nil && steps?.isEmpty == false)
    // Example of Operations.DeepLink
    let link = DeepLink("valence://payments/quick?bic=044525225")
    let name = link?.name  // "payments/quick", the name of a route
    let bic = link?.parameters.first?.value  // "044525225"
    // End
    #expect(name == "payments/quick" && bic == "044525225")
    // Example of Operations.Route
    let found = link.flatMap { navigation.route($0.name) }
    let inputs = found?.parameters.map(\.name)  // the names that the link may have behind `?`
    // End
    #expect(inputs?.contains("bic") == true)
    let screen = try #require(home)
    // Example of Operations.Screen
    let title = screen.title[.en]
    let parts = screen.modules.map(\.id)
    let isOpen = screen.isPublic  // false: only for somebody who is logged in
    // End
    #expect(!title.isEmpty && !parts.isEmpty && !isOpen)
    // Example of Operations.Module
    let rows = screen.modules.filter { $0.open != nil }  // lists whose rows can be tapped
    let quiet = rows.filter(\.hidesEmpty)  // drawn only if they have rows
    // End
    #expect(rows.count >= quiet.count)
    let flow = try #require(navigation.flows.first)
    // Example of Operations.Flow
    let first = flow.steps.first?.id
    let values = flow.steps.flatMap(\.gives)  // all that the steps ask for, and the submission sends
    // End
    #expect(first != nil && !values.isEmpty)
  }

  @Test("The documented examples of verifications, lists, searches and effects compile and run")
  func usesDocumentedWords() throws {
    // Example of Operations.Verifications
    let isInn = Verifications.all.first { $0.name == "isInn" }
    let reason = isInn?.reason(["7707083894"])?.message[.en]  // a sentence on the check digit
    let none = isInn?.reason(["7707083893"])  // nil: the number is right
    // End
    #expect(reason?.isEmpty == false && none == nil)
    // Example of Operations.ListSource
    let entries = ListSource.all.first { $0.name == "entries" }
    let needed = entries?.signature.inputs.filter(\.isRequired).map(\.name)  // ["account"]
    // End
    #expect(needed == ["account"])
    // Example of Operations.Searches
    let banks = Searches.shapes["banks"]
    let fields = banks?.lookup.fields.map(\.name)  // the fields of the lookup `bank`
    // End
    #expect(fields?.contains("name") == true)
    // Example of Operations.EffectFactory
    let effect: any EffectFactory = DocumentEffect()
    let done = try effect.effect(of: ["note": "for the file"])  // what a submission of these values does
    // End
    #expect(done.executor == .configured)
  }

  @Test("The documented examples of scenario files and payment codes compile and run") func readsDocumentedFiles()
    throws
  {
    let catalog = try Self.catalog.get()
    let scanned =
      "ST00012|Name=ООО Ромашка|PersonalAcc=40702810138250123017|BankName=ПАО Сбербанк|BIC=044525225"
      + "|CorrespAcc=30101810400000000225|Sum=100000"
    // Example of Operations.PaymentCode
    let code = try PaymentCode(reading: scanned)
    let operation = catalog[code.operation]  // pp.quick; pp.full for a payment into the budget
    let beginning = operation.map { code.begin($0, bankAccount: nil) }
    let amount = beginning?.values["amount"]  // "1000.00"
    // End
    #expect(amount == "1000.00")
  }
}
