"""Writes a catalog: make.py FOLDER OPERATIONS. Each operation has 100 atoms, in two languages, with conditions, computed values, checks,
choices, look-ups and pickers."""
import os
import sys

NAMES = [("Заявка", "Application"), ("Договор", "Contract"), ("Перевод", "Transfer"), ("Вклад", "Deposit"), ("Справка", "Certificate"),
         ("Страховка", "Insurance"), ("Карта", "Card"), ("Аренда", "Rent")]
PLACES = [("Москва", "Moscow"), ("Казань", "Kazan"), ("Самара", "Samara"), ("Пермь", "Perm"), ("Тверь", "Tver"), ("Омск", "Omsk"),
          ("Уфа", "Ufa"), ("Тула", "Tula"), ("Сочи", "Sochi"), ("Томск", "Tomsk")]


def both(russian, english):
    return f'{{ru: "{russian}", en: "{english}"}}'


def picker(place, number):
    """The tenth atom of a part: one of several ways to choose."""
    return [
        f"{{accountPicker: from{place}, caption: {both('Счёт списания', 'Debit account')}, filter: \"currency == 'RUB' AND disabled == NO\"}}",
        f"{{search: bic{place}, caption: {both('БИК банка', 'BIC of the bank')}, in: banks, as: bank{place}, "
        f"fallback: {{textInput: bic{place}, type: digits, length: 9}}}}",
        f"{{segmented: speed{place}, caption: {both('Скорость', 'Speed')}, options: {{slow: {both('Обычно', 'Normal')}, "
        f"fast: {both('Срочно', 'Urgent')}}}, default: slow}}",
        f"{{enum: card{place}, caption: {both('Карта', 'Card')}, options: cards, optional: true}}",
        f"{{textInput: bank{place}, caption: {both('БИК', 'BIC')}, type: digits, length: 9, optional: true, lookup: {{name: bank, as: found{place}}}, captionFrom: found{place}.name}}",
    ][(place + number) % 5]


def part(place, number):
    """Ten atoms."""
    towns = [PLACES[(place + number + step) % len(PLACES)] for step in range(6)]
    options = ", ".join(f"t{step}: {both(*town)}" for step, town in enumerate(towns))
    title = NAMES[(number + place) % len(NAMES)]
    return f"""\
  - {{text: head{place}, caption: {both(f'{title[0]} {number}: часть {place + 1}', f'{title[1]} {number}: part {place + 1}')}, fontSize: comment}}
  - {{textInput: name{place}, caption: {both('Наименование получателя', 'Name of the recipient')}, maxLength: {60 + number % 90}, capitalize: sentences, hint: {both('Как в договоре', 'As in the contract')}, check: isPaymentText}}
  - {{textInput: sum{place}, caption: {both('Сумма, ₽', 'Amount, ₽')}, type: amount, currency: RUB, min: 0.01, max: {1000 + number}, check: {{check: "$sum{place} <= limit OR $town{place} != 't1'", message: {both(f'Больше лимита {number}', f'More than the limit {number}')}, severity: warning}}}}
  - {{enum: town{place}, caption: {both('Город', 'Town')}, options: {{{options}}}}}
  - {{toggle: urgent{place}, caption: {both('Нужно в этот же день', 'Needed on the same day')}, showIf: "$town{place} IN {{'t0', 't1', 't2'}}"}}
  - {{dateInput: day{place}, caption: {both('Дата исполнения', 'Day of execution')}, min: today(), requireIf: "isLarge OR $urgent{place} == YES"}}
  - {{textInput: fee{place}, caption: {both('Комиссия, ₽', 'Fee, ₽')}, type: amount, currency: RUB, value: "round($sum{place} * rate / 100 + {number % 17}, 2)", optional: true}}
  - {{textInput: inn{place}, caption: {both('ИНН получателя', 'INN of the recipient')}, type: digits, maxLength: 12, optional: true, check: [isInn, {{check: "length($inn{place}) == 10 OR $town{place} != 't3'", message: {both('Здесь нужен ИНН организации', 'The INN of an organisation is needed here')}}}]}}
  - {{text: told{place}, caption: {both(f'К оплате {{$fee{place}}} ₽ за {title[0].lower()} {number}', f'To pay {{$fee{place}}} ₽ for {title[1].lower()} {number}')}, showIf: "$fee{place} != nil AND NOT isLarge"}}
"""  # noqa: E501


def operation(number):
    title = NAMES[number % len(NAMES)]
    lines = [f"operation: made.n{number:04d}", f"title: {both(f'{title[0]} {number}', f'{title[1]} {number}')}", "effect: document", "define:",
             f"  rate: {1 + number % 9}", f"  limit: {500 + number}", "  isLarge: $sum0 + $sum1 > limit", "atoms:"]
    for place in range(10):
        lines.append(part(place, number).rstrip("\n"))
        if place < 9:
            lines.append(f"  - {picker(place, number)}")
    lines.append(f"  - {{button: send, caption: {both('Отправить', 'Send')}, action: submit}}")
    return "\n".join(lines) + "\n"


def main(folder, count):
    for number in range(count):
        with open(os.path.join(folder, f"made.n{number:04d}.yaml"), "w") as file:
            file.write(operation(number))


main(sys.argv[1], int(sys.argv[2]))
