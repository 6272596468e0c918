import Conditions
import SourceText
import JSON
import Texts

extension OperationCompiler {
  /// Compiles a text with placeholders; returns nil if it is absent, or after adding an error for
  /// each fault.
  mutating func wording(_ written: WrittenText?, in scope: Scope) -> Wording? {
    guard let written,
      let known = versions(
        of: written, in: scope,
        compiling: { compiler, text, scope, isRepeated in compiler.version(of: text, in: scope, isRepeated: isRepeated)
        })
    else { return nil }
    warnOfLanguages(written, known)
    return Wording(known)
  }

  /// Compiles each version of a text; returns nil if one of them has faults.
  ///
  /// - Parameter compile: Compiles a version in a scope. Its last argument is true if the same text
  ///   was compiled for another language.
  mutating func versions<Version>(
    of written: WrittenText, in scope: Scope,
    compiling compile: (inout Self, WrittenText.Version, Scope, Bool) -> Version?
  ) -> [Version]? {
    let file = written.versions.first?.location.file
    var versions: [Version] = []
    for text in written.versions {
      let isRepeated = written.isSame && text.language != .standard
      let own = file.map { view(scope, in: $0, text.language) } ?? scope
      if let version = compile(&self, text, own, isRepeated) { versions.append(version) }
      // Report the faults of a text that is the same in all languages once.
      if written.isSame, versions.isEmpty { break }
    }
    return versions.count == written.versions.count ? versions : nil
  }

  /// Compiles a text in one language.
  ///
  /// - Parameter isRepeated: True if the same text was compiled for another language.
  private mutating func version(
    of written: WrittenText.Version, in scope: Scope, isRepeated: Bool
  ) -> LiveText.Version? {
    guard let marked = template(of: written),
      let known = expressions(of: marked.template, written, in: scope, isRepeated: isRepeated)
    else { return nil }
    warnOfBareVariable(in: written, scope)
    if !isRepeated { warnOfQuotation(marked.opaque, in: written, scope) }
    return liveText(marked.template, known)
  }

  /// Returns a text in one language with the expressions of its placeholders.
  func liveText(_ template: Template, _ expressions: [ConditionExpression]) -> LiveText.Version {
    LiveText.Version(
      template: template, expressions: expressions, kinds: expressions.map(kind),
      areQuotients: expressions.map(isQuotient))
  }

  /// Parses a text as a template, with its placeholders and quoted texts; returns nil after adding
  /// an error.
  mutating func template(of written: WrittenText.Version) -> (template: Template, opaque: [Template.Opaque])? {
    do {
      return try Template.marked(written.text, in: written.language)
    } catch {
      let place = written.location.inside(written.text, offset: error.offset)
      diagnostics.error(.templateSyntax, error.problem, remedy: error.remedy, at: place)
      return nil
    }
  }

  /// Compiles the expressions in the placeholders of a text; returns nil after adding an error for
  /// each fault.
  mutating func expressions(
    of template: Template, _ written: WrittenText.Version, in scope: Scope, isRepeated: Bool
  ) -> [ConditionExpression]? {
    var (known, faulty): ([ConditionExpression], Int) = ([], 0)
    for argument in template.arguments {
      if let expression = expression(argument, written, in: scope) {
        known.append(expression)
        if !isRepeated {
          warnOfDollar(before: argument, expression, in: written)
          warnOfQuotient(argument, expression, in: written)
          warnOfComparisons(in: expression, scope, of: written.text, at: written.location, offset: argument.offset)
        }
      } else {
        faulty += 1
        // Each fault is located by scanning the text, so their number is limited.
        guard faulty < Self.maxFaulty else { break }
      }
    }
    guard faulty == 0 else { return nil }
    if !isRepeated { warnOfKeys(in: template, known, of: written) }
    return known
  }

  /// Warns of `${$name}` as in other languages, which shows the dollar sign. Before a number, the
  /// sign may be the currency.
  private mutating func warnOfDollar(
    before argument: Template.Argument, _ expression: ConditionExpression, in written: WrittenText.Version
  ) {
    let before = written.text.utf8.prefix(argument.offset)
    guard argument.needs != .number, !expression.type.isNumeric, expression.type != .any,
      before.suffix(2).elementsEqual("${".utf8)
    else { return }
    diagnostics.warning(
      .literalText, "the `$` before the brace is shown", remedy: ": write `{\(argument.text)}`",
      at: written.location.inside(written.text, offset: before.count - 2))
  }

  /// Warns of a quotient without a format, because three decimal places can be too few or too many.
  private mutating func warnOfQuotient(
    _ argument: Template.Argument, _ expression: ConditionExpression, in written: WrittenText.Version
  ) {
    guard argument.needs == nil, isQuotient(expression) else { return }
    diagnostics.warning(
      .wrongValue, "`\(argument.text)` can have any number of decimal places, and at most three are shown",
      remedy: ": write `{\(argument.text), number, ::.00}` for two",
      at: written.location.inside(written.text, offset: argument.offset))
  }

  /// Warns of the first `$name` outside of braces that is a valid expression. The text shows the
  /// name, not the value.
  mutating func warnOfBareVariable(in written: WrittenText.Version, _ scope: Scope) {
    guard let place = CommonMistakes.bareVariable(in: written.text),
      (try? ConditionExpression(String(place.name), in: scope)) != nil
    else { return }
    diagnostics.warning(
      .literalText, "`\(place.name)` is shown as literal text", remedy: ": write `{\(place.name)}` for its value",
      at: written.location.inside(written.text, offset: place.offset))
  }

