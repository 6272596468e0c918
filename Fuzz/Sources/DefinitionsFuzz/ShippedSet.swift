import FoundationEssentials
import Definitions
import Operations

/// The part of a definition set to which an input belongs. The first byte selects it.
enum FuzzedPart: String, CaseIterable {
  case operations, fragments, kinds, locales, screens, routes, flows, tables, calendar, scenarios

  /// Creates the part for a letter; nil for an unknown letter.
  init?(letter: UInt8) {
    guard let part = Self.allCases.first(where: { $0.letter == letter }) else { return nil }
    self = part
  }

  var letter: UInt8 {
    switch self {
    case .flows: UInt8(ascii: "w")
    case .scenarios: UInt8(ascii: "x")
    default: rawValue.utf8.first ?? 0
    }
  }

  /// The name for a file of this part. The meaning of some files depends on it.
  var fileName: String {
    switch self {
    case .locales: "en.yaml"
    case .flows: "payments.steps.yaml"
    default: "\(rawValue).yaml"
    }
  }
}

/// The shipped configuration, with which inputs are combined. `VALENCE_CONFIG` names its directory.
enum ShippedSet {
  private static let files: DefinitionFiles = {
    let config = ProcessInfo.processInfo.environment["VALENCE_CONFIG"] ?? "../config"
    guard let files = try? DefinitionFiles(directory: "\(config)/operations"), !files.operations.isEmpty else {
      preconditionFailure("VALENCE_CONFIG is not a configuration directory: \(config)")
    }
    return files
  }()

  /// The shipped set.
  static let catalog: Catalog = {
    guard let catalog = try? Catalog(files, vocabulary: .bank) else {
      preconditionFailure("the shipped set has faults")
    }
    return catalog
  }()

  /// Returns a set of one operation, a fragment, locales and a table, in which `file` replaces one
  /// part.
  static func alone(_ file: DefinitionFile, as part: FuzzedPart) -> DefinitionFiles {
    var operation = DefinitionFile(name: "including.yaml", bytes: Array(including.utf8))
    var fragment = DefinitionFile(name: "fragments/fragments.yaml", bytes: Array(included.utf8))
    var locales: [DefinitionFile] = []
    switch part {
    case .fragments: fragment = file
    case .kinds: operation = DefinitionFile(name: "composing.yaml", bytes: Array(composing.utf8))
    case .locales: locales = [file]
    case .tables: operation = DefinitionFile(name: "offering.yaml", bytes: Array(offering.utf8))
    default: operation = file
    }
    var files = DefinitionFiles(operations: [operation], fragments: [fragment], locales: locales, isWhole: false)
    files.kinds = [part == .kinds ? file : DefinitionFile(name: "kinds/kinds.yaml", bytes: Array(composed.utf8))]
    files.tables = [part == .tables ? file : DefinitionFile(name: "tables/tables.yaml", bytes: Array(rates.utf8))]
    return files
  }

  /// Returns the shipped set with `file` in its part.
  static func whole(with file: DefinitionFile, as part: FuzzedPart) -> DefinitionFiles {
    var files = files
    guard let place = DefinitionFiles.Part(rawValue: part.rawValue) else { preconditionFailure("no part: \(part)") }
    switch place {
    case .screens: files.screens = files.screens.filter { $0.name.hasSuffix("/home.yaml") == false } + [file]
    default: files[place] = [file]
    }
    return files
  }

  /// An operation that uses the table `rates` for a lookup and for options.
  private static let offering = """
    operation: my.form
    title: {ru: Форма, en: Form}
    effect: document
    atoms:
      - {textInput: amount, caption: {ru: С, en: S}, type: number, lookup: {name: rates, with: {currency: $code}}, optional: true}
      - {enum: code, caption: {ru: К, en: C}, options: {table: rates, value: code, caption: name}, optional: true}
      - {text: told, caption: {ru: "{rates.rate} {$code.rate}", en: "{rates.rate} {$code.rate}"}}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """

  /// An operation that uses the kind `kinds`, also in items.
  private static let composing = """
    operation: my.form
    title: {ru: Форма, en: Form}
    effect: document
    atoms:
      - {kinds: own, caption: {ru: Своё, en: Own}, optional: true, enableIf: "$other != nil"}
      - {kinds: other, caption: {ru: Другое, en: Other}, n: 3, check: "$other != $own"}
      - {repeat: rows, caption: {ru: Строки, en: Rows}, max: 9, atoms: [{kinds: item}, {text: told, caption: A, showIf: "$item != nil"}]}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """

  private static let composed = """
    kind: kinds
    parameters: {n: {type: number, default: 1}}
    value: {a: $a, b: $b}
    shown: "{$a} {$b}"
    atoms:
      - {textInput: a, caption: {ru: А, en: A}, maxLength: $n}
      - {textInput: b, caption: {ru: Б, en: B}, optional: true}
    """

  private static let rates = """
    table: rates
    keys: {amount: number range, currency: text}
    columns: {rate: number, code: text, name: caption}
    rows:
      - [1..5, RUB, 16.5, A, {ru: А, en: A}]
      - [6.., RUB, 17, B, {ru: Б, en: B}]
      - {amount: .., currency: USD, rate: 1, code: C, name: C}
    """

  private static let including = """
    operation: my.form
    title: {ru: Форма, en: Form}
    effect: document
    atoms:
      - {textInput: own, caption: {ru: Своё, en: Own}, showIf: "shared == YES", optional: true}
      - {include: fragments}
      - {include: fragments, as: other, with: {least: 3}}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """

  private static let included = """
    parameters: {least: {type: number, default: 10}}
    define: {shared: "$amount > $least"}
    atoms:
      - {textInput: amount, caption: {ru: Сумма, en: Amount}, type: amount, currency: RUB, max: $least}
      - {repeat: rows, caption: {ru: Строки, en: Rows}, over: $amount, as: row, max: 9, atoms: [{textInput: sum, type: number, value: previous.sum + row}]}
    """
}
