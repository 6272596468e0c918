"""The bank's data. Persons and numbers are invented, with valid check digits; only ПАО Сбербанк is real."""
from decimal import Decimal

# `account` receives payments to the company; null for a company without one.
COMPANIES = [
    {
        "inn": "7707083893", "kpp": "773601001", "ogrn": "1027700132195",
        "shortName": "ПАО Сбербанк", "fullName": "Публичное акционерное общество «Сбербанк России»",
        "state": {"status": "ACTIVE", "since": "2002-08-16"},
        "branches": [
            {"id": "b-1", "name": "Московский банк", "kpp": "775043001"},
            {"id": "b-2", "name": "Северо-Западный банк", "kpp": "784243001"},
            {"id": "b-3", "name": "Уральский банк", "kpp": "667143001"},
        ],
        "account": None,
    },
    {
        "inn": "7701346257", "kpp": "770101001", "ogrn": "1157746023181",
        "shortName": "ООО «Ромашка»", "fullName": "Общество с ограниченной ответственностью «Ромашка»",
        "state": {"status": "ACTIVE", "since": "2015-01-22"},
        "branches": [],
        "account": {"number": "40702810638000014627", "bic": "044525225"},
    },
    {
        "inn": "7810435186", "kpp": "781001001", "ogrn": "1097847120535",
        "shortName": "АО «Северный порт»", "fullName": "Акционерное общество «Северный порт»",
        "state": {"status": "ACTIVE", "since": "2009-04-30"},
        "branches": [
            {"id": "b-4", "name": "Мурманский филиал", "kpp": "519043001"},
            {"id": "b-5", "name": "Архангельский филиал", "kpp": "290143001"},
        ],
        "account": {"number": "40702810455000003311", "bic": "044030653"},
    },
    {
        "inn": "6163120471", "kpp": "616301001", "ogrn": "1066163044188",
        "shortName": "ООО «Тихая пристань»", "fullName": "Общество с ограниченной ответственностью «Тихая пристань»",
        "state": {"status": "LIQUIDATED", "since": "2019-05-14"},
        "branches": [],
        "account": None,
    },
    {
        "inn": "6671483903", "kpp": "667101001", "ogrn": "1116670019278",
        "shortName": "ООО «Уральские станки»", "fullName": "Общество с ограниченной ответственностью «Уральские станки»",
        "state": {"status": "LIQUIDATING", "since": "2026-09-01"},
        "branches": [{"id": "b-6", "name": "Нижнетагильское подразделение", "kpp": "662345001"}],
        "account": {"number": "40702810216540008214", "bic": "046577674"},
    },
    {
        "inn": "1655271638", "kpp": "165501001", "ogrn": "1021600000840",
        "shortName": "ПАО «Волга-Инвест»", "fullName": "Публичное акционерное общество «Волга-Инвест»",
        "state": {"status": "ACTIVE", "since": "2002-11-05"},
        "branches": [],
        "account": None,
    },
    {
        "inn": "3808194271", "kpp": "380801001", "ogrn": "1163850047624",
        "shortName": "ООО «Байкальская вода»", "fullName": "Общество с ограниченной ответственностью «Байкальская вода»",
        "state": {"status": "ACTIVE", "since": "2016-02-29"},
        "branches": [{"id": "b-7", "name": "Филиал в Листвянке", "kpp": "382743001"}],
        "account": {"number": "40702810918350021907", "bic": "042520607"},
    },
    {
        # A sole proprietor has an INN of 12 digits and no KPP.
        "inn": "540319872414", "kpp": None, "ogrn": "319547600083511",
        "shortName": "ИП Кузнецова М. И.", "fullName": "Индивидуальный предприниматель Кузнецова Мария Игоревна",
        "state": {"status": "ACTIVE", "since": "2019-10-07"},
        "branches": [],
        "account": {"number": "40802810644050006128", "bic": "045004641"},
    },
]

CUSTOMERS = [
    {"id": "C-1001", "segment": "premium", "income": {"monthly": 150000, "confirmed": True}, "limits": {"loan": 1500000}},
    {"id": "C-1002", "segment": "mass", "income": {"monthly": 62000, "confirmed": False}, "limits": {"loan": 300000}},
    {"id": "C-1003", "segment": "mass", "income": {"monthly": 98500, "confirmed": True}, "limits": {"loan": 700000}},
]

LOANS = {
    "C-1001": [
        {"id": "L-2001", "product": "Потребительский кредит", "monthlyPayment": Decimal("12500.50"), "currency": "RUB",
         "left": Decimal("187320.75"), "until": "2028-03-31"},
        {"id": "L-2002", "product": "Ипотека", "monthlyPayment": Decimal("48210.00"), "currency": "RUB",
         "left": Decimal("5120400.10"), "until": "2041-06-15"},
    ],
    "C-1002": [],
    "C-1003": [
        {"id": "L-2003", "product": "Автокредит", "monthlyPayment": Decimal("21990.90"), "currency": "RUB",
         "left": Decimal("613004.00"), "until": "2029-11-30"},
    ],
}

# Roubles for one unit on the anchor day. From there a rate climbs by `swing` and falls back within `days`, with a weekly ripple.
ANCHOR = "2026-11-20"
CURRENCIES = {
    "RUB": {"roubles": Decimal("1"), "swing": Decimal("0"), "ripple": Decimal("0"), "days": 2},
    "USD": {"roubles": Decimal("91.2345"), "swing": Decimal("4.2"), "ripple": Decimal("0.0731"), "days": 90},
    "EUR": {"roubles": Decimal("98.7654"), "swing": Decimal("5.1"), "ripple": Decimal("0.0867"), "days": 120},
    "CNY": {"roubles": Decimal("12.5678"), "swing": Decimal("0.6"), "ripple": Decimal("0.0112"), "days": 60},
    "BYN": {"roubles": Decimal("28.4321"), "swing": Decimal("1.1"), "ripple": Decimal("0.0205"), "days": 150},
}

STREETS = [
    ("Москва", "ул Тверская", "125009"),
    ("Москва", "ул Арбат", "119002"),
    ("Москва", "Ленинский пр-кт", "119049"),
    ("Москва", "ул Зелёная Горка", "109117"),
    ("Санкт-Петербург", "Невский пр-кт", "191186"),
    ("Санкт-Петербург", "ул Садовая", "191023"),
    ("Казань", "ул Баумана", "420111"),
    ("Екатеринбург", "ул Малышева", "620014"),
    ("Новосибирск", "Красный пр-кт", "630099"),
    ("Калининград", "Ленинский пр-кт", "236006"),
]
HOUSES = ["1", "3", "7", "10", "12 к 2", "25"]


def _addresses():
    """Returns every house of every street, in the order above: a-1, a-2, ..."""
    places = [(city, street, postal, house) for city, street, postal in STREETS for house in HOUSES]
    return [
        {
            "value": f"г {city}, {street}, д {house}",
            "data": {
                "id": f"a-{number}", "postalCode": postal, "city": city,
                "street": street.replace("ул ", "").replace(" пр-кт", ""),
            },
        }
        for number, (city, street, postal, house) in enumerate(places, start=1)
    ]


ADDRESSES = _addresses()
