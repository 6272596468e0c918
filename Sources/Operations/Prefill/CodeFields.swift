import Requisites

/// Which atoms of a payment order the keys of a payment's QR code fill.
enum CodeFields {
  /// The atoms by key.
  static let atoms: [PaymentQR.Key: String] = [
    .name: "name", .personalAccount: "account", .bic: "bic", .correspondentAccount: "correspondentAccount",
    .sum: "amount", .purpose: "purpose", .payeeINN: "inn", .payerINN: "payerInn", .kpp: "kpp", .drawerStatus: "status",
    .cbc: "kbk", .oktmo: "oktmo", .paytReason: "reason", .taxPeriod: "period", .docNo: "documentNumber",
    .docDate: "documentDate", .taxPaytKind: "taxKind", .uin: "uin",
  ]

  /// What a purpose says besides, with the word before it: who pays, and by which number the payee knows it.
  static let purposeParts: [(label: String, keys: [PaymentQR.Key])] = [
    ("л/с", [.persAcc]), ("договор", [.contract]), ("период", [.paymPeriod]), ("квитанция", [.docIdx]),
    ("", [.childFio]), ("", [.lastName, .firstName, .middleName]), ("", [.payerAddress]),
  ]
}
