import FoundationEssentials

/// Mutates a definition file like an author or an attacker: lines and values are moved, removed,
/// duplicated and replaced. About one mutation in four is libFuzzer's own.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int, _ seed: UInt32) -> Int {
  var random = Random(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
  guard count > 1, random.below(4) != 0 else { return mutateBytes(start, count, room) }
  let bytes = UnsafeBufferPointer(start: start, count: count)
  var mutation = Mutation(String(decoding: bytes.dropFirst(), as: UTF8.self), random)
  mutation.change()
  return write([bytes[0]] + Array(mutation.text.utf8), to: start, room)
}

/// Inserts lines of one input into another.
@_cdecl("LLVMFuzzerCustomCrossOver")
public func cross(
  _ a: UnsafePointer<UInt8>, _ countA: Int, _ b: UnsafePointer<UInt8>, _ countB: Int,
  _ out: UnsafeMutablePointer<UInt8>, _ room: Int, _ seed: UInt32
) -> Int {
  guard countA > 1, countB > 1 else { return 0 }
  let random = Random(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
  let (first, second) = (UnsafeBufferPointer(start: a, count: countA), UnsafeBufferPointer(start: b, count: countB))
  var mutation = Mutation(String(decoding: first.dropFirst(), as: UTF8.self), random)
  mutation.splice(String(decoding: second.dropFirst(), as: UTF8.self))
  return write([first[0]] + Array(mutation.text.utf8), to: out, room)
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int) -> Int

private func write(_ bytes: [UInt8], to start: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
  let written = bytes.prefix(room)
  for (place, byte) in written.enumerated() { start[place] = byte }
  return written.count
}

/// Random numbers from a seed (xorshift64).
struct Random {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return limit > 0 ? Int(state % UInt64(limit)) : 0
  }
}

/// The mutations of the text of one file.
private struct Mutation {
  private var lines: [String]
  private var random: Random

  init(_ text: String, _ random: Random) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.random = random
  }

  var text: String { lines.joined(separator: "\n") }

  mutating func change() {
    for _ in 0...random.below(3) { changeOnce() }
  }

  private mutating func changeOnce() {
    guard !lines.isEmpty else { return lines.append(Odd.lines[random.below(Odd.lines.count)]) }
    let place = random.below(lines.count)
    switch random.below(12) {
    case 0: lines.remove(at: place)
    case 1: lines.insert(lines[place], at: random.below(lines.count + 1))
    case 2: lines.swapAt(place, random.below(lines.count))
    case 3: lines[place] = "  " + lines[place]
    case 4: lines[place] = String(lines[place].dropFirst(2))
    case 5: lines.insert(Odd.lines[random.below(Odd.lines.count)], at: place)
    case 6...9: replaceValue(at: place)
    case 10: swapWords(place, random.below(lines.count))
    default: nest(place)
    }
  }

  /// Inserts up to eight lines of another file at a random position.
  mutating func splice(_ other: String) {
    let others = other.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let from = random.below(others.count)
    let some = others[from...].prefix(1 + random.below(8))
    lines.insert(contentsOf: some, at: random.below(lines.count + 1))
  }

  /// Returns the ranges of a line that are words, numbers or quoted strings.
  private func words(of line: String) -> [Range<String.Index>] {
    var words: [Range<String.Index>] = []
    var place = line.startIndex
    while place < line.endIndex {
      var end = line.index(after: place)
      if line[place] == "\"" {
        end = line[end...].firstIndex(of: "\"").map { line.index(after: $0) } ?? line.endIndex
      } else if line[place].isLetter || line[place].isNumber || line[place] == "$" {
        end = line[end...].firstIndex { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." } ?? line.endIndex
      } else {
        place = end
        continue
      }
      words.append(place..<end)
      place = end
    }
    return words
  }

  /// Replaces a word, or a part of a quoted string, with an unusual value or a word from another
  /// line.
  private mutating func replaceValue(at place: Int) {
    let found = words(of: lines[place])
    guard !found.isEmpty else { return }
    let word = found[random.below(found.count)]
    let old = lines[place][word]
    if old.hasPrefix("\""), old.count > 2, random.below(4) != 0 {
      let inner = String(old.dropFirst().dropLast())
      let parts = words(of: inner)
      guard !parts.isEmpty else { return }
      var changed = inner
      changed.replaceSubrange(parts[random.below(parts.count)], with: replacement(of: 3))
      return lines[place].replaceSubrange(word, with: "\"\(changed)\"")
    }
    lines[place].replaceSubrange(word, with: replacement(of: 2))
  }

  private mutating func replacement(of share: Int) -> String {
    if random.below(share) == 0 {
      let line = lines[random.below(lines.count)]
      let found = words(of: line)
      if !found.isEmpty { return String(line[found[random.below(found.count)]]) }
    }
    return Odd.values[random.below(Odd.values.count)]
  }

  private mutating func swapWords(_ a: Int, _ b: Int) {
    let (left, right) = (words(of: lines[a]), words(of: lines[b]))
    guard a != b, !left.isEmpty, !right.isEmpty else { return }
    let (one, other) = (left[random.below(left.count)], right[random.below(right.count)])
    let (first, second) = (String(lines[a][one]), String(lines[b][other]))
    lines[a].replaceSubrange(one, with: second)
    lines[b].replaceSubrange(other, with: first)
  }

  /// Encloses a value in brackets, sometimes in many.
  private mutating func nest(_ place: Int) {
    let found = words(of: lines[place])
    guard !found.isEmpty else { return }
    let word = found[random.below(found.count)]
    let depth = [1, 2, 20, 300][random.below(4)]
    let (open, close) = [("(", ")"), ("[", "]"), ("{a: ", "}"), ("-", ""), ("NOT ", ""), ("{", "}")][random.below(6)]
    let (head, tail) = (String(repeating: open, count: depth), String(repeating: close, count: depth))
    lines[place].replaceSubrange(word, with: head + lines[place][word] + tail)
  }
}

