import FuzzedBank
import HTTPServer

/// The endpoints that accept a body, with valid bodies.
enum RightBodies {
  /// The role of the caller.
  enum Role {
    case customer, `operator`, core
  }

  /// An endpoint with a valid body.
  struct Endpoint {
    let method: HTTPServer.Method
    let path: String
    let role: Role
    let body: String
    /// CPU budget of the response in milliseconds, in addition to 5 ms for each 1,000 bytes of the
    /// body.
    let milliseconds: Double
  }

  /// All endpoints. The first byte of an input is an index in this array.
  static let all: [Endpoint] =
    customers.map { Endpoint(method: $0.0, path: $0.1, role: .customer, body: $0.2, milliseconds: 60) }
    + [
      Endpoint(method: .post, path: "/deals", role: .operator, body: deal, milliseconds: 60),
      Endpoint(
        method: .patch, path: "/deals/{deal}", role: .operator,
        body: "{\"endDate\": \"2027-01-31\", \"title\": {\"en\": null}, \"place\": 3}", milliseconds: 60),
      Endpoint(
        method: .post, path: "/core/submissions/{submission}/ack", role: .core,
        body:
          "{\"status\": \"rejected\", \"reason\": \"payee-closed\", \"message\": {\"ru\": \"Закрыт\", \"en\": \"Gone\"}}",
        milliseconds: 60),
      // The playground checks a whole file, so its budget is larger.
      Endpoint(method: .post, path: "/playground/check", role: .customer, body: file, milliseconds: 1500),
      Endpoint(
        method: .post, path: "/playground/evaluate", role: .customer,
        body: String(file.dropLast())
          + ", \"values\": {\"n\": 1}, \"changed\": [\"n\"], \"commit\": true, \"revision\": 1}",
        milliseconds: 1500),
    ]

  private static let customers: [(HTTPServer.Method, String, String)] = [
    (.post, "/auth/login", "{\"login\": \"demo\", \"password\": \"wrong password\"}"),
    (.post, "/auth/password", "{\"oldPassword\": \"a wrong password\", \"newPassword\": \"another password!\"}"),
    (.patch, "/user", "{\"name\": \"Анна\", \"phone\": \"+7 900 000-00-01\"}"),
    (.patch, "/settings", "{\"pushDeals\": false, \"language\": null}"),
    (
      .post, "/operations/pp.quick/evaluate",
      "{\"values\": {\"bic\": \"044525225\", \"name\": \"ООО «Ромашка»\", \"amount\": \"10\"}, \"changed\": [\"bic\"], \"commit\": true, \"revision\": 7}"
    ),
    (.post, "/operations/pp.full/evaluate", "{\"values\": \(full), \"commit\": true}"),
    (
      .post, "/operations/provider.pay/evaluate",
      "{\"values\": \(meters), \"changed\": [\"meters[0].reading\"], \"commit\": true}"
    ),
    (
      .post, "/operations/certificate.order/evaluate",
      "{\"values\": {\"certificate\": \"turnover\", \"account\": \"40817810500000000001\", \"from\": \"2026-01-01\", \"to\": \"2026-01-31\", \"email\": \"a@b.ru\"}, \"commit\": true}"
    ),
    (.post, "/operations/cash.order/evaluate", "{\"values\": {}, \"commit\": true}"),
    (
      .post, "/operations/auth.login/evaluate",
      "{\"values\": {\"login\": \"demo\", \"password\": \"x\"}, \"commit\": true}"
    ),
    (.post, "/operations/pp.quick/submissions", FuzzedBank.payment),
    (.post, "/operations/pp.full/submissions", "{\"values\": \(full)}"),
    (
      .post, "/operations/transfer.own/submissions",
      "{\"values\": {\"from\": \"40817810500000000001\", \"to\": \"40817810800000000002\", \"amount\": \"0.01\"}}"
    ),
    (.post, "/operations/provider.pay/submissions", "{\"values\": \(meters)}"),
    (
      .post, "/operations/certificate.order/submissions",
      "{\"values\": {\"certificate\": \"debt\", \"delivery\": \"office\"}, \"action\": \"order\"}"
    ),
    (.post, "/operations/profile.edit/submissions", "{\"values\": {\"name\": \"Анна\", \"phone\": \"+79000000000\"}}"),
    (.post, "/operations/settings.edit/submissions", "{\"values\": {\"pushDeals\": true, \"language\": \"ru\"}}"),
    (.post, "/operations/auth.login/submissions", "{\"values\": {\"login\": \"demo\", \"password\": \"wrong\"}}"),
    (
      .post, "/operations/auth.password/submissions",
      "{\"values\": {\"old\": \"wrong\", \"new\": \"another password!\"}}"
    ),
    (.post, "/flows/payments.steps/steps/payee", "{\"values\": \(payee)}"),
    (.post, "/flows/payments.steps/steps/amount/back", "{\"values\": {\"amount\": \"1\"}}"),
    (.post, "/flows/payments.steps/submissions", "{}"),
    (.put, "/drafts/pp.quick", FuzzedBank.payment),
    (.put, "/drafts/provider.pay", "{\"values\": \(meters), \"version\": null}"),
    (
      .post, "/templates",
      "{\"operation\": \"pp.quick\", \"title\": \"Квартира\", \"values\": {\"name\": \"x\", \"amount\": \"1\"}}"
    ),
    (.post, "/prefill", "{\"submission\": \"{submission}\"}"), (.post, "/prefill", "{\"template\": \"{template}\"}"),
    (
      .post, "/prefill",
      "{\"qr\": \"ST00012|Name=ООО Ромашка|PersonalAcc=40702810138250123017|BankName=Сбербанк|BIC=044525225|CorrespAcc=30101810400000000225|Sum=15000|KBK=18210301000011000110|OKTMO=45382000\"}"
    ),
    (.post, "/submissions/{submission}/signature", "{\"values\": {\"A1\": \"0000\", \"B2\": \"1111\"}}"),
  ]

  private static let payee =
    "{\"name\": \"ООО Ромашка\", \"account\": \"40702810138250123017\", \"bic\": \"044525225\"}"
  private static let meters = """
    {"from": "40817810500000000001", "provider": "vodokanal", "account": "0012345678", \
    "meters": [{"number": "1", "reading": "125.5"}, {"number": "2", "reading": 7}], "total": "100.50"}
    """
  private static let full = """
    {"from": "40817810500000000001", "name": "УФК по г. Москве", "inn": "7707083893", "kpp": "770701001", \
    "account": "03100643000000017300", "bic": "004525988", "purpose": "НДС", "amount": "100.50", "date": "2026-11-23", \
    "kbk": "18210301000011000110", "oktmo": "45382000", "period": "КВ.01.2026", "status": "01", "number": "12"}
    """
  private static let deal = """
    {"title": {"ru": "Ипотека", "en": "Mortgage"}, "subtitle": {"ru": "От 6%"}, "startDate": "2026-12-01", \
    "endDate": "2026-12-31", "pages": [{"title": {"ru": "Условия"}, "text": {"ru": "Первый взнос от 20%"}}], "place": 2}
    """
  private static let file = """
    {"file": "operation: my.form\\ntitle: {ru: Форма, en: Form}\\ndefine: {large: \\"$n > 1\\"}\\natoms:\\n  - {textInput: n, \
    caption: N, type: number, showIf: large}\\n  - {text: t, caption: \\"{$n}\\"}\\n"}
    """
}
