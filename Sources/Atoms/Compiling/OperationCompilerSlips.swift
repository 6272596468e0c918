import Conditions
import Texts
import SourceText

extension OperationCompiler {
  /// Returns true after adding an error if the expression of a text is a single unknown word, which
  /// is probably a text without quotes.
  mutating func refusesUnquotedText(_ node: SourceNode, of type: ValueType?, in scope: Scope) -> Bool {
    guard let word = node.scalar, isIdentifier(word[...]), type == .text || type == .any else { return false }
    let message = "unknown name `\(word)`"
    do {
      _ = try ConditionExpression(word, in: view(scope, in: node.location.file))
      return false
    } catch {
      guard error.count == 1, error[0].message == message,
        helped(error[0], in: node.location.file, scope).message == message
      else { return false }
    }
    diagnostics.error(.missingQuotes, message, remedy: ": write a text in quotes, \"'\(word)'\"", at: node.location)
    return true
  }

  /// Adds an error for the first `$name` in an address, which is the same for all values.
  ///
  /// `$` is a valid character of an address, so only a name of a value is refused. A link of the
  /// bank has no other use of `$`.
  mutating func refuseVariables(inAddressOf draft: AtomDraft, in scope: Scope) {
    let isButton = draft.kind is ButtonKind
    guard let node = draft.link, let text = node.scalar,
      let found = variable(
        inAddress: isButton ? LinkAddress.unfilled(text) : text, view(scope, in: node.location.file))
    else { return }
    let place = node.location.inside(text, offset: found.offset)
    guard !isButton else {
      return diagnostics.error(
        .misplaced, "`\(found.name)` is not replaced in an address", remedy: ": write `{\(found.name)}` for its value",
        at: place)
    }
    diagnostics.error(
      .misplaced,
      "`href` is the same for all values, so `\(found.name)` is not replaced: only `next` of an operation and the "
        + "`href` of a button pass values", at: place)
  }

  /// Returns the first name of a value in an address, with its offset in UTF-8 bytes; nil for an
  /// address without names.
  func variable(inAddress text: String, _ scope: Scope) -> (name: Substring, offset: Int)? {
    let isOwn = text.lowercased().hasPrefix("valence:")
    return CommonMistakes.variables(in: text).first {
      isOwn || scope.binding(of: String($0.name.dropFirst())) != nil
    }
  }

  /// Warns about values that the text in one language shows and the text in another one lacks.
  ///
  /// Different names for one value, such as `$name` and `$nameLatin`, are not reported.
  mutating func warnOfLanguages(_ written: WrittenText, _ versions: [LiveText.Version]) {
    guard !written.isSame, let first = versions.first, versions.contains(where: { !$0.expressions.isEmpty }) else {
      return
    }
    for (version, text) in zip(versions, written.versions).dropFirst() {
      let missing = first.shownNames.subtracting(version.mentionedNames)
      let added = version.shownNames.subtracting(first.mentionedNames)
      let (ours, others) = (Self.list(missing), Self.list(added))
      let (standard, language) = (first.template.language.rawValue, version.template.language.rawValue)
      switch (missing.isEmpty, added.isEmpty) {
      case (true, true): continue
      case (false, true):
        diagnostics.warning(
          .missingTranslation, "`\(standard)` shows \(ours), and `\(language)` does not", remedy: Self.sameValues,
          at: text.location)
      case (true, false):
        diagnostics.warning(
          .missingTranslation, "`\(language)` shows \(others), and `\(standard)` does not", remedy: Self.sameValues,
          at: written.versions.first?.location ?? text.location)
      case (false, false):
        if missing.contains(where: { name in added.contains { Self.areAlike(name, $0) } }) { continue }
        diagnostics.warning(
          .missingTranslation, "`\(standard)` shows \(ours), and `\(language)` shows \(others)",
          remedy: Self.sameValues,
          at: text.location)
      }
    }
  }

  private static let sameValues = ": show the same values in both languages"

  private static func list(_ names: Set<String>) -> String { names.sorted().map { "`\($0)`" }.listed }

  /// Returns true if two names can be one value in two languages: they begin with the same three
  /// letters.
  private static func areAlike(_ a: String, _ b: String) -> Bool {
    let letters = a.drop { $0 == "$" }.prefix(3).lowercased()
    return b.drop { $0 == "$" }.prefix(3).lowercased() == letters
  }
}

extension LiveText.Version {
  /// The names whose values the text shows.
  fileprivate var shownNames: Set<String> {
    let places = Self.shownArguments(of: template.parts)
    return expressions.indices.filter(places.contains).reduce(into: []) { $0.formUnion(expressions[$1].shownNames) }
  }

  /// The names in all placeholders of the text.
  fileprivate var mentionedNames: Set<String> { expressions.reduce(into: []) { $0.formUnion($1.mentionedNames) } }

  /// Returns the indexes of the arguments whose values are shown, and do not only select a text.
  private static func shownArguments(of parts: [Template.Part]) -> Set<Int> {
    parts.reduce(into: []) { places, part in
      switch part {
      case .text: return
      case .argument(let place, _): places.insert(place)
      case .plural(_, let choices), .select(_, let choices):
        for choice in choices { places.formUnion(shownArguments(of: choice.parts)) }
      }
    }
  }
}