/// Unusual values and lines.
private enum Odd {
  static let values = [
    "null", "~", "", "true", "yes", "0", "-1", "1e400", "0x7F", "0o17", ".5", "1_000", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "2147483648", "4294967296", "0.0000000000000000000000000000000001",
    "99999999999999999999999999999999999999", "2026-02-30", "9999-12-31", "0001-01-01", "\"\"", "'", "\\", "{", "}",
    "[",
    "[]", "{}", "&a", "*a", "!!int", "|", ">", "%", "@", "\t", "\u{0}", "\u{FEFF}", "\u{85}", "\u{2028}",
    "é\u{301}\u{316}",
    "$self", "SELF", "nil", "today()", "addDays(today(), 9223372036854775807)", "round(1, 9223372036854775807)",
    "concat($a, text($n))", "padStart($a, 10000, 'ё')", "replace($a, 'a', $a)", "split($a, ',')",
    "join(split($a, ''), $a)",
    "power($n, 10000)", "annuity($n, $n, 1200)", "mod($n, 0)", "addBusinessDays(today(), 1000)",
    "isBusinessDay(today())",
    "$n - $n / 7 * 7", "date($n, 2, 30)", "number($a)", "isIban", "isEmail",
    "TERNARY(1 == 1, 1, 2)", "SUBQUERY($x, $y, $y == 1)", "@count", "@sum.a", "a.b.c", "1 / 0", "2 ** 9999", "$n + 1",
    "ANY", "MATCHES '(a+)+$'", "MATCHES[cd] '[а-я'", "BETWEEN {1, 2}", "IN {}", "[FIRST]", "[0]", "{$a}",
    "{$a, plural}",
    "{0}", "include", "define", "showIf", "value", "default", "defaultFrom", "options", "optionsFrom", "items",
    "lookup",
    "mask", "pattern", "length", "min", "max", "check", "filter", "format", "currencyFrom", "fallback",
    "onChange", "messages", "confirm", "severity", "over", "previous", "captionFrom", "formatFrom", "either", "slider",
    "judged",
    "concat($a, '-', $b) == 'A'", "replace($a, 'a', '') IN {'', 'b'}", "split($a, ' ')[0] != trim($b)",
  ]

