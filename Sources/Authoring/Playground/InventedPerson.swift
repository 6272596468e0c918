package import Atoms
package import JSON

/// Facts about a fictitious person, for trying operations. There is one fact for each name in
/// `Facts.types`.
package enum InventedPerson {
  /// Returns the fact with that name; null for an unknown name.
  package static func fact(_ name: String) -> Value { facts[name] ?? .null }

  /// Returns the answer of the directory `provider` for the provider of the fictitious person; nil
  /// for any other id.
  package static func provider(_ id: Value) -> LookupAnswer? { id == "waterworks" ? .found(waterworks) : nil }

  private static let facts: [String: Value] = [
    "accounts": [
      account("40817810500000000101", "Текущий", "RUB", "152300.00"),
      account("40817810800000000102", "Накопительный", "RUB", "48250.50"),
      account("40817840500000000103", "Долларовый", "USD", "1200.00"),
      account("40817810200000000104", "Счёт супруги", "RUB", "7800.00", role: "viewer"),
      account("40817810500000000105", "Закрытый", "RUB", "0.00", isDisabled: true),
    ],
    "cards": [
      card("card-1", "Дебетовая", "4242", "active", "40817810500000000101"),
      card("card-2", "Виртуальная", "0017", "blocked", "40817810500000000101"),
    ],
    "deals": [
      ["value": "deal-1", "caption": "Вклад «Осенний»", "subtitle": "До 12% годовых", "endDate": "2099-12-31"]
    ],
    "providers": [
      ["value": "waterworks", "caption": "Городской водоканал", "kind": "meters", "category": "housing"]
    ],
    "meters": [meter("0041573", "Холодная вода", "142.5"), meter("0041580", "Горячая вода", "97.25")],
    "spending": [["currency": "RUB", "amount": number("18460.75")]],
    "settings": ["pushDeals": true, "language": "ru"],
    "user": [
      "name": "Мария Орлова", "login": "maria", "phone": "+79990000001", "codePhone": "+79990000001", "bonuses": 350,
      "externalId": "C-1001",
    ],
  ]

  private static let waterworks: Value = [
    "title": "Городской водоканал", "kind": "meters", "category": "housing",
    "payee": [
      "name": "АО «Городской водоканал»", "inn": "7710001019", "bic": "044525225", "account": "40702810138250123017",
    ],
    "least": number("0.01"), "most": number("300000.00"),
    "account": [
      "caption": ["ru": "Лицевой счёт", "en": "Personal account"],
      "hint": ["ru": "Как в квитанции", "en": "As the bill says"],
      "mask": "##########", "pattern": "[0-9]{10}", "length": 10, "keyboard": "digits",
    ],
    "fields": [],
  ]

  private static func account(
    _ number: String, _ caption: String, _ currency: String, _ balance: String, role: String = "owner",
    isDisabled: Bool = false
  ) -> Value {
    [
      "value": .string(number), "caption": .string(caption), "currency": .string(currency),
      "balance": self.number(balance), "available": self.number(balance), "isOwner": .bool(role != "viewer"),
      "role": .string(role), "disabled": .bool(isDisabled),
    ]
  }

  private static func card(
    _ id: String, _ caption: String, _ last: String, _ status: String, _ account: String
  ) -> Value {
    [
      "value": .string(id), "caption": .string("\(caption), *\(last)"), "number": .string("220000******\(last)"),
      "status": .string(status), "account": .string(account), "expires": "2099-12-31",
    ]
  }

  private static func meter(_ id: String, _ caption: String, _ previous: String) -> Value {
    [
      "provider": "waterworks", "account": "1234567890", "number": .string(id), "caption": .string(caption),
      "unit": "м³", "places": 3, "tariff": number("65.77"), "previous": number(previous), "date": "2026-01-20",
      "used": number("4.5"),
    ]
  }

  private static func number(_ text: String) -> Value { Decimal(text).map(Value.decimal) ?? .null }
}
