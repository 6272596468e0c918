import JSON
import Operations
import Texts

/// An action on a row of a list or on the whole list: a request, and a question to ask first.
struct RowAction {
  /// The visual weight of an action.
  enum Tone: String {
    /// The action is harmless.
    case quiet
    /// The action removes something.
    case danger
  }

  /// A question to ask before the request.
  struct Question {
    let title: LocalizedText
    let text: LocalizedText?
    let action: LocalizedText
  }

  /// A text to ask for before the request. The body contains it as `member`.
  struct Asked {
    let member: String
    let label: LocalizedText
    /// The initial text.
    let value: String
    let maxLength: Int
  }

  let name: String
  let title: LocalizedText
  let method: String
  let href: String
  let tone: Tone
  var question: Question?
  var asked: Asked?
  /// The members of the request body; nil without a body.
  var body: [(name: String, value: String)]?
  /// How the response is shown, if it is a document; nil for a request without a document.
  var transition: Transition?
}

extension RowAction {
  /// Returns the action that deletes `href` after the person has confirmed `question`.
  static func deletion(of href: String, asking question: LocalizedText) -> RowAction {
    let delete = LocalizedText(ru: "Удалить", en: "Delete")
    return RowAction(
      name: "delete", title: delete, method: "DELETE", href: href, tone: .danger,
      question: Question(title: question, text: nil, action: delete))
  }
}

extension RowAction {
  /// Returns the action that ends the session at `href`.
  static func ending(_ href: String) -> RowAction {
    RowAction(
      name: "end", title: LocalizedText(ru: "Завершить", en: "End"), method: "DELETE", href: href, tone: .danger,
      question: Question(
        title: LocalizedText(ru: "Завершить этот вход?", en: "End this login?"), text: nil,
        action: LocalizedText(ru: "Завершить", en: "End")))
  }
}

extension RowAction {
  /// The action that ends all sessions of the caller except the current one.
  static var endingOthers: RowAction {
    let end = LocalizedText(ru: "Завершить все другие входы", en: "End all other logins")
    return RowAction(
      name: "endOthers", title: end, method: "DELETE", href: "/auth/sessions?keep=current", tone: .danger,
      question: Question(
        title: LocalizedText(ru: "Завершить все другие входы?", en: "End all other logins?"), text: nil,
        action: LocalizedText(ru: "Завершить", en: "End")))
  }
}

extension Writer {
  /// Writes the `actions` of a row or of a whole list.
  mutating func actions(_ actions: [RowAction], in language: Language) {
    key("actions")
    array { writer in
      for action in actions { writer.object { $0.action(action, in: language) } }
    }
  }

  private mutating func action(_ action: RowAction, in language: Language) {
    member("name", action.name)
    member("title", action.title[language])
    member("method", action.method)
    member("href", action.href)
    member("tone", action.tone.rawValue)
    if let transition = action.transition {
      key("transition")
      self.transition(transition)
    }
    if let body = action.body {
      key("body")
      object { writer in for (name, value) in body { writer.member(name, value) } }
    }
    if let question = action.question {
      key("confirm")
      object { writer in
        writer.member("title", question.title[language])
        if let text = question.text { writer.member("text", text[language]) }
        writer.member("action", question.action[language])
        writer.member("cancel", LocalizedText(ru: "Отмена", en: "Cancel")[language])
      }
    }
    if let asked = action.asked {
      key("ask")
      object { writer in
        writer.member("member", asked.member)
        writer.member("label", asked.label[language])
        writer.member("value", asked.value)
        writer.member("maxLength", asked.maxLength)
      }
    }
  }
}
