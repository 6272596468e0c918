import Conditions
import JSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The formats, the same in `gnustep.m`.
let formats = [
  "two": "($type == 1) || ($type == 2)",
  "six":
    "$amount > 1000 AND $currency == 'RUB' AND $type != 3 AND $priority <= 5 AND $code IN {'0101', '0202', '0303', '0404', '0505', '0606', '0707', '0808', '0909', '1010'} AND $name BEGINSWITH[cd] 'общество'",
]

/// The values of `$type`, `$amount`, `$currency`, `$priority`, `$code` and `$name` for successive
/// evaluations.
let inputs: [ConditionInput] = (1...4).map { type in
  ConditionInput(values: [
    .integer(Int64(type == 3 ? 4 : type)), 2500, "RUB", 5, "1010", "ОБЩЕСТВО с ограниченной ответственностью «Ёлка»",
  ])
}

let scope = Scope(variables: [
  "type": Binding(slot: .outer(0), type: .integer), "amount": Binding(slot: .outer(1), type: .number),
  "currency": Binding(slot: .outer(2), type: .text), "priority": Binding(slot: .outer(3), type: .integer),
  "code": Binding(slot: .outer(4), type: .text), "name": Binding(slot: .outer(5), type: .text),
])

/// The processor time of this process, in nanoseconds. Other programs on the machine do not count.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Returns the time of one round in nanoseconds: the median of five runs of `rounds` rounds.
func nanoseconds(rounds: Int, _ work: (Int) throws -> Int) rethrows -> (time: Double, total: Int) {
  var times: [Double] = []
  var total = 0
  _ = try work(rounds / 10)
  for _ in 0..<5 {
    let start = processorTime()
    total = try work(rounds)
    times.append((processorTime() - start) / Double(rounds))
  }
  return (times.sorted()[2], total)
}

for name in ["two", "six"] where CommandLine.arguments.count < 2 || CommandLine.arguments.contains(name) {
  let condition = try Condition(formats[name] ?? "", in: scope)
  let rounds = name == "two" ? 20_000_000 : 2_000_000
  // As in the engine, inputs do not change while conditions are evaluated, and are not copied.
  let (a, b, c, d) = (inputs[0], inputs[1], inputs[2], inputs[3])
  let (time, total) = try nanoseconds(rounds: rounds) { rounds in
    var held = 0
    for _ in 0..<rounds / 4 {
      if try condition.holds(in: a) { held += 1 }
      if try condition.holds(in: b) { held += 1 }
      if try condition.holds(in: c) { held += 1 }
      if try condition.holds(in: d) { held += 1 }
    }
    return held
  }
  print("evaluate \(name) \(time) \(Double(total) / Double(rounds))")
}

/// Conditions on functions, over texts of 20 characters: ASCII in `$code`, Cyrillic in `$name`.
let functions: KeyValuePairs = [
  "length": "length($code) == 20", "uppercase": "uppercase($code) == 'A'", "concat": "concat($code, '-', $name) == 'A'",
  "join": "join({$code, $name}, '-') == 'A'", "substring": "substring($code, 0, 5) == '40702'",
  "substring-cyrillic": "substring($name, 10, 7) == 'Ромашка'", "trim": "trim($blank) == 'A'",
  "replace": "replace($name, ' ', '') == 'A'", "split": "split($name, ' ')[0] == 'Общество'",
  "padStart": "padStart($code, 25, '0') == 'A'", "number": "number($digits) != nil",
  "text": "text($amount, 2) == '2500.00'", "nested": "trim(replace($code, '0', '')) == 'A'",
  "in": "substring($code, 0, 5) IN {'40702', '40817'}", "count": "count(split($name, ' ')) == 3",
]
let texts = ConditionInput(values: [
  "40702810138250123017", "Общество «Ромашка 1»", "  40702810138250123 ", "12345678901234567.25", 2500,
])
let textScope = Scope(variables: [
  "code": Binding(slot: .outer(0), type: .text), "name": Binding(slot: .outer(1), type: .text),
  "blank": Binding(slot: .outer(2), type: .text), "digits": Binding(slot: .outer(3), type: .text),
  "amount": Binding(slot: .outer(4), type: .number),
])
for (name, format) in functions where CommandLine.arguments.count < 2 || CommandLine.arguments.contains(name) {
  let (condition, input) = (try Condition(format, in: textScope), texts)
  let (time, total) = try nanoseconds(rounds: 1_000_000) { rounds in
    var held = 0
    for _ in 0..<rounds { if try condition.holds(in: input) { held += 1 } }
    return held
  }
  print("function \(name) \(time) \(Double(total) / 1_000_000)")
}

let text = formats["six"] ?? ""
let (time, _) = try nanoseconds(rounds: 20_000) { rounds in
  var read = 0
  for _ in 0..<rounds { read += try Condition(text, in: scope).reads.slots.count }
  return read
}
print("parse six \(time) \(text.utf8.count)")
