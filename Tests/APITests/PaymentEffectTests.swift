import JSON
import BankSystems
import Operations
import Services
import TestBank
import Testing

/// The stored values that the effect `payment` reads.
struct PaymentEffectTests {
  private static let whole = Object([
    ("from", "40817810500000000001"), ("name", "ООО Ромашка"), ("account", "40702810138250123017"),
    ("bic", "044525225"), ("purpose", "Оплата"), ("amount", "1.00"), ("date", "2026-04-01"), ("priority", 5),
    ("correspondentAccount", "30101810400000000225"), ("status", "01"), ("kbk", "18201061201010000510"),
  ])

  @Test(
    "The payment effect throws an error that names an invalid stored field",
    arguments: [("date", "2026-02-30" as Value), ("priority", "5"), ("priority", 6), ("correspondentAccount", "1")])
  func throwsForInvalidField(atom: String, value: Value) throws {
    let server = try TestServer()
    let effect = try #require(Effects(server.services)["payment"])
    #expect(throws: Never.self) { try effect.effect(of: Self.whole) }
    var values = Self.whole
    values[atom] = value
    let error = #expect(throws: UnreadableValues.self) { try effect.effect(of: values) }
    #expect(error?.atom == atom)
    values[atom] = nil
    #expect(throws: Never.self) { try effect.effect(of: values) }
  }
}