  /// Warns of the first placeholder between apostrophes, which the text shows literally.
  mutating func warnOfQuotation(_ opaque: [Template.Opaque], in written: WrittenText.Version, _ scope: Scope) {
    for quoted in opaque {
      guard case .text(let text) = quoted.part, text.hasPrefix("{"), let end = text.firstIndex(of: "}") else {
        continue
      }
      let inner = String(text[text.index(after: text.startIndex)..<end])
      guard let expression = try? ConditionExpression(inner, in: scope), expression.constant == nil else { continue }
      diagnostics.warning(
        .literalText, "the apostrophes make `{\(inner)}` literal text",
        remedy: ": write `''{\(inner)}''` for the value between apostrophes",
        at: written.location.inside(written.text, offset: quoted.range.lowerBound))
      return
    }
  }

  private mutating func expression(
    _ argument: Template.Argument, _ written: WrittenText.Version, in scope: Scope
  ) -> ConditionExpression? {
    do {
      let expression = try ConditionExpression(argument.text, in: scope)
      review.note(expression.reads)
      if let secret = secret(in: expression) {
        diagnostics.error(
          .secret, "`$\(secret)` is a password or code, which is never shown",
          at: written.location.inside(written.text, offset: argument.offset))
        return nil
      }
      // Braces in braces are a list, but usually the notation of another engine.
      let isList = argument.text.hasPrefix("{")
      if let fault = fault(of: expression, for: argument.needs, takesLists: !isList) {
        let isDoubled = argument.text.hasPrefix("{") && argument.text.hasSuffix("}")
        let remedy = isDoubled ? ": write one pair of braces, `\(argument.text)`" : ""
        diagnostics.error(
          .wrongType, fault, remedy: remedy, at: written.location.inside(written.text, offset: argument.offset))
        return nil
      }
      return expression
    } catch {
      for fault in error {
        let place = written.location.inside(written.text, offset: argument.offset + fault.range.lowerBound)
        diagnostics.error(helped(fault, in: argument.text, written.location.file, scope), at: place)
      }
      return nil
    }
  }

  /// The maximum number of faulty expressions that are reported for one text.
  private static let maxFaulty = 20

  private func isChoices(_ slot: Slot?) -> Bool {
    guard case .outer(let place) = slot, drafts.indices.contains(place) else { return false }
    return drafts[place].kind is ChoicesKind
  }

  /// Returns the reason why a text cannot show the value; nil if it can.
  private func fault(
    of expression: ConditionExpression, for need: Template.Need?, takesLists: Bool
  ) -> String? {
    switch (need, expression.type) {
    case (_, .any), (nil, .text), (nil, .boolean), (nil, .integer), (nil, .number), (nil, .date): return nil
    case (nil, .list(.text)) where takesLists: return nil
    case (nil, .list) where isChoices(expression.slot): return nil
    case (.number, .integer), (.number, .number), (.date, .date): return nil
    case (.number, let type): return "this format takes a number, found \(type)"
    case (.date, let type): return "this format takes a date, found \(type.wholeNoun)"
    case (nil, let type): return "a text cannot show \(type)"
    }
  }

  /// Returns the id of the first atom with a secret value that an expression reads; nil if it reads
  /// none.
  func secret(in expression: ConditionExpression) -> String? {
    reach(of: expression.reads.outer).sorted().first {
      drafts.indices.contains($0) && drafts[$0].input?.isSecret == true
    }
    .map { drafts[$0].id }
  }

  /// Returns the input if the expression is a plain reference to it; otherwise nil.
  func kind(of expression: ConditionExpression) -> (any InputKind)? {
    guard case .outer(let slot) = expression.slot, drafts.indices.contains(slot) else { return nil }
    return drafts[slot].input
  }
}

extension OperationCompiler {
  /// Compiles the source of a caption: `captionFrom`, the shown value, or the answers in the
  /// caption's placeholders.
  mutating func captionSource(
    _ captionFrom: SourceNode?, failed: WrittenText?, at failedLocation: Location?, _ caption: Wording?,
    before kind: any AtomKind, in scope: Scope
  ) -> Atom.CaptionSource? {
    let failed = wording(failed, in: scope)
    let shown = shown(by: kind, in: scope)
    if let shown {
      if let captionFrom {
        diagnostics.error(
          .conflict, "`captionFrom` conflicts with `value`: the caption is the label of the value",
          at: captionFrom.location)
      }
      let lookups = lookups(in: (caption?.reads ?? []) + shown.expressions.flatMap(\.reads.outer))
      return Atom.CaptionSource(expression: nil, lookups: lookups, failed: failed, shown: shown)
    }
    guard let node = captionFrom else {
      let lookups = lookups(in: caption?.reads ?? [])
      if lookups.isEmpty, let place = failedLocation {
        diagnostics.error(
          .missingCompanion, "`failed` requires `captionFrom`: without it the caption shows no answer of a lookup",
          at: place)
      }
      return lookups.isEmpty ? nil : Atom.CaptionSource(expression: nil, lookups: lookups, failed: failed)
    }
    guard let expression = expression(node, in: scope) else { return nil }
    if let secret = secret(in: expression) {
      diagnostics.error(.secret, "`$\(secret)` is a password or code, which is never shown", at: node.location)
      return nil
    }
    return Atom.CaptionSource(expression: expression, lookups: lookups(in: expression.reads.outer), failed: failed)
  }

  /// Returns the indexes of the lookups whose answers these slots depend on.
  private func lookups(in slots: [Int]) -> [Int] {
    Set(reach(of: slots).map { $0 - drafts.count }.filter { lookups.indices.contains($0) && !lookups[$0].isOption })
      .sorted()
  }
}
