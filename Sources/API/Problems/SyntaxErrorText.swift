import Atoms
import JSON

extension LocalizedText {
  /// What is wrong with a JSON text, and where.
  init(_ error: SyntaxError) {
    let what =
      switch error.kind {
      case .empty: "пусто"
      case .tooLong(let limit): "больше \(limit) байт"
      case .tooDeep(let limit): "вложено глубже \(limit)"
      case .byteOrderMark: "метка порядка байтов"
      case .unexpectedEnd: "текст обрывается"
      case .unexpected: "здесь этого быть не может"
      case .trailingBytes: "что-то после значения"
      case .duplicateKey(let name): "повторное имя `\(name.count > 40 ? name.prefix(40) + "…" : name)`"
      case .controlCharacter: "управляющий символ в строке"
      case .invalidEscape: "неизвестная последовательность после \\"
      case .loneSurrogate: "половина суррогатной пары"
      case .invalidUTF8: "не UTF-8"
      case .combiningRun(let limit): "строка, где подряд больше \(limit) комбинируемых знаков"
      case .malformedNumber: "неверная запись числа"
      case .numberOutOfRange: "слишком большое число"
      }
    self.init(ru: "JSON: \(what), смещение \(error.offset)", en: "JSON: \(error)")
  }
}
