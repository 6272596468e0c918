package import Atoms
package import Texts
import JSON
package import Model

/// The texts about the delivery of a submission to the system that executes it.
package enum DeliveryText {
  /// A value that the system returned and that the person can see.
  package struct Kept: Sendable {
    /// The caption of the value in the service file.
    package let caption: LocalizedText
    /// The value as text.
    package let value: String

    /// The value with its caption as the label.
    package var pair: ShownPair { ShownPair(caption, .text(LocalizedText(ru: value, en: nil))) }

    /// The caption and the value.
    package var line: LocalizedText {
      LocalizedText(ru: "\(caption.ru): \(value)", en: "\(caption.en ?? caption.ru): \(value)")
    }
  }

  /// Returns a short title for a status.
  package static func title(for status: Delivery.Status) -> LocalizedText {
    switch status {
    case .prepared: LocalizedText(ru: "Ждёт подписи", en: "Awaiting signature")
    case .waiting: LocalizedText(ru: "Отправлено в банк, ждём ответа", en: "Sent to the bank, waiting")
    case .accepted: LocalizedText(ru: "Банк принял, решение впереди", en: "Accepted by the bank, decision pending")
    case .unknown: LocalizedText(ru: "Банк уточняет, что с отправкой", en: "The bank is checking the status")
    case .executed: LocalizedText(ru: "Исполнено", en: "Executed")
    case .rejected: LocalizedText(ru: "Отклонено", en: "Rejected")
    }
  }

  /// Returns the kept values that have a caption, sorted by name.
  package static func kept(of delivery: Delivery, _ operation: Operation?) -> [Kept] {
    guard let declared = operation?.delivery as? DeclaredEffect, let text = delivery.kept,
      let values = try? Value(reading: Array(text.utf8)).object
    else { return [] }
    return declared.captions.compactMap { name, caption in
      guard let value = values[name], !value.isNull else { return nil }
      return Kept(caption: caption, value: value.plainText)
    }
  }
}
