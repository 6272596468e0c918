import Texts
import HTTPServer
import JSON

/// Texts about malformed requests, for the developer of the client.
extension LocalizedText {
  /// Creates the text for an invalid request target.
  init(_ fault: TargetFault) {
    self =
      switch fault {
      case .notAPath:
        LocalizedText(ru: "Адрес запроса должен начинаться с `/`.", en: "The target of a request begins with `/`.")
      case .rawByte(let byte):
        LocalizedText(
          ru: "В адресе запроса байт \(byte) должен быть записан как \(Self.escaped(byte)).",
          en: "In the target of a request byte \(byte) must be written as \(Self.escaped(byte)).")
      case .badPercentEncoding:
        LocalizedText(
          ru: "В адресе запроса за `%` должны стоять две шестнадцатеричные цифры.",
          en: "In the target of a request `%` must be followed by two hexadecimal digits.")
      case .notUTF8:
        LocalizedText(ru: "Адрес запроса не в UTF-8.", en: "The target of the request is not UTF-8.")
      case .nul:
        LocalizedText(
          ru: "В адресе запроса стоит `%00`: такого символа нет ни в одном тексте.",
          en: "The target of the request contains `%00`, which is not allowed.")
      case .combiningRun(let limit):
        LocalizedText(
          ru: "В адресе запроса подряд больше \(limit) комбинируемых знаков.",
          en: "The target of the request has more than \(limit) combining marks in a row.")
      }
  }

  /// Creates the text for invalid framing: the request line, the headers or the length.
  init(_ fault: FramingFault) {
    self =
      switch fault {
      case .badContentLength:
        LocalizedText(
          ru: "`Content-Length` — это одно число из десятичных цифр.",
          en: "`Content-Length` is one number of decimal digits.")
      case .headerWithoutColon:
        LocalizedText(ru: "В строке заголовка нет двоеточия.", en: "A header line has no colon.")
      case .repeatedHeader:
        LocalizedText(
          ru: "`Authorization`, `Client-Version`, `Content-Type` и `Idempotency-Key` могут стоять только один раз.",
          en: "`Authorization`, `Client-Version`, `Content-Type` and `Idempotency-Key` may appear only once.")
      case .unreadable:
        LocalizedText(ru: "Запрос не соответствует HTTP/1.1.", en: "The request is not well-formed HTTP/1.1.")
      case .badHost:
        LocalizedText(
          ru: "`Host` — это имя или адрес и, может быть, порт.",
          en: "`Host` is a name or an address with an optional port.")
      case .repeatedContentLength:
        LocalizedText(ru: "`Content-Length` стоит дважды.", en: "`Content-Length` is repeated.")
      case .lengthAndTransferEncoding:
        LocalizedText(
          ru: "`Content-Length` и `Transfer-Encoding` вместе не говорят, где конец запроса.",
          en: "`Content-Length` and `Transfer-Encoding` together make the end of the request ambiguous.")
      case .repeatedTransferEncoding:
        LocalizedText(ru: "`Transfer-Encoding` стоит дважды.", en: "`Transfer-Encoding` is repeated.")
      case .transferEncodingInOldVersion:
        LocalizedText(ru: "В HTTP/1.0 нет `Transfer-Encoding`.", en: "HTTP/1.0 has no `Transfer-Encoding`.")
      case .badRequestLine:
        LocalizedText(
          ru: "Строка запроса — это метод, адрес и версия, разделённые одним пробелом.",
          en: "A request line is a method, a target and a version with one space between them.")
      case .bareLineFeed:
        LocalizedText(
          ru: "Каждая строка заканчивается возвратом каретки и переводом строки.",
          en: "Every line ends with a carriage return and a line feed.")
      case .nul: LocalizedText(ru: "В заголовке стоит NUL.", en: "A header contains NUL.")
      case .controlCharacter:
        LocalizedText(
          ru: "В заголовке стоит управляющий символ.", en: "A header contains a control character.")
      case .badHeaderName:
        LocalizedText(
          ru: "Имя заголовка состоит из букв, цифр и знаков вроде `-`, без пробела перед двоеточием.",
          en: "The name of a header has letters, digits and signs such as `-`, and no space before the colon.")
      case .foldedHeader:
        LocalizedText(
          ru: "Заголовок нельзя продолжать на следующей строке.", en: "A header cannot continue in the next line.")
      case .combiningRun(let limit):
        LocalizedText(
          ru: "В заголовке подряд больше \(limit) комбинируемых знаков.",
          en: "A header has more than \(limit) combining marks in a row.")
      case .missingHost: LocalizedText(ru: "Нет заголовка `Host`.", en: "The header `Host` is missing.")
      case .repeatedHost: LocalizedText(ru: "`Host` стоит дважды.", en: "`Host` is repeated.")
      }
  }

  /// Returns the percent-encoding of a byte in backticks, such as `%0A`.
  private static func escaped(_ byte: UInt8) -> String {
    "`%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))`"
  }
}

extension LocalizedText {
  /// Creates the text for a JSON syntax error, with its offset in bytes.
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
