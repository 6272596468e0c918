import Conditions
import SourceText
import Texts

/// The targets of buttons with values in braces.
extension OperationCompiler {
  /// Compiles the target of a button with values; nil for another target, or after adding an error.
  mutating func filledAddress(of draft: AtomDraft, in scope: Scope) -> FilledAddress? {
    guard let kind = draft.kind as? ButtonKind, kind.isFilled, let node = draft.link, let text = node.scalar else {
      return nil
    }
    let written = WrittenText.Version(language: .standard, text: text, location: node.location)
    guard let template = template(of: written)?.template,
      let expressions = expressions(
        of: template, written, in: view(scope, in: node.location.file), isRepeated: false)
    else { return nil }
    var (head, isQuery, parameters): (String, Bool, [[FilledAddress.Part]]) = ("", false, [[]])
    for part in template.parts {
      switch part {
      case .text(let literal):
        guard !isQuery else {
          Self.add(literal[...], to: &parameters)
          continue
        }
        let halves = literal.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        head += halves[0]
        guard halves.count > 1 else { continue }
        isQuery = true
        Self.add(halves[1], to: &parameters)
      case .argument(let index, .automatic):
        guard isQuery, Self.hasName(parameters[parameters.count - 1]) else {
          refuseValue(template.arguments[index].offset, in: written)
          return nil
        }
        parameters[parameters.count - 1].append(.value(expressions[index]))
      case .argument(let index, _), .plural(let index, _), .select(let index, _):
        diagnostics.error(
          .misplaced, "an address takes values without a format",
          remedy: ": write `{\(template.arguments[index].text)}`",
          at: node.location.inside(text, offset: template.arguments[index].offset))
        return nil
      }
    }
    return FilledAddress(head: head, parameters: parameters.filter { !$0.isEmpty })
  }

  private mutating func refuseValue(_ offset: Int, in written: WrittenText.Version) {
    diagnostics.error(
      .misplaced, "an address takes a value only for a parameter of its query", remedy: ", as in `/path?name={$name}`",
      at: written.location.inside(written.text, offset: offset))
  }

  /// Appends literal text. Each `&` in it begins a parameter.
  private static func add(_ text: Substring, to parameters: inout [[FilledAddress.Part]]) {
    for (number, piece) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
      if number > 0 { parameters.append([]) }
      if !piece.isEmpty { parameters[parameters.count - 1].append(.text(String(piece))) }
    }
  }

  /// Returns true for a parameter that has its name and the sign `=`.
  private static func hasName(_ parameter: [FilledAddress.Part]) -> Bool {
    guard case .text(let text)? = parameter.first, let sign = text.firstIndex(of: "=") else { return false }
    return sign != text.startIndex && !text.contains("#")
  }

  /// Reports values in the target of a fallback, which is the same for all values.
  mutating func refuseValues(inAddressOf fallback: any AtomKind, at location: Location) {
    guard (fallback as? ButtonKind)?.isFilled == true else { return }
    diagnostics.error(
      .misplaced, "the `href` of a fallback is the same for all values, so a placeholder is not replaced", at: location)
  }
}

extension AtomDraft {
  /// The target whose route and parameters are checked, without the expressions in it.
  var checkedLink: SourceNode? {
    guard (kind as? ButtonKind)?.isFilled == true, let link, let text = link.scalar else { return link }
    return SourceNode(.scalar(LinkAddress.unfilled(text), quoted: true), at: link.location)
  }
}
