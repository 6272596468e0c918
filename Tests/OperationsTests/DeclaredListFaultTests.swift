import Atoms
import Operations
import Testing

/// The findings of lists that screens declare, each with line and column.
struct DeclaredListFaultTests {
  private static let service = """
    service: core
    at: https://core.example
    facts:
      - {fact: loans, get: /loans, answer: {each: SELF, id: text id, title: text title, product: text product, monthly: number monthly, currency: text currency, status: text status, tone: text tone, until: date until, parts: {each: parts, name: text name}}}
      - {fact: customer, get: /customer, answer: {name: text name}}
    searches:
      - {search: offices, get: /offices, query: {q: $text, limit: $limit, offset: $offset}, answer: {each: SELF, value: text id, caption: text name}, one: {get: "/offices/{$value}"}}
      - {search: desks, key: {city: text}, get: /desks, query: {q: $text, limit: $limit, offset: $offset, city: $city}, answer: {each: SELF, value: text id, caption: text name}, one: {get: "/desks/{$value}", query: {city: $city}}}
    """

  /// Returns the findings of a screen with one module, without the names of the files.
  private static func findings(_ module: String, more: String = "") -> String {
    let operation = Sets.operation([
      "{textInput: loan, caption: {ru: Кредит, en: Loan}}",
      "{textInput: sum, caption: {ru: Сумма, en: Sum}, type: number, optional: true}",
    ])
    return Sets.findings(
      [
        "operations/pay.yaml": operation, "services/core.yaml": service,
        "screens/home.yaml": "screen: home\ntitle: {ru: Дом, en: Home}\n\(more)modules:\n  - \(module)\n",
      ], .bank
    ).split(separator: "\n").filter { !$0.hasPrefix(" ") }.joined(separator: "\n")
      .replacing("screens/home.yaml:", with: "")
  }

  @Test(
    "A valid declared list has no findings",
    arguments: [
      "{list: mine, from: loans, row: {title: product}}",
      "{list: mine, from: loans, hideEmpty: true, row: {title: product, subtitle: [currency, until], trailing: {value: monthly, role: amount, currencyFrom: currency}, badge: {text: status, tone: tone}, group: until, icon: loan}, filter: \"status != 'closed'\", open: {operation: pay, input: {loan: $id}}, actions: [{caption: {ru: Платить, en: Pay}, operation: pay, input: {loan: $id, sum: $monthly}}]}",
      "{list: mine, from: loans, row: {title: \"{product} {currency}\", badge: {text: {ru: Да, en: \"Yes\"}, tone: \"TERNARY(monthly > 10, 'danger', 'success')\"}}}",
      "{list: mine, from: loans, row: {title: {ru: Кредит, en: Loan}, trailing: {value: monthly, role: amount, currency: RUB}}}",
      "{list: mine, from: offices, row: {title: caption}}",
      "{list: mine, from: accounts, row: {title: caption}, input: {limit: 3}}",
    ])
  func acceptsValidLists(module: String) {
    #expect(Self.findings(module) == "")
  }

