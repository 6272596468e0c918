import Atoms
import Services

extension ProblemType {
  static let storageFull = ProblemType(
    "storage-full", 503, LocalizedText(ru: "На диске нет места", en: "There is no room to store it"),
    LocalizedText(
      ru: "Ничего не сделано. Читать можно. Повторите с тем же Idempotency-Key через время из Retry-After.",
      en: "Nothing was done. Reading goes on. Try again, with the same Idempotency-Key, after Retry-After."))
  static let storageReadOnly = ProblemType(
    "storage-read-only", 503, LocalizedText(ru: "Запись сейчас невозможна", en: "Nothing can be written at present"),
    LocalizedText(
      ru: "Ничего не сделано. Читать можно. Повторите с тем же Idempotency-Key через время из Retry-After.",
      en: "Nothing was done. Reading goes on. Try again, with the same Idempotency-Key, after Retry-After."))
  static let storageBusy = ProblemType(
    "storage-busy", 503, LocalizedText(ru: "Хранилище занято", en: "The storage is busy"),
    LocalizedText(
      ru: "Ничего не сделано: данные удерживает другая программа. Повторите через время из Retry-After.",
      en: "Nothing was done: another program holds the data. Try again after Retry-After."))
  static let storageFailed = ProblemType(
    "storage-failed", 503, LocalizedText(ru: "Хранилище отказало", en: "The storage fails"),
    LocalizedText(
      ru: "Данные не удалось прочитать или записать. Банк уже знает; повторите с тем же Idempotency-Key позже.",
      en: "The data could not be read or written. The bank knows; try again later with the same Idempotency-Key."))

  /// What the bank's file may come up against at any endpoint.
  static let ofStorage = [storageFull, storageReadOnly, storageBusy, storageFailed]
}

extension Problem {
  /// The problem that an obstacle of the file is.
  init(_ obstacle: StorageObstacle) {
    let (type, wait): (ProblemType, Int) =
      switch obstacle {
      case .full: (.storageFull, 10)
      case .readOnly: (.storageReadOnly, 10)
      case .busy: (.storageBusy, 1)
      case .damaged, .failing: (.storageFailed, 60)
      }
    self.init(type)
    headers = [("Retry-After", String(wait))]
  }
}
