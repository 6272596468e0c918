package import Atoms
package import JSON
import RussianPayments

/// A QR code of a receipt (GOST R 56042-2014) as values of a payment operation.
package struct PaymentCode: Sendable {
  /// The values of an operation from a payment code, with warnings.
  package struct Beginning: Sendable {
    package var values = Object()
    /// The fields of the code without an atom in the operation.
    package var dropped: [Violation] = []
    /// The doubtful values, by atom, or by key without an atom.
    package var doubtful: [Violation] = []
  }

  let code: PaymentQR

  /// Parses the text of a scanned code.
  package init(reading text: String) throws(UnreadableCode) {
    do throws(PaymentQR.Failure) { code = try PaymentQR(reading: text) } catch { throw UnreadableCode(error) }
  }

  /// The BIC of the payee's bank.
  package var bic: String { code[.bic] ?? "" }
  /// The operation that pays the code: `pp.full` for a payment into the budget, otherwise
  /// `pp.quick`.
  ///
  /// ``providerOperation`` pays a provider.
  package var operation: String { isBudget ? "pp.full" : "pp.quick" }

  /// True for a payment into the budget.
  var isBudget: Bool {
    let fields: [PaymentQR.Key] = [.drawerStatus, .cbc, .oktmo, .paytReason, .taxPeriod, .uin]
    return code[.personalAccount]?.hasPrefix("0") == true
      || fields.contains { code[$0].map { $0 != "0" } ?? false }
  }

  /// Returns the code as values of `operation`. `bankAccount` is the correspondent account of the
  /// BIC in the directory.
  package func begin(_ operation: Operation, bankAccount: String?) -> Beginning {
    var beginning = Beginning()
    func has(_ atom: String) -> Bool { operation.place(of: atom) != nil }
    for field in code.fields {
      guard let key = PaymentQR.Key(rawValue: field.key), let atom = CodeFields.atoms[key], has(atom) else {
        if !isUnderstood(field.key) { beginning.dropped.append(Self.unused(field.key)) }
        continue
      }
      if let value = value(of: key, field.value, at: atom, &beginning) { beginning.values[atom] = value }
    }
    for (atom, value) in kinds where has(atom) { beginning.values[atom] = value }
    if has("purpose") { completePurpose(&beginning) }
    if !has("correspondentAccount"), let bankAccount, let written = code[.correspondentAccount], written != "0",
      written != bankAccount
    {
      beginning.doubtful.append(Self.otherAccount)
    }
    for doubt in code.doubts {
      let atom = doubt.key.flatMap(PaymentQR.Key.init(rawValue:)).flatMap { CodeFields.atoms[$0] }
      let place = atom.flatMap { has($0) ? $0 : nil } ?? doubt.key ?? "qr"
      beginning.doubtful.append(Self.violation(doubt.reason).at(place))
    }
    return beginning
  }

  /// The amount in roubles; nil if the code has none or its digits are doubtful.
  var sum: Value? {
    code.kopecks.map { kopecks in
      let rest = kopecks % 100
      return .string("\(kopecks / 100).\(rest < 10 ? "0" : "")\(rest)")
    }
  }

  /// The values that select the kind of payment in the full payment order.
  private var kinds: [(atom: String, value: Value)] {
    guard isBudget else { return [] }
    let (account, kbk) = (code[.personalAccount] ?? "", code[.cbc] ?? "")
    let single = SingleTaxPayment.requisites.sets[0].rules
    if account == CustomsPayment.account || kbk.hasPrefix("153") { return [("kind", "customs")] }
    if account == single.account, kbk == single.kbk { return [("kind", "tax"), ("singleTax", true)] }
    return [("kind", kbk.hasPrefix("182") ? "tax" : "budget")]
  }

  private func value(
    of key: PaymentQR.Key, _ written: String, at atom: String, _ beginning: inout Beginning
  ) -> Value? {
    switch key {
    case .sum: return sum
    case .correspondentAccount, .payeeINN, .payerINN: return written == "0" ? nil : .string(written)
    case .name, .purpose, .docNo:
      let (text, changes) = PaymentText.normalized(written)
      if !changes.isEmpty { beginning.doubtful.append(Self.normalized(changes).at(atom)) }
      return .string(text)
    default: return .string(written)
    }
  }

  /// Appends the payer's data to the purpose, up to the length limit. The payee identifies the
  /// payment by it.
  private func completePurpose(_ beginning: inout Beginning) {
    let written = beginning.values["purpose"]?.string ?? ""
    var purpose = written
    for (label, keys) in CodeFields.purposeParts {
      let text = keys.compactMap { code[$0] }.joined(separator: " ")
      let value = PaymentText.normalized(text).text
      guard !value.isEmpty, !purpose.contains(value) else { continue }
      let part = label.isEmpty ? value : "\(label) \(value)"
      let longer = purpose.isEmpty ? part : "\(purpose); \(part)"
      if longer.unicodeScalars.count <= Purpose.maximumLength {
        purpose = longer
      } else {
        beginning.dropped += keys.filter { code[$0] != nil }.map { Self.unused($0.rawValue) }
      }
    }
    guard purpose != written else { return }
    beginning.values["purpose"] = .string(purpose)
    beginning.doubtful.append(Self.composed)
  }

  /// Returns true if the value of a key without an atom is used in another way.
  private func isUnderstood(_ key: String) -> Bool {
    guard let key = PaymentQR.Key(rawValue: key) else { return false }
    return key == .bankName || key == .correspondentAccount
      || CodeFields.purposeParts.contains { $0.keys.contains(key) }
  }
}

/// The atoms of a payment order by the keys of a payment code.
enum CodeFields {
  static let atoms: [PaymentQR.Key: String] = [
    .name: "name", .personalAccount: "account", .bic: "bic", .correspondentAccount: "correspondentAccount",
    .sum: "amount", .purpose: "purpose", .payeeINN: "inn", .payerINN: "payerInn", .kpp: "kpp", .drawerStatus: "status",
    .cbc: "kbk", .oktmo: "oktmo", .paytReason: "reason", .taxPeriod: "period", .docNo: "documentNumber",
    .docDate: "documentDate", .taxPaytKind: "taxKind", .uin: "uin",
  ]

  /// The parts that complete a purpose, each with its label and the keys of the code.
  static let purposeParts: [(label: String, keys: [PaymentQR.Key])] = [
    ("л/с", [.persAcc]), ("договор", [.contract]), ("период", [.paymPeriod]), ("квитанция", [.docIdx]),
    ("", [.childFio]), ("", [.lastName, .firstName, .middleName]), ("", [.payerAddress]),
  ]
}