  @Test(
    "A fault of a declared list is reported with line and column",
    arguments: [
      // The source
      (
        "{list: mine, from: lons, row: {title: product}}",
        "4:24: error: unknown fact or search `lons`, did you mean `loans`?"
      ),
      (
        "{list: mine, from: customer, row: {title: name}}",
        "4:24: error: `from` takes a list of records, and `customer` is a record of name"
      ),
      (
        "{list: mine, from: banks, row: {title: caption}}",
        "4:24: error: `from` takes a search of a service, and `banks` is a search of the server"
      ),
      (
        "{list: mine, from: desks, row: {title: caption}}",
        "4:24: error: the search `desks` has the keys city, which a list cannot give: use a search without `key`"
      ),
      ("{list: mine, from: loans}", "4:5: error: `row`, the texts of a row, is missing: write {title: FIELD}"),
      (
        "{list: mine, row: {title: product}}",
        "4:23: error: `row` requires `from`, the fact or search whose records are the rows"
      ),
      (
        "{list: accounts, filter: \"currency == 'RUB'\"}",
        "4:12: error: `accounts` is a list of the server, which has its own rows: give a list with `filter` another name"
      ),
      (
        "{list: history, from: loans, row: {title: product}}",
        "4:12: error: `history` is a list of the server, which has its own rows: give a list with `from` another name"
      ),
      // The texts
      (
        "{list: mine, from: loans, row: {title: prodct}}",
        "4:44: error: a record has no field `prodct`, did you mean `product`?"
      ),
      (
        "{list: mine, from: loans, row: {title: \"{prodct}\"}}",
        "4:46: error: a record has no field `prodct`, did you mean `product`?"
      ),
      (
        "{list: mine, from: loans, row: {subtitle: product}}",
        "4:36: error: `title`, the first line of a row, is missing"
      ),
      (
        "{list: mine, from: loans, row: {title: product, foot: status}}",
        "4:53: error: unknown property `foot` of `row`; there is badge, group, icon, subtitle, title, trailing"
      ),
      (
        "{list: mine, from: loans, row: product}",
        "4:36: error: `row` takes {title: ..., subtitle: ..., trailing: ..., badge: ..., group: ...}, not a single value"
      ),
      (
        "{list: mine, from: loans, row: {title: [product]}}",
        "4:44: error: `title` takes a field, a text with {FIELD}, or {value: ..., role: ...}, not a list"
      ),
      (
        "{list: mine, from: loans, row: {title: product, trailing: {value: status, role: amount, currency: RUB}}}",
        "4:85: error: `role: amount` takes a number, and this value is text: write `role: text`"
      ),
      (
        "{list: mine, from: loans, row: {title: product, trailing: {value: monthly, role: amount}}}",
        "4:86: error: `role: amount` requires `currency` or `currencyFrom`"
      ),
      (
        "{list: mine, from: loans, row: {title: product, trailing: {value: monthly, role: amount, currency: currency}}}",
        "4:104: error: `currency` takes the code of a currency, and `currency` is a field: write `currencyFrom: currency`"
      ),
      (
        "{list: mine, from: loans, row: {title: product, trailing: {value: monthly, role: money}}}",
        "4:86: error: `role` takes one of amount, number, date, dateTime, account, card, person, status, text"
      ),
      (
        "{list: mine, from: loans, row: {title: product, trailing: {role: amount}}}",
        "4:63: error: `value`, the field to show, is missing"
      ),
      (
        "{list: mine, from: loans, row: {title: parts}}",
        "4:44: error: `role: text` takes a single value, and this value is a list of records of name: write `role: text`"
      ),
      // The badge
      (
        "{list: mine, from: loans, row: {title: product, badge: {text: status, tone: error}}}",
        "4:81: error: `error` is neither a tone nor a field; a tone is one of neutral, success, warning, danger"
      ),
      (
        "{list: mine, from: loans, row: {title: product, badge: {text: status, tone: sucess}}}",
        "4:81: error: `sucess` is neither a tone nor a field, did you mean `success`?"
      ),
      (
        "{list: mine, from: loans, row: {title: product, badge: {text: status, tone: monthly}}}",
        "4:81: error: `tone` takes one of neutral, success, warning, danger as text, and `monthly` is a number"
      ),
      (
        "{list: mine, from: loans, row: {title: product, badge: {tone: tone}}}",
        "4:60: error: `text`, the text of the badge, is missing"
      ),
      // The filter, the target and the actions
      (
        "{list: mine, from: loans, row: {title: product}, filter: \"state == 'x'\"}",
        "4:63: error: a record has no field `state`"
      ),
      (
        "{list: mine, from: loans, row: {title: product}, filter: \"monthly == 'x'\"}",
        "4:63: error: `==` compares a number with text, which are never equal"
      ),
      (
        "{list: mine, from: loans, row: {title: product}, filter: \"status == $ghost\"}",
        "4:73: error: unknown variable `$ghost`: the screen has no values to read"
      ),
      (
        "{list: mine, from: loans, row: {title: product}, open: {operation: pay, input: {loan: $number}}}",
        "4:91: error: `$number` is not available from list `mine`, which has id, title, product, monthly, currency, status, tone, until"
      ),
      (
        "{list: mine, from: loans, row: {title: product}, open: {operation: pay, input: {loan: $id, sum: $product}}}",
        "4:101: error: input `sum` of operation `pay` takes a number, but `$product` is a text"
      ),
      (
        "{list: mine, from: loans, row: {title: product}, open: {operation: pay, input: {loan: $title}}}",
        "4:12: error: the field `title` cannot be passed on, because each row has a member of this name: give the field another name in the answer of the service"
      ),
      (
        "{list: mine, from: loans, row: {title: product}, actions: [{caption: {ru: Да, en: \"Yes\"}, operation: pey, input: {loan: $id}}]}",
        "4:106: error: unknown operation `pey`, did you mean `pay`?"
      ),
      (
        "{list: mine, from: loans, row: {title: product}, actions: [{caption: {ru: Да, en: \"Yes\"}, operation: pay, input: {lone: $id, loan: $id}}]}",
        "4:119: error: unknown input `lone` of operation `pay`, which takes loan, sum"
      ),
      (
        "{list: mine, from: loans, row: {title: product}, actions: [{operation: pay, input: {loan: $id}}]}",
        "4:64: error: `caption`, the text of the action, is missing"
      ),
      (
        "{list: mine, from: loans, row: {title: product}, actions: {caption: {ru: Да, en: \"Yes\"}, operation: pay}}",
        "4:63: error: `actions` takes a list of actions, [{caption: ..., operation: ...}], not a mapping"
      ),
      (
        "{list: mine, from: loans, row: {title: product}, input: {limit: 201}}",
        "4:69: error: input `limit` of list `mine` takes a whole number from 1 to 200, not `201`"
      ),
      (
        "{operation: pay, row: {title: product}}",
        "4:22: error: unknown property `row` of an operation; there is caption, flow, icon, id, input, list, operation, "
          + "scan, screen, showIf, text, transition"
      ),
    ])
  func locatesFaults(_ module: String, _ fault: String) {
    #expect(Self.findings(module) == fault)
  }

  @Test("Inputs of the screen that rows read are used, and names of parameters are reserved")
  func checksInputs() {
    let list = "{list: mine, from: loans, row: {title: \"{$ask} {product}\"}}"
    #expect(Self.findings(list, more: "input: {ask: text?}\n") == "")
    #expect(
      Self.findings(list.replacing("$ask", with: "$q"), more: "input: {q: text?}\n")
        == "5:12: error: the input `q` of the screen has the name of a parameter of the list: give the input another name"
    )
    #expect(
      Self.findings(list, more: "input: {ask: text?, other: text?}\n")
        == "3:21: warning: the screen's input `other` is unused")
    #expect(
      Self.findings("{list: mine, from: loans, row: {title: product}}", more: "access: public\n").contains(
        "list `mine` has rows of a person, which a public screen cannot read"))
  }
}