  static let lines = [
    "send: {v: \"$n * 2\", w: today(), x: $a}", "define: {v: \"$n\", b: \"v > 0\"}",
    "define: {v: \"w * 2\", w: \"1 / $n\", s: accounts}",
    "define: {a: \"b > 0\", b: \"a > 0\"}", "  - {include: fragments}",
    "  - {kinds: k, caption: K, n: 2, optional: true, check: \"$k != nil\"}",
    "value: {a: $a, b: \"$self + 1\"}", "shown: \"{$a} {$self}\"", "  - {kinds: self}", "  - {textInput: self}",
    "  - {include: fragments, as: p, with: {v: A, n: 2}}", "parameters: {v: text, n: {type: number, default: 1}}",
    "  - {textInput: x, caption: $v, maxLength: $n}", "  - {text: y, caption: \"{$v}\", showIf: \"$n == 2\"}",
    "  - {repeat: s, caption: S, over: $n, as: i, max: 9, atoms: [{textInput: z, type: number, value: previous.z + i}]}",
    "  - {repeat: g, caption: G, from: \"groups($s, 'z', 'z')\", as: j, atoms: [{text: k, caption: \"{j.count}\"}]}",
    "  - {textInput: n, caption: N, type: integer, showIf: b}", "  - {text: t, caption: \"{$n + 1}\"}",
    "  - {textInput: m, caption: M, type: amount, currency: RUB, value: \"$n * 100\"}", "---", "...", "? a", ": b",
    "  - {textInput: q, caption: Q, optional: true, value: \"{'a': 1, 'b': 2}[$e]\", showIf: \"$e.rate > 1\"}",
    "  - [1000.., RUB, 2.5, C, {ru: В, en: C}]", "  - {amount: ..3, currency: EUR, rate: 1}",
    "keys: {amount: date range}",
    "columns: {rate: caption, code: integer}", "  - {enum: t, caption: T, options: {table: rates}, filter: rate > 1}",
    "  - {search: sr, caption: S, in: accounts, as: own, filter: \"value == $n AND v > 0\"}",
    "  - {search: ss, caption: S, in: rates, with: {code: $n}, filter: \"rate == $e\"}",
    "  - {choices: m, caption: M, max: 2, exclusive: x, options: [{value: x, caption: X, rate: 1}, {value: y, caption: Y, rate: 2}]}",
    "  - {command: c, caption: C, set: {n: \"$n + 1\"}, reset: [m], enableIf: \"$n > 0\"}",
    "  - {consent: terms, caption: T, document: 'https://a.b/c', version: 1, title: T, mustOpen: true, fallback: {atoms: [{text: u, caption: U}, {toggle: terms}]}}",
    "  - {text: mt, caption: \"{$m}\", showIf: \"'x' IN $m AND $m.@sum.rate > 1\"}",
    "  - {enum: e, caption: E, options: [{value: a, caption: A, rate: 1.5}, {value: b, caption: B, rate: 2}]}",
    "  - {textInput: p, caption: P, optional: true, value: \"padEnd(text($n), 20, '.')\", check: isIban}",
    "  - {textInput: u, caption: U, type: number, min: 1, max: 9, slider: {step: 2, marks: [1, 9]}, either: \"$v1 * 2\"}",
    "  - {textInput: v1, caption: V, type: number, either: \"$u / 2\", check: {check: \"$v1 > 1\", judged: submit}}",
    "  - {timeInput: t1, caption: T, optional: true, min: 09:00, max: $t2}",
    "  - {dateTimeInput: t2, caption: T, optional: true, min: today(), max: 2099-12-31T18:00}",
    "  - {dateInput: w, caption: W, optional: true, value: \"addBusinessDays(today(), $n)\"}",
    "  - {repeat: a, caption: A, defaultFrom: $r, define: {h: \"$q\", i: \"h == nil\"}, atoms: [{textInput: q, showIf: i}]}",
    "  - {repeat: b, caption: B, atoms: [{textInput: q, type: number}, {textInput: w, type: number, value: previous.w + $q}]}",
    "  - {repeat: c, over: $n, max: 9, as: k, until: \"$z > k\", atoms: [{textInput: z, type: number, value: k * 2}]}",
    "  - {repeat: r, caption: R, atoms: [{textInput: q, caption: Q}]}",
    "  - {repeat: t, caption: T, item: \"{$u} {v.number}\", row: v, unique: u, copy: true, order: true, atoms: [{textInput: u, caption: U}]}",
    "  - {repeat: p, caption: P, edit: table, paste: [o, u], atoms: [{textInput: o, caption: O}, {dateInput: u, caption: U}]}",
    "<<: *a", "a: &a [*a, *a]", "\t- a", "- -",
    "  - {enum: c, caption: C, options: {a: A, b: B}, onChange: {reset: [d, c], set: {e: \"TERNARY($c == 'a', $d, nil)\", n: $e}}}",
    "  - {textInput: d, caption: D, optional: true, onChange: {reset: c, set: {d: upper}}, messages: {required: R, lookup: L, type: T}}",
    "  - {textInput: e, caption: E, optional: true, onChange: {set: {c: \"split($d, ',')[0]\"}}}",
    "  - {link: l, caption: L, action: cancel, confirm: {title: \"{$n}\", text: T}}",
    "  - {button: go, caption: G, action: navigate, href: \"/a?b={$n}&c={$d}\"}",
    "  - {textInput: f, caption: F, check: [{check: \"$f != ''\", message: M, severity: warning}, {when: \"$f == 'a'\", message: I}]}",
    "  - {repeat: o, caption: O, atoms: [{textInput: u, caption: U, onChange: {reset: v}}, {textInput: v, caption: V}]}",
    "  - {text: md, markdown: \"# A\\n\\n- **{$n}** [b](/c) *d*\\n  1. e\\n\"}",
    "dailyLimit: {amount: amount, max: 1}", "signIf: \"$n > 0\"", "minimumClient: 99999999999.1",
  ]
}
