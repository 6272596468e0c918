import Conditions
import Texts
import SourceText

extension OperationCompiler {
  /// Compiles the formatted text of an atom, with the caption for clients that do not draw it.
  ///
  /// Returns nil if it is absent, or after adding an error for each fault.
  mutating func markdown(_ written: WrittenText?, in scope: Scope) -> (caption: Wording, blocks: MarkdownText)? {
    guard let written,
      let versions = versions(
        of: written, in: scope,
        compiling: { compiler, text, scope, isRepeated in
          compiler.markdown(text, in: scope, isRepeated: isRepeated)
        })
    else { return nil }
    let captions = versions.map(\.caption)
    warnOfLanguages(written, captions)
    let caption = Wording(captions)
    return (caption, MarkdownText(versions, isLive: caption.live != nil))
  }

  /// Compiles a formatted text in one language.
  ///
  /// Formatting is read before values are inserted, so values are always literal.
  private mutating func markdown(
    _ written: WrittenText.Version, in scope: Scope, isRepeated: Bool
  ) -> MarkdownText.Version? {
    guard let marked = template(of: written) else { return nil }
    let expressions = expressions(of: marked.template, written, in: scope, isRepeated: isRepeated)
    let markdown = Markdown(written.text, marked.opaque)
    for fault in markdown.faults {
      let place = written.location.inside(written.text, offset: fault.offset)
      diagnostics.error(fault.code, fault.problem, remedy: fault.remedy, at: place)
    }
    guard checkLinks(of: markdown, written, in: scope), let expressions, markdown.faults.isEmpty else { return nil }
    warnOfBareVariable(in: written, scope)
    if !isRepeated {
      warnOfQuotation(marked.opaque, in: written, scope)
      warnOfFormatting(in: marked.opaque, of: written)
    }
    let caption = Template(markdown.caption, marked.template.arguments, in: written.language)
    return MarkdownText.Version(markdown.blocks, caption: liveText(caption, expressions))
  }

  /// Returns false after adding an error for each address with the name of a value.
  ///
  /// Notes the deep links, whose targets are checked when all files are known.
  private mutating func checkLinks(
    of markdown: Markdown, _ written: WrittenText.Version, in scope: Scope
  ) -> Bool {
    var isRight = true
    for link in markdown.links.prefix(Markdown.maxLinks) {
      if let found = variable(inAddress: link.href, scope) {
        diagnostics.error(
          .misplaced,
          "the address of a link is the same for all values, so `\(found.name)` is not replaced: only `next` of an "
            + "operation and the `href` of a button pass values",
          at: written.location.inside(written.text, offset: link.offset + found.offset))
        isRight = false
      } else if link.href.lowercased().hasPrefix("valence:") {
        let place = written.location.inside(written.text, offset: link.offset)
        markdownLinks.append(SourceNode(.scalar(link.href, quoted: true), at: place))
      }
    }
    return isRight
  }

  /// Warns of the first formatting in the texts of a `plural` or `select`, which is shown as
  /// written.
  private mutating func warnOfFormatting(in opaque: [Template.Opaque], of written: WrittenText.Version) {
    guard let (sign, place) = opaque.lazy.compactMap({ each in each.part.formatting.map { ($0, each.range) } }).first
    else { return }
    diagnostics.warning(
      .literalText, "`\(sign)` in a placeholder is shown as written", remedy: ": write it around the placeholder",
      at: written.location.inside(written.text, offset: place.lowerBound))
  }
}

extension Template.Part {
  /// The first sign of strong text or of a link in the texts of a choice; nil for plain
  /// texts.
  fileprivate var formatting: String? {
    switch self {
    case .text, .argument: nil
    case .plural(_, let choices), .select(_, let choices):
      choices.lazy.flatMap(\.parts).compactMap { part in
        guard case .text(let text) = part else { return part.formatting }
        return ["**", "]("].first { text.contains($0) }
      }.first
    }
  }
}
