/// Descriptions of kinds of atoms and of properties of operation files, for the reference and the
/// JSON Schema.
///
/// `NotesTests` compares the names with the properties that the loaders read.
package enum FormatNotes {
  /// The description of a kind of atom, with an example.
  package struct Kind: Sendable {
    /// The description in the reference.
    package let text: String
    /// A line of YAML.
    package let example: String
  }

  /// The kinds by name.
  package static let kinds: [String: Kind] = [
    "text": Kind(
      text: "A text, or a read-only value with its caption as the label.",
      example: "{text: note, caption: Комиссия не взимается, fontSize: comment}"),
    "image": Kind(
      text: "An image.",
      example: "{image: cover, href: /images/card-active.svg, width: 320, height: 200, caption: Карта активна}"),
    "textInput": Kind(
      text: """
        A text field for text, digits, a number, an amount, a telephone number, an e-mail address, a password or a \
        code.
        """,
      example: "{textInput: bic, caption: БИК, type: digits, length: 9, check: isBic}"),
    "dateInput": Kind(
      text: "A day, sent as `2026-11-21`.",
      example: "{dateInput: until, caption: Действует до, min: today()}"),
    "timeInput": Kind(
      text: "A time of day, sent as `17:00`.",
      example: "{timeInput: call, caption: Позвонить в, min: '09:00', max: '20:00'}"),
    "dateTimeInput": Kind(
      text: """
        A day and a time in the bank's time zone (`timeZone`), sent as `2026-11-21T17:00` without a zone. A day as \
        `max` includes its last minute.
        """,
      example: "{dateTimeInput: visit, caption: Визит, min: today(), max: 'addDays(today(), 14)'}"),
    "toggle": Kind(
      text: "A switch. Its value is a Boolean, initially `NO`.",
      example: "{toggle: urgent, caption: Срочный платёж}"),
    "consent": Kind(
      text: """
        The consent to a document, which is stored and signed with its title and digest. Its value is a Boolean that \
        must be true.
        """,
      example:
        "{consent: rules, caption: Согласен с правилами, document: https://bank.example/rules, version: 3, title: Правила}"
    ),
    "segmented": Kind(
      text: "A choice between a few options, drawn side by side.",
      example: "{segmented: side, caption: Кто платит, options: {payer: Я, payee: Получатель}}"),
    "enum": Kind(
      text: "A choice from a list.",
      example: "{enum: card, caption: Карта, options: cards, filter: \"status == 'active'\"}"),
    "choices": Kind(
      text: """
        A choice of several options. Its value is a list; without a chosen option it is nil, and `$topics.@count` is 0.
        """,
      example: "{choices: topics, caption: Темы, max: 2, options: {a: Ставки, b: Карты, c: Ничего}, exclusive: c}"),
    "accountPicker": Kind(
      text: "A choice of one of the person's accounts; `$from.balance` reads a field of the chosen account.",
      example: #"{accountPicker: source, caption: Списать со счёта, filter: "isOwner == YES AND disabled == NO"}"#),
    "search": Kind(
      text: """
        A choice among many options, which the person finds by typing. Its fields are read like a lookup's answer.
        """,
      example: "{search: payeeBic, caption: Банк, in: banks, as: payeeBank}"),
    "button": Kind(
      text: "A button.",
      example: "{button: leave, caption: Отменить, action: cancel}"),
    "command": Kind(
      text: "A button that fills or clears inputs of the form. It has no value, and nothing of it is stored.",
      example: "{textInput: note, caption: Заметка}\n- {command: forget, caption: Очистить, reset: [note]}"),
    "link": Kind(
      text: "A link to a path of this server, to a deep link or to a web page, or an action.",
      example: "{link: help, caption: Что такое БИК, href: \"https://www.cbr.ru/\"}"),
    "group": Kind(
      text: "Atoms that are shown and hidden together.",
      example: "{group: payee, atoms: [{textInput: name, caption: Получатель}]}"),
    "repeat": Kind(
      text: "A list of items with the same atoms. Its value is a list of objects.",
      example: "{repeat: lines, caption: Строки, min: 1, max: 20, atoms: [{textInput: what, caption: За что}]}"),
  ]

  /// Properties by name. A name with a kind, such as `repeat.min`, takes precedence over the plain
  /// name.
  package static let properties: [String: String] = [
    // The head of an operation.
    "operation": "The operation's id, such as `pp.quick`: words of Latin letters, digits and `_`, joined by dots.",
    "title": "The operation's title.",
    "effect":
      "The effect of a submission. `valence check` reports atoms that the effect needs and the operation lacks.",
    "sign":
      "The method of signing: `matrix` by cells of the security matrix, `code` by a one-time code. Without it "
      + "submissions are not signed.",
    "signIf": "Condition under which a submission must be signed. If it cannot be evaluated, a signature is required.",
    "asks":
      "For a public operation: the services whose lookups, verifications and searches it may use without a login.",
    "dailyLimit":
      "The daily maximum of one person: a number in the currency of the effect, or `{RUB: 100000, USD: 1000}`.",
    "next":
      "The destination after a complete submission: `result`, `back`, or a link such as "
      + "`\"valence://accounts/account?number=$from\"`.",
    "keep":
      "Retention of signed values: `{years: 5, reason: ...}` after the year of the person's "
      + "erasure, or `{days: 90, reason: ...}` after the submission ended.",
    "cutOff": "The time of day from which submissions get the next business day, such as `\"16:30\"`.",
    "core":
      "`feed`: the bank's core system executes the operation, regardless of `--core`. With `effect: document`: "
      + "a service that declares an effect `document`.",
    "icon": "The picture that clients draw next to the title. Default: `payment` if the effect moves an amount.",
    "access": "`public`: the operation can be opened and submitted without a token. It must not use facts.",
    "define":
      "Names for conditions and values, used as bare words: `{large: \"$amount > 100000\", half: "
      + "\"$amount / 2\"}`. They are not drawn, sent, stored or signed.",
    "send":
      "Computed values that are stored with the submission: a mapping of names to expressions. The effect reads them "
      + "like inputs. They are neither drawn nor signed.",
    "atoms": "The atoms, one line each.",
    "pages":
      "Pages instead of `atoms`: the steps of a flow, which the server leads to a review of all values and to one "
      + "submission. A page has `page` (its id), `title` and `atoms`, and may have `help`, `markdown`, `showIf`, "
      + "`enableIf` and `exit`.",
    "review":
      "The page before the submission, which shows every value once: `{title: ...}`, or `false` for none, which "
      + "requires `sign`.",
    "availableIf":
      "The people who may use the operation: `{check: CONDITION, message: TEXT}`. The condition reads facts only.",
    "minimumClient": "The oldest client versions that receive it, such as `{ios: 3.2, android: 3.0}`.",
    // Any atom.
    "caption": "The label of the atom, or its text. An expression in braces shows a value: `\"Комиссия {$fee} ₽\"`.",
    "captionFrom": "An expression for the caption, such as `bank.name`.",
    "failed": "The caption if the lookup that `captionFrom` or the caption reads fails or finds nothing.",
    "showIf": "Condition under which the atom is shown. A hidden atom has no value.",
    "enableIf":
      "Condition under which the value may be changed or the button tapped. A disabled input has its default.",
    "group.enableIf": "Condition under which the inputs of the group may be changed. A disabled input has its default.",
    "requireIf": "Makes a value required only while this condition holds.",
    "optional": "`true`: the input may stay empty.",
    "fallback":
      "The replacement for clients that cannot draw the kind: another kind, a line of another kind, `{atoms: [...]}` "
      + "with one atom that carries the value, or a list of these.",
    // Inputs.
    "value": "An expression that computes the value. The person cannot change it.",
    "default": "The initial value, and the value while the input is disabled.",
    "defaultFrom": "An expression for the initial value, such as `today()`.",
    "either":
      "An expression for the value if another input of the circle was entered: two to four inputs that follow the last "
      + "entered one.",
    "once": "`true`: the value belongs to one submission. Templates and repeated submissions do not copy it.",
    "check":
      "Conditions: one, a list, or `{check: ..., message: ..., severity: warning}`. A warning "
      + "rejects nothing. `{when: ..., message: ..., severity: success}` is a note.",
    "message": "The message if the value fails the check; for a list of checks, a list.",
    "messages": "Your own messages for the other rules of the line: `{pattern: ..., min: ..., required: ...}`.",
    "lookup":
      "The directory: a name, or `{name: rate, as: payeeRate, with: {on: $date}, "
      + "failed: ...}`. `with` adds keys; `timeout` and `cache` (seconds) replace the "
      + "service's values with shorter ones.",
    "onChange":
      "Other inputs to reset or set, once, when the person changes this one: `{reset: [branch], set: {city: "
      + "company.city}}`.",
    "filter": "Condition for offering an option. It reads the option's fields as bare words.",
    "options":
      "The choices: `{value: caption}`, a list of records with `value` and `caption`, table rows (`{table: "
      + "countries, value: code, caption: name}`), or a list expression.",
    "set": "The inputs that a tap fills: a mapping of ids to expressions, such as `{city: company.city}`.",
    "reset": "The inputs that a tap returns to their initial values: an id, or a list of them.",
    "command.enableIf": "Condition under which the command can be tapped.",
    "command.optional": "`true`: a client that cannot draw the kind may omit the atom.",
    "sort":
      "`caption`: the options are drawn in the order of their captions, without regard to case. Default: their own order.",
    "hint": "A short example or explanation, shown in an empty field, or below a choice or button.",
    "help": "A longer explanation, shown when the person opens it.",
    "min": "The minimum: a literal, or an expression such as `today()`.",
    "max": "The maximum: a literal, or an expression such as `$limit / 2`.",
    "length": "The exact number of characters.",
    "minLength": "The minimum number of characters.",
    "maxLength": "The maximum number of characters.",
    "pattern": "A regular expression that the whole text must match; `\\d` is a digit from 0 to 9.",
    "mask":
      "The format while typing: `#` is a digit, `@` a letter. Other drawn characters are part of the value only after "
      + "`\\`.",
    "keyboard": "The on-screen keyboard.",
    "capitalize": "The letters that the on-screen keyboard capitalizes automatically.",
    "normalize": "`payment`: replaces characters that are not allowed in payments by allowed ones.",
    "formatFrom":
      "An expression for a record whose `length`, `pattern`, `mask`, `hint` and `keyboard` replace the line's own.",
    "currency": "The currency of an amount, such as `RUB`.",
    "currencyFrom": "An expression for the currency of an amount, such as `$from.currency`.",
    "scale": "The maximum number of decimal places. Without it only the total of 18 digits is limited.",
    "lines":
      "The height of the field in lines; the text may have line breaks. Without it, a line break is refused.",
    "slider":
      "A slider next to the field, from `min` to `max`: `true`, or `{step: 10000, marks: [100000, 500000]}`. It changes "
      + "the drawing only: any value in the limits is accepted.",
    "look": "`list`: the options are drawn below each other.",
    "choices.look": "`list` draws checkboxes below each other, `chips` draws the options side by side.",
    "choices.min": "The minimum number of chosen options. An optional choice may also stay empty.",
    "choices.max": "The maximum number of chosen options, at most 500.",
    "choices.default": "The initially chosen options: one, or a list.",
    "document":
      "The document: a file of `config/documents` (Markdown, or PDF of at most 5 MiB), or an address that begins with "
      + "`https:`.",
    "consent.title": "The title of the document. Default: the first heading of a Markdown document.",
    "version": "The version of a document at an address. Change it together with the document.",
    "mustOpen": "`true`: the person can consent only after opening the document.",
    "consent.optional": "`true`: the form can be submitted without the consent.",
    "exclusive": "An option, or a list of options, that cannot be chosen together with another one.",
    "wide": "`true`: the field takes the full width.",
    "type": "The type of the content.",
    // Kinds of their own.
    "folded": "`true`: the group is collapsed until the person opens it with its caption.",
    "fontSize": "The size of the text.",
    "severity": "`warning`: the text is drawn as a warning.",
    "markdown":
      "A formatted text instead of the caption: paragraphs, headings `#` and `##`, lists nested at most 3 deep, "
      + "`**strong**`, `*emphasis*` and `[links](https://bank.example)`. Placeholders are filled; marks in their values are shown as they are.",
    "text.value": "An expression for the value that is shown, with the caption as its label: `$total`, `bank.name`.",
    "role": "The meaning of the value where it is displayed, so that clients draw it accordingly.",
    "text.role":
      "The meaning of the value. Default: the role of the input that is shown, otherwise the type. `amount` "
      + "needs a currency.",
    "text.currency":
      "The currency for the role `amount`, such as `RUB`. Default: the currency of the input that is shown.",
    "text.currencyFrom": "An expression for the currency of the role `amount`.",
    "href": "A path of this server, or a link that the client opens.",
    "button.href":
      "A path of this server, or a link. Parameters of its query can have values in braces: `/path?name={$name}`.",
    "width": "Width in points.",
    "height": "Height in points.",
    "action": "The action of a tap.",
    "tone":
      "The emphasis of the button; `danger` marks actions that cannot be undone. Default: `submit` is primary, "
      + "`back` and `cancel` are quiet.",
    "confirm":
      "A question before the action: a text, or `{title: ..., text: ..., action: ..., cancel: ...}`. Clients "
      + "that do not support it do not ask.",
    "from": "An expression for a list. The repeat has one item for each record; the person cannot add or remove items.",
    "over": "An expression for the number of computed rows, numbered from 1. `previous` is the preceding row.",
    "as": "The name of the record in the items, or of the row's number.",
    "in":
      "The list to search: a search of a service, a table, `banks`, `providers`, or a fact that is a list of "
      + "options, such as `accounts`.",
    "search.as": "The name for the chosen option's fields in conditions. Default: the name of the list.",
    "search.with": "The further keys of the search, each an expression: `{city: $city}`.",
    "search.filter":
      "Condition for offering an option and for accepting the chosen one. It reads the option's fields as bare words.",
    "search.minLength": "The minimum number of typed characters before options are requested.",
    "key": "The computed atom that identifies an item.",
    "text.optional": "`true`: a client that cannot draw the kind may omit the atom.",
    "image.optional": "`true`: a client that cannot draw the kind may omit the atom.",
    "button.optional": "`true`: a client that cannot draw the kind may omit the atom.",
    "link.optional": "`true`: a client that cannot draw the kind may omit the atom.",
    "item":
      "The title of an item, such as `\"Borrower {$name}\"`. While a value in it is missing, and without it, an item has "
      + "its number.",
    "add": "The text of the button that adds an item.",
    "remove": "`{confirm: ...}`: the question before an item is removed, as `confirm` of a button.",
    "row": "A name for the number of an item: with `row: line`, conditions and texts of the item read `line.number`.",
    "copy": "`true`: the person can copy an item.",
    "order": "`true`: the person can move an item up and down.",
    "edit":
      "The drawing of the items: `inline` draws all inputs, `apart` titles with one open item, `table` a table whose "
      + "focused row has inputs.",
    "paste":
      "The columns of pasted text: inputs of the items, in order. People can paste rows of a CSV file or a spreadsheet.",
    "unique":
      "The input, or a list of inputs, whose values differ between items. Missing values are not compared.",
    "repeat.define":
      "Names for conditions and values of an item, used as bare words in it: `{net: \"$price - $discount\"}`. They are "
      + "not drawn, sent, stored or signed.",
    "repeat.defaultFrom":
      "An expression for a list of records with which the list begins: their fields fill the inputs of the same name. "
      + "The list follows it until the person changes an item.",
    "until": "With `over`: the condition for the last row. The rows end after the first one in which it holds.",
    "repeat.min": "The minimum number of items, and the number at the beginning.",
    "repeat.max":
      "The maximum number of items. The default is at least `min`. With `over` it is required and at most 1,000.",
    "repeat.check": "Conditions over the whole list, such as `\"$lines.@sum.amount <= 100000\"`.",
  ]

  /// Members of mappings, such as `keep.years`, and of lines that are not atoms.
  static let members: [String: String] = [
    "include": "The name of a fragment. The lines of its file in `fragments` replace this line.",
    "include.as": "The prefix of all names of the fragment: with `payer`, its `name` becomes `payerName`.",
    "include.with": "The values of the parameters that the fragment declares: `{caption: Плательщик}`.",
    "keep.years": "Years after the end of the year in which the person was erased.",
    "keep.days": "Days after the submission ended.",
    "keep.reason": "The law or the rule that requires the retention.",
    "check.check": "The condition that the value must meet.",
    "pages.page": "The id of the page.",
    "pages.title": "The title of the page.",
    "pages.showIf": "Condition under which the page is shown. It is skipped otherwise.",
    "pages.enableIf": "Condition under which the inputs of the page may be changed.",
    "pages.exit": "`true`: the way ends here without a submission, with the texts and links of the page.",
    "pages.help": "The explanation below the title.",
    "pages.markdown": "A formatted text at the beginning of the page.",
    "pages.atoms": "The atoms of the page. The server adds the buttons that the page does not have.",
    "review.title": "The title of the review.",
    "availableIf.check": "The condition. If it cannot be evaluated, nobody may use the operation.",
    "availableIf.message": "The text for the others.",
    "check.when": "The condition under which the note is shown at the atom.",
    "check.message": "The message if the condition does not hold.",
    "check.severity":
      "`error` rejects the value, `warning` only informs the person. Default: `warning` for a verification "
      + "whose rule is not certain, `error` for every other check.",
    "check.judged":
      "`submit`: the check applies to a submission and to a completed step of a flow, but not while the form is filled "
      + "in. Default: it also applies after each change of a value that it reads.",
    "check.note": "The text of the note.",
    "check.sort": "The kind of note: information or success.",
    "onChange.reset": "The ids of inputs and composed atoms that return to their initial values.",
    "onChange.set":
      "The new values: a mapping of ids to expressions. A composed atom takes a record or `{part: expression}`.",
    "confirm.title": "The question.",
    "confirm.text": "An explanation below the question.",
    "confirm.action": "The caption of the button that confirms. Default: the caption of the button or link.",
    "confirm.cancel": "The caption of the button that cancels.",
    "remove.confirm": "The question: a text, or `{title: ..., text: ..., action: ..., cancel: ...}`.",
    "messages.required": "The message if a required value is missing.",
    "messages.length": "The message if the number of characters differs from `length`.",
    "messages.minLength": "The message for a value of fewer than `minLength` characters.",
    "messages.maxLength": "The message for a value of more than `maxLength` characters.",
    "messages.pattern": "The message for a value that `pattern` does not match, or an invalid e-mail address.",
    "messages.min": "The message for a value below `min`.",
    "messages.max": "The message for a value above `max`.",
    "messages.type": "The message for a value that is not a valid number, date or time.",
    "messages.scale": "The message for a number with more decimal places than `scale` or the currency has.",
    "messages.option": "The message for a value that matches no option.",
    "messages.lookup": "The message for a value that the directory of `lookup` does not have.",
    "messages.duplicate": "The message for an item with the same `unique` values as an earlier item.",
    "lookup.name": "The name of the directory.",
    "lookup.as": "The name of the answer in conditions. Default: the name of the directory.",
    "lookup.with": "Further keys, each an expression: `{on: $date}`.",
    "lookup.failed": "The text for a person if the directory gives no answer.",
    "lookup.timeout": "Seconds to wait for a service, fewer than its file declares.",
    "lookup.cache": "Seconds for which a service's answer is reused, fewer than its file declares.",
    "fallback.atoms":
      "The atoms that replace the line: one with the line's id, which carries the value, and texts, images and links.",
    "slider.step": "The distance between two positions. Default: a round number of about a hundredth of the range.",
    "slider.marks": "The values with a mark and a label, in ascending order.",
    "options.value": "The value of the atom while this option is chosen.",
    "options.caption": "The text of the option.",
    "options.detail": "The second line of the option. It is signed too if another option has the same caption.",
    "options.table": "The table whose rows are the options.",
    "options.column": "The column of the values. Default: the first one of type `text` or `integer`.",
    "options.title":
      "The column of the texts. Default: the first one of type `caption`, otherwise the column of the values.",
    "text.ru": "The text in Russian, the default language.",
    "text.en": "The text in English.",
    "text.all": "The text in every language, such as `IBAN`.",
  ]

  /// The types of properties that have a custom loader. A property without an entry takes an
  /// expression.
  package static let takes: [String: String] = [
    "operation": "an id", "keep": "`{years: ..., reason: ...}`, `{days: ..., reason: ...}`", "cutOff": "`HH:MM`",
    "pages": "a list of pages", "review": "`{title: ...}`, or `false`",
    "availableIf": "`{check: ..., message: ...}`",
    "define": "a mapping of names to expressions", "send": "a mapping of names to expressions",
    "atoms": "a list of lines", "effect": "an [effect](#effects)",
    "lookup": "a [directory](#look-ups), or a mapping", "as": "a name", "row": "a name", "key": "an atom's id",
    "default": "a value", "check": "a condition, a mapping, or a list of them", "message": "a text, or a list",
    "messages": "a mapping of rules to texts", "confirm": "a text, or a mapping",
    "remove": "`{confirm: ...}`", "unique": "an input's id, or a list of them", "paste": "a list of inputs' ids",
    "onChange": "a mapping",
    "options": "a mapping, a list of records, `{table: ...}`, or an expression",
    "set": "a mapping of ids to expressions", "reset": "an id, or a list of them",
    "fallback": "a kind, a line, `{atoms: [...]}`, or a list of them", "document": "a file, or an address",
    "minimumClient": "a mapping of platforms to versions", "dailyLimit": "a number, or a mapping of currencies",
    "next": "`result`, `back`, or a link", "asks": "a name, or a list of names", "in": "a name",
    "slider": "`true`, or a mapping", "min": "a value, or an expression",
    "max": "a value, or an expression",
    "showIf": "a condition", "enableIf": "a condition", "requireIf": "a condition", "signIf": "a condition",
    "filter": "a condition", "with": "a mapping of keys to expressions",
  ]

  /// Returns the description of a property of `kind`, or of the head of an operation if `kind` is
  /// nil.
  package static func text(of property: String, in kind: String?) -> String? {
    kind.flatMap { properties["\($0).\(property)"] } ?? properties[property]
  }
}
