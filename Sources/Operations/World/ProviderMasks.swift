import Atoms
import Model
package import Services

/// The masks of the providers' table, which come to forms while the server runs.
package enum ProviderMasks {
  /// A mask that no right text can be typed through; clients are told none in its place.
  package struct Fault: Sendable {
    /// The provider's id.
    package let provider: String
    /// What is wrong, with the caption of the field.
    package let message: String
  }

  /// The masks of all providers that can be paid that let no right text in.
  package static func faults(_ providers: Providers) throws -> [Fault] {
    var (found, last): ([Fault], String?) = ([], nil)
    repeat {
      let page = try providers.all(after: last, limit: 100)
      for provider in page.elements {
        for field in [provider.account] + provider.fields {
          guard let fault = FormatRecord.maskFault(of: ProviderRecords.value(of: field)) else { continue }
          found.append(Fault(provider: provider.id, message: "\(field.caption.en): \(fault)"))
        }
      }
      last = page.next
    } while last != nil
    return found
  }
}
