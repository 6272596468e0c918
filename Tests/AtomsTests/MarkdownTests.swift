import JSON
import SeededRandom
import Texts
import Testing

@testable import Atoms

/// The parser of formatted texts.
struct MarkdownTests {
  @Test(
    "A formatted text is parsed as CommonMark parses it",
    arguments: [
      ("a\nb\n\n\nc", "<p>a b</p><p>c</p>"), ("  a  \n  b  ", "<p>a b</p>"),
      ("# A #\n## B\nc", "<h1>A</h1><h2>B</h2><p>c</p>"), ("#\tA", "<h1>A</h1>"),
      ("**a**b *c* ***d***", "<p><b>a</b>b <i>c</i> <bi>d</bi></p>"),
      ("__a__ _b_ c_d_e", "<p><b>a</b> <i>b</i> c_d_e</p>"),
      ("***a* b**", "<p><bi>a</bi><b> b</b></p>"), ("***a** b*", "<p><bi>a</bi><i> b</i></p>"),
      ("**a *b***", "<p><b>a </b><bi>b</bi></p>"), ("*a **b***", "<p><i>a </i><bi>b</bi></p>"),
      ("2 * 3 * 4, 5 < 6 & 7", "<p>2 * 3 * 4, 5 < 6 & 7</p>"), (#"\*a\* \[b\] \\ \q"#, #"<p>*a* [b] \ \q</p>"#),
      ("[a](/b) [c **d**](tel:+7)", "<p>[a](/b) [c ](tel:+7)<b>[d](tel:+7)</b></p>"),
      ("[a](https://x.example/(b)\\)c)", "<p>[a](https://x.example/(b))c)</p>"), ("a] b", "<p>a] b</p>"),
      ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"), ("* a\n\n* b\nlazy", "<ul><li>a</li><li>b lazy</li></ul>"),
      ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"), ("1) a\n1) b", "<ol><li>a</li><li>b</li></ol>"),
      ("- a\n  1. b\n     - c\n- d", "<ul><li>a<ol><li>b<ul><li>c</li></ul></li></ol></li><li>d</li></ul>"),
      ("- a\n  - b\n1. c", "<ul><li>a<ul><li>b</li></ul></li></ul><ol><li>c</li></ol>"),
      ("a\n- b\n\nc", "<p>a</p><ul><li>b</li></ul><p>c</p>"), ("In\n2026. b", "<p>In 2026. b</p>"),
      ("- a\n# B", "<ul><li>a</li></ul><h1>B</h1>"), ("-5 °C\n+7 900", "<p>-5 °C +7 900</p>"),
      ("a\r\n\r\nb", "<p>a</p><p>b</p>"), ("«**a**»**«b»**", "<p>«<b>a</b>»<b>«b»</b></p>"),
    ])
  func parsesText(text: String, parsed: String) {
    let markdown = Markdown(text)
    #expect(markdown.faults.map(\.problem) == [])
    #expect(markdown.blocks.map(Self.text(of:)).joined() == parsed)
  }

  @Test(
    "Each unsupported or broken form is reported once, at its place",
    arguments: [
      ("a **b", 2), ("a\n\n*b", 3), ("a* b", 1), ("[a", 0), ("[a]", 0), ("a [b](c)", 6), ("[a](/b", 0),
      ("![a](/b)", 0), ("<b>", 0), ("a <!-- b", 2), ("&amp;", 0), ("&#106;", 0), ("`a`", 0), ("```\na\n```", 0),
      ("> a\n> b", 0), ("| a |\n| - |", 0), ("a\n---", 2), ("a\n==", 2), ("***", 0), ("    a", 4), ("### a", 0),
      ("#a", 0), ("- a\n\n  b", 7), ("- - a", 2), ("2. a", 0), ("- a\n - b", 5), ("", 0), (" \n", 0),
      ("[a](javascript:x)", 4), ("[a](java\tscript:x)", 8), ("[a](//b)", 4), ("[a](vbscript:x)", 4),
    ])
  func reportsFault(text: String, offset: Int) {
    #expect(Markdown(text).faults.map(\.offset) == [offset])
  }

  @Test("Placeholders and quoted texts are literal, and offsets count their characters")
  func skipsPlaceholders() throws {
    let text = "{$a} '{**}' **{'*_'}** [b"
    let (_, opaque) = try Template.marked(text, in: .ru)
    let markdown = Markdown(text, opaque)
    #expect(markdown.faults.map(\.offset) == [23])
    let whole = "'{**}' **{$a}** it''s"
    let parsed = Markdown(whole, try Template.marked(whole, in: .ru).opaque)
    #expect(parsed.blocks.map(Self.text(of:)) == ["<p>{**} <b>{0}</b> it's</p>"])
  }

  @Test("1,000 nested lists, brackets or delimiters are faults", arguments: ["- ", "1. ", "[", "*a _b ", "(", "<a"])
  func refusesDeepNesting(sign: String) {
    let lines = (0..<1000).map { String(repeating: " ", count: $0 * sign.utf8.count) + sign + "x" }
    for text in [lines.joined(separator: "\n"), String(repeating: sign, count: 1000)] {
      let markdown = Markdown(text)
      #expect((1...Markdown.maxFaults).contains(markdown.faults.count) || sign == "(")
      #expect(markdown.blocks.map(Self.depth).max() ?? 0 <= Markdown.maxDepth)
    }
  }

  @Test("Lists nested deeper than three levels are reported once for each outer list")
  func reportsDepthOnce() {
    let deep = "- a\n  - b\n    - c\n      - d\n        - e\n        - f\n      - g\n"
    #expect(Markdown(deep).faults.map(\.offset) == [24])
    #expect(Markdown(deep + "\nText\n\n" + deep).faults.count == 2)
  }

  @Test("A long text is parsed in time linear in its length") func parsesLongText() {
    for piece in ["a **b** _c_ ", "- a\n  - b\n    - c\n", "\\* ( ) ] ~ & < a_b ", "# a\n", "a\n", "\n"] {
      let count = 300_000 / piece.utf8.count
      #expect(Markdown(String(repeating: piece, count: count) + "\n\nx").faults.map(\.problem) == [])
    }
  }

  @Test("A text has at most 100 links", arguments: [(100, 0), (101, 1), (300, 1)])
  func limitsLinks(count: Int, faults: Int) {
    #expect(Markdown(String(repeating: "[a](/b)\n\n", count: count)).faults.count == faults)
    #expect(Markdown(String(repeating: "[a](/b) ", count: count)).faults.count == faults)
  }

  @Test("A random text is parsed, or has faults at offsets within it", arguments: 1...500)
  func parsesOrRejectsRandomText(seed: Int) {
    var chance = Chance(UInt64(seed))
    let pieces = [
      "*", "**", "_", "[", "](", ")", "](/a)", "\n", "\n\n", "- ", "  ", "1. ", "# ", "\\", "`", "<", "&", "|", ">",
      "~~",
      "ё", "🙂", "\u{301}", "a", " ", "\t", "{$a}", "'{*}'", "***", "javascript:",
    ]
    let text = (0..<Int.random(in: 1...30, using: &chance)).map { _ in pieces.randomElement(using: &chance) ?? "" }
      .joined()
    guard let (template, opaque) = try? Template.marked(text, in: .en) else { return }
    let markdown = Markdown(text, opaque)
    for fault in markdown.faults {
      #expect(
        (0...text.utf8.count).contains(fault.offset) && !fault.problem.isEmpty && !fault.remedy.isEmpty, "\(text)")
    }
    if markdown.faults.isEmpty {
      let caption = Template(markdown.caption, template.arguments, in: .en)
      // The line feeds separate the value from combining marks.
      let values = template.arguments.map { _ in "\n**v**\n" as Value }
      let shown = caption.text(values) { _, _ in nil }
      #expect(!shown.isEmpty)
      #expect(shown.ranges(of: "**v**").count == template.arguments.count, "\(text)")
      #expect(markdown.links.allSatisfy { LinkAddress.isAllowed($0.href) })
    }
  }

  // MARK: - Blocks as text

  private static func text(of block: Markdown.Block) -> String {
    switch block {
    case .paragraph(let spans): "<p>\(text(of: spans))</p>"
    case .heading(let level, let spans): "<h\(level)>\(text(of: spans))</h\(level)>"
    case .list(let list): text(of: list)
    }
  }

  private static func text(of list: Markdown.List) -> String {
    let items = list.items.map { "<li>\(text(of: $0.spans))\($0.lists.map { text(of: $0) }.joined())</li>" }
    let tag = list.isOrdered ? "ol" : "ul"
    return "<\(tag)>\(items.joined())</\(tag)>"
  }

  private static func text(of spans: [Markdown.Span]) -> String {
    spans.map { span in
      let words = span.parts.map { part in
        switch part {
        case .text(let text): text
        case .argument(let index, _), .plural(let index, _), .select(let index, _): "{\(index)}"
        }
      }.joined()
      let linked = span.href.map { "[\(words)](\($0))" } ?? words
      let tag = (span.style.contains(.strong) ? "b" : "") + (span.style.contains(.emphasis) ? "i" : "")
      return tag.isEmpty ? linked : "<\(tag)>\(linked)</\(tag)>"
    }.joined()
  }

  private static func depth(_ block: Markdown.Block) -> Int {
    if case .list(let list) = block { depth(list) } else { 0 }
  }

  private static func depth(_ list: Markdown.List) -> Int {
    1 + (list.items.flatMap(\.lists).map { depth($0) }.max() ?? 0)
  }
}
