/// The sentences of the reference and the JSON Schema on kinds of atoms and properties of operation files.
///
/// A test holds the names to the properties that the loaders ask for.
///
///     FormatNotes.text(of: "min", in: "repeat")  // "The least count of items, and how many the list begins with."
package enum FormatNotes {
  /// A sentence on a kind of atom, with a line that shows it.
  package struct Kind: Sendable {
    /// The description, one sentence.
    package let text: String
    /// A line of YAML.
    package let example: String
  }

  /// The kinds by name.
  package static let kinds: [String: Kind] = [
    "text": Kind(
      text: "A text, or a value that is only shown, with its caption as the label.",
      example: "{text: note, caption: Комиссия не взимается, fontSize: comment}"),
    "image": Kind(
      text: "A picture.",
      example: "{image: cover, href: /images/card-active.svg, width: 320, height: 200, caption: Карта активна}"),
    "textInput": Kind(
      text: "A field to type into: text, digits, a number, money, a telephone, an address, a password, a code.",
      example: "{textInput: bic, caption: БИК, type: digits, length: 9, check: isBic}"),
    "dateInput": Kind(
      text: "A day, `2026-11-21` on the wire.",
      example: "{dateInput: until, caption: Действует до, min: today()}"),
    "timeInput": Kind(
      text: "A time of day, `17:00` on the wire.",
      example: "{timeInput: call, caption: Позвонить в, min: '09:00', max: '20:00'}"),
    "dateTimeInput": Kind(
      text: """
        A day and a time by the clock of the bank (`timeZone`), `2026-11-21T17:00` on the wire, which names no zone. A day \
        as `max` lasts to its end.
        """,
      example: "{dateTimeInput: visit, caption: Визит, min: today(), max: 'addDays(today(), 14)'}"),
    "toggle": Kind(
      text: "A switch; its value is a Boolean, `NO` until somebody switches it on.",
      example: "{toggle: urgent, caption: Срочный платёж}"),
    "segmented": Kind(
      text: "A choice of a few options that stand side by side.",
      example: "{segmented: side, caption: Кто платит, options: {payer: Я, payee: Получатель}}"),
    "enum": Kind(
      text: "A choice from a list.",
      example: "{enum: card, caption: Карта, options: cards, filter: \"status == 'active'\"}"),
    "accountPicker": Kind(
      text: "A choice of one of the person's accounts; `$from.balance` reads a field of the chosen one.",
      example: #"{accountPicker: source, caption: Списать со счёта, filter: "isOwner == YES AND disabled == NO"}"#),
    "search": Kind(
      text: "A choice of one option among many, which the person finds by typing; its fields answer as a look-up's do.",
      example: "{search: payeeBic, caption: Банк, in: banks, as: payeeBank}"),
    "button": Kind(
      text: "A button.",
      example: "{button: leave, caption: Отменить, action: cancel}"),
    "link": Kind(
      text: "A reference to tap: a path of this server, a deep link, a web page, or an action.",
      example: "{link: help, caption: Что такое БИК, href: \"https://www.cbr.ru/\"}"),
    "group": Kind(
      text: "Atoms that are shown and hidden together.",
      example: "{group: payee, atoms: [{textInput: name, caption: Получатель}]}"),
    "repeat": Kind(
      text: "A list of items of the same atoms; its value is a list of objects.",
      example: "{repeat: lines, caption: Строки, min: 1, max: 20, atoms: [{textInput: what, caption: За что}]}"),
  ]

  /// Properties by name; a name with its kind in front, as `repeat.min`, stands over the plain one.
  package static let properties: [String: String] = [
    // The head of an operation.
    "operation": "The operation's id, such as `pp.quick`: words of Latin letters, digits and `_`, joined by dots.",
    "title": "The operation's title.",
    "effect": "The effect of a submission. The check names the atoms that it needs.",
    "sign":
      "The method of signing: `matrix` by cells of the security matrix, `code` by a one-time code. "
      + "Without it submissions are not signed.",
    "signIf": "Condition of a submission that has to be signed. If it cannot be evaluated, the submission is signed.",
    "asks":
      "The services of the bank that strangers may cause to be asked, for a public operation with look-ups or "
      + "verifications of services.",
    "dailyLimit":
      "The sum that one person may submit by this operation on one day of the bank: a number in the currency of the "
      + "effect, or `{RUB: 100000, USD: 1000}`.",
    "next":
      "The document after a complete submission: `result`, `back`, or a link such as "
      + "`\"valence://accounts/account?number=$from\"`.",
    "keep":
      "The retention of the values of signed submissions, with its reason: `{years: 5, reason: ...}` after the end of the "
      + "year of the person's erasure, or `{days: 90, reason: ...}` after the submission ended.",
    "cutOff": "The time of day from which a submission carries the next business day, such as `\"16:30\"`.",
    "core":
      "`feed`: the bank's core system carries the operation out, whatever `--core` says. With `effect: document`, the name of "
      + "a service that declares an effect `document`.",
    "icon": "The picture that clients draw beside the title; without it, `payment` where the effect moves an amount.",
    "access": "`public`: everybody may open and submit the operation without a token; it may name no fact.",
    "define":
      "Names for conditions and values, used as bare words: `{large: \"$amount > 100000\", half: \"$amount / 2\"}`. They may "
      + "use each other, in any order. Nothing of them is drawn, sent, stored or signed.",
    "atoms": "The atoms, one line each.",
    "minimumClient": "The oldest clients that get this, such as `{ios: 3.2, android: 3.0}`.",
    // Any atom.
    "caption": "The text beside the atom. `\"Комиссия {$fee} ₽\"` follows values.",
    "captionFrom": "An expression for the caption, such as `bank.name`.",
    "failed": "The caption while `captionFrom` has no answer: after a failed look-up, or where the answer has none.",
    "showIf": "Condition under which the atom is shown. A hidden atom has no value.",
    "enableIf":
      "Condition under which the value may be changed or the button tapped. A disabled input has its default.",
    "requireIf": "Condition under which the atom must have a value, in place of always.",
    "optional": "`true`: the value may be left out.",
    "fallback":
      "The drawing by a client that does not know the kind: another kind, a line of another kind, or a list of these.",
    // Inputs.
    "value": "An expression that computes the value; nobody types it.",
    "default": "The value before somebody enters one.",
    "defaultFrom": "An expression for the value before somebody enters one, such as `today()`.",
    "once": "`true`: the value belongs to one submission; repetitions and templates begin without it.",
    "check":
      "Conditions that the value must meet: one, a list, or `{check: ..., message: ..., severity: warning}`. "
      + "A warning refuses nothing. `{when: ..., message: ..., severity: success}` is a note that stands while a condition holds.",
    "message": "The text for a person whose value fails the check; a list for a list of checks.",
    "messages": "Texts of yours for the other rules of the line: `{pattern: ..., min: ..., required: ...}`.",
    "lookup":
      "The directory in which the value is looked up: its name, or "
      + "`{name: rate, as: payeeRate, with: {on: $date}, failed: ...}`, where `with` gives the keys beside the value. "
      + "`timeout` and `cache`, in seconds, may shorten those of a service.",
    "onChange":
      "Inputs beside this one that a change of it by the person clears or fills, once: "
      + "`{reset: [branch], set: {city: company.city}}`.",
    "filter": "Condition over each option's fields, as bare words, under which the option is offered.",
    "options":
      "The choices: `{value: caption}`, a list of records with `value` and `caption`, the rows of a table by "
      + "`{table: countries, value: code, caption: name}`, or an expression for a list.",
    "hint": "A short example or explanation: in the empty field, or below what is chosen or tapped.",
    "help": "A longer explanation, which the person opens.",
    "min": "The least value: a literal, or an expression such as `today()`.",
    "max": "The greatest value: a literal, or an expression such as `$limit / 2`.",
    "length": "The exact count of characters.",
    "minLength": "The least count of characters.",
    "maxLength": "The greatest count of characters.",
    "pattern": "A regular expression that the whole text must match; `\\d` is a digit from 0 to 9.",
    "mask": "The drawing of the text while it is typed: `#` is a digit, `@` a letter, `\\` keeps the next character.",
    "keyboard": "The keyboard of a client with one on the screen.",
    "capitalize": "The letters that the keyboard capitalizes by itself.",
    "normalize": "`payment`: characters that no payment carries are replaced by those that it does.",
    "formatFrom":
      "An expression for a record with `length`, `pattern`, `mask`, `hint` and `keyboard` in place of the line's own.",
    "currency": "The currency of an amount, such as `RUB`.",
    "currencyFrom": "An expression for the currency of an amount, such as `$from.currency`.",
    "scale": "The greatest count of decimal places; without it, any count within 18 digits.",
    "wide": "`true`: the field takes the whole width.",
    "type": "The content that people type.",
    // Kinds of their own.
    "folded": "`true`: the group is closed until the person opens it by its caption.",
    "fontSize": "The size of the inscription.",
    "severity": "`warning`: the inscription warns, and is drawn apart.",
    "text.value": "An expression for the value that is shown with the caption as its label: `$total`, `bank.name`.",
    "role": "What the value is where it is only shown, so that clients draw it as such.",
    "text.role": "What the value is: that of its input or its type without it. `amount` needs a currency.",
    "text.currency":
      "The currency of the role `amount`, such as `RUB`; without it that of the input whose value it is.",
    "text.currencyFrom": "An expression for the currency of the role `amount`.",
    "href": "A path of this server, or an address that the client follows.",
    "width": "Width in points.",
    "height": "Height in points.",
    "action": "The action of a tap.",
    "tone":
      "The weight of the button: `primary`, `quiet`, or `danger` for what cannot be undone. Without it clients draw "
      + "`submit` as primary, and `back` and `cancel` as quiet.",
    "confirm":
      "A question before a tap does anything: a text, or `{title: ..., text: ..., action: ..., cancel: ...}`. "
      + "Clients that do not know it do not ask.",
    "from":
      "An expression for a list; the repeat has one item for each of its records, and nobody adds or removes any.",
    "over":
      "An expression for a number: the repeat has as many computed rows, numbered from 1. `previous` is the row before.",
    "as": "The name of the record in the items, or of the row's number.",
    "in":
      "The list to search: one of a service, `banks`, `providers`, or a fact that is a list of options, such as `accounts`.",
    "search.as": "The name of the chosen option's fields in conditions; the name of the list without it.",
    "search.minLength": "The least count of characters for which options are asked.",
    "key": "The computed atom that tells the items apart.",
    "text.optional": "`true`: a client that does not know the kind may leave the atom out.",
    "image.optional": "`true`: a client that does not know the kind may leave the atom out.",
    "button.optional": "`true`: a client that does not know the kind may leave the atom out.",
    "link.optional": "`true`: a client that does not know the kind may leave the atom out.",
    "repeat.min": "The least count of items, and how many the list begins with.",
    "repeat.max":
      "The greatest count of items, which is `min` if the default is less; with `over` it is required and at most 1,000.",
    "repeat.check": "Conditions over the whole list, such as `\"$lines.@sum.amount <= 100000\"`.",
  ]

  /// The members of mappings that properties take, as `keep.years`, and of lines that are no atoms.
  static let members: [String: String] = [
    "include": "The name of a fragment: the lines of its file in `fragments` stand in place of this one.",
    "include.as": "The prefix of all names of the fragment: with `payer`, its `name` is `payerName`.",
    "include.with": "The values of the parameters that the fragment declares: `{caption: Плательщик}`.",
    "keep.years": "Years after the end of the year in which the person was erased.",
    "keep.days": "Days after the submission ended.",
    "keep.reason": "The law or the rule by which the values are kept.",
    "check.check": "The condition that the value must meet.",
    "check.when": "The condition under which the note stands at the atom.",
    "check.message": "The text for a person whose value breaks the condition.",
    "check.severity":
      "`error` refuses the value, `warning` only tells the person. Without it a verification that is not certain warns, "
      + "and every other check refuses.",
    "check.note": "The text of the note.",
    "check.sort": "The sort of the note: an information, or that all is well.",
    "onChange.reset": "The ids of inputs that go back to what they are before anybody enters a value.",
    "onChange.set": "The values of inputs by their ids, each an expression.",
    "confirm.title": "The question.",
    "confirm.text": "An explanation below the question.",
    "confirm.action": "The caption of the button that acts; without it, that of the button or link.",
    "confirm.cancel": "The caption of the button that leaves all as it is.",
    "messages.required": "The text where the value must be there and is not.",
    "messages.length": "The text for a value that has not `length` characters.",
    "messages.minLength": "The text for a value of less than `minLength` characters.",
    "messages.maxLength": "The text for a value of more than `maxLength` characters.",
    "messages.pattern": "The text for a value that `pattern` does not match, or that is no e-mail address.",
    "messages.min": "The text for a value below `min`.",
    "messages.max": "The text for a value above `max`.",
    "messages.type": "The text for what is no number, no date or no time.",
    "messages.scale": "The text for a number of more decimal places than `scale` or the currency has.",
    "messages.option": "The text for a value that no option has.",
    "messages.lookup": "The text for a value that the directory of `lookup` does not have.",
    "lookup.name": "The name of the directory.",
    "lookup.as": "The name of the answer in conditions; without it, the name of the directory.",
    "lookup.with": "The keys beside the value, each an expression: `{on: $date}`.",
    "lookup.failed": "The text for a person while the directory gives no answer.",
    "lookup.timeout": "Seconds to wait for a service: less than its file says.",
    "lookup.cache": "Seconds for which a service's answer is used again: less than its file says.",
    "options.value": "The value of the atom while this option is chosen.",
    "options.caption": "The text of the option.",
    "options.table": "The table whose rows are the options.",
    "options.column": "The column of the values; without it the first one of type `text` or `integer`.",
    "options.title": "The column of the texts; without it the first one of type `caption`, else that of the values.",
    "text.ru": "The text in Russian, the default language.",
    "text.en": "The text in English.",
    "text.all": "The text in every language, such as `IBAN`.",
  ]

  /// The values of properties that their loaders read by themselves; a missing name takes an expression.
  package static let takes: [String: String] = [
    "operation": "an id", "keep": "`{years: ..., reason: ...}`, `{days: ..., reason: ...}`", "cutOff": "`HH:MM`",
    "define": "a mapping of names to expressions", "atoms": "a list of lines", "effect": "an [effect](#effects)",
    "lookup": "a [directory](#look-ups), or a mapping", "as": "a name", "key": "an atom's id",
    "default": "a value", "check": "a condition, a mapping, or a list of them", "message": "a text, or a list",
    "messages": "a mapping of rules to texts", "confirm": "a text, or a mapping", "onChange": "a mapping",
    "options": "a mapping, a list of records, `{table: ...}`, or an expression",
    "fallback": "a kind, a line, or a list of them",
    "minimumClient": "a mapping of platforms to versions", "dailyLimit": "a number, or a mapping of currencies",
    "next": "`result`, `back`, or a link", "asks": "a name, or a list of names", "in": "a name",
    "min": "a value, or an expression",
    "max": "a value, or an expression",
    "showIf": "a condition", "enableIf": "a condition", "requireIf": "a condition", "signIf": "a condition",
    "filter": "a condition",
  ]

  /// Returns the sentence on a property of that kind, or of the head of an operation for nil.
  package static func text(of property: String, in kind: String?) -> String? {
    kind.flatMap { properties["\($0).\(property)"] } ?? properties[property]
  }
}
