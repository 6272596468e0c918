import Texts
import Atoms
import FoundationEssentials
import Glibc
import JSON
import Operations

/// The links of the operation's tree, as the server writes them.
func links(of operation: Operation) -> Links {
  Links(
    evaluate: "/operations/\(operation.id)/evaluate", draft: "/drafts/\(operation.id)", routes: "/routes?url=",
    actions: [
      .submit: Links.Action("POST", "/operations/\(operation.id)/submissions"),
      .cancel: Links.Action("GET", "/operations"),
    ])
}

// Times the engine in one process and one thread, without HTTP, and prints each figure with its
// target.

struct Nothing: Environment {
  func fact(_ name: String) -> Value { .null }
  func answer(of lookup: String, for key: Value) -> LookupAnswer { .empty }
  var today: String { "2026-11-21" }
}

/// Evaluates and validates a question; returns the number of violations.
func judge(_ shape: Shape, _ question: Question) -> Int {
  var evaluation = Evaluation(shape.operation, question, in: .ru, Nothing())
  return evaluation.violations().count
}

/// A question with values by slot.
func question(_ shape: Shape, changed: [String]? = nil) -> Question {
  var question = Question(changed: changed, commit: true)
  question.placed = PlacedValues(shape.values, in: shape.operation)
  return question
}

/// Times a question, whose values must be valid.
func time(_ shape: Shape, changed: [String]? = nil) -> Double {
  let question = question(shape, changed: changed)
  let wrong = judge(shape, question)
  if wrong != 0 {
    print("  \(wrong) values of \(shape.operation.atoms.count) atoms are wrong: not the case that is meant")
  }
  return microseconds { _ = judge(shape, question) }
}

func drawn(_ shape: Shape, _ question: Question) -> Int {
  var evaluation = Evaluation(shape.operation, question, in: .ru, Nothing())
  var writer = Writer(capacity: 65_536)
  evaluation.writeTree(to: &writer, links: links(of: shape.operation), in: .ru)
  return writer.bytes.count
}

/// The resident memory of this process, from the kernel's count of pages.
func residentBytes() -> Int {
  let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").dropFirst()
    .first
  return (pages.flatMap { Int($0) } ?? 0) * Int(getpagesize())
}

func submitted(_ shape: Shape) -> Int {
  ((try? CheckedSubmission(shape.operation, values: shape.values, in: .ru, Nothing()))?.values.count) ?? -1
}

print("100 atoms, 30 conditions, values by slot")
let hundred = try Shape.mixed(100)
let whole = time(hundred)
report("  full evaluation with validation", whole, "µs", target: 6)
report("  a change that touches 3 atoms", time(hundred, changed: ["a51"]), "µs", target: 1)
var undrawn = question(hundred)
undrawn.commit = false
let evaluated = microseconds { _ = Evaluation(hundred.operation, undrawn, in: .ru, Nothing()) }
let tree = microseconds { _ = drawn(hundred, undrawn) }
report("  writing the tree as JSON, \(drawn(hundred, undrawn)) bytes", tree - evaluated, "µs", target: 25)

print("The cost of a change that touches 3 atoms")
let shapes = try [100, 1_000, 10_000].map { try Shape.mixed($0) }
let changes = shapes.map { time($0, changed: ["a51"]) }
for (shape, cost) in zip(shapes, changes) { report("  of \(shape.operation.atoms.count) atoms", cost, "µs") }
report("  ratio of most to least expensive", (changes.max() ?? 0) / (changes.min() ?? 1), "times", target: 1.5)

print("Full evaluation with validation, for each atom")
for shape in shapes {
  let count = Double(shape.operation.atoms.count)
  report("  of \(shape.operation.atoms.count) atoms", time(shape) / count * 1000, "ns")
}

for (count, theirs) in [(100, (1_200, 370, 650)), (1_000, (22_000, 3_400, 5_000))] {
  let survey = try Shape.survey(count)
  print("\(count) required text inputs, \(count * 3 / 10) with a condition (SurveyJS 3.0.1 on Node 20)")
  report(
    "  a change on which \(count * 3 / 10) depend", time(survey, changed: ["q0"]), "µs",
    comparison: "SurveyJS \(theirs.0) µs")
  report("  a change on which none depends", time(survey, changed: ["q9"]), "µs", comparison: "SurveyJS \(theirs.1) µs")
  let all = time(survey)
  report("  to validate all", all, "µs", target: count == 100 ? 6.5 : nil, comparison: "SurveyJS \(theirs.2) µs")
  let posted = microseconds { _ = submitted(survey) }
  report(
    "  to validate all from JSON values by name", posted, "µs", target: count == 100 ? 10 : nil,
    comparison: "jsonschema-rs 4.2 µs to say valid or not")
}

print("What users of other engines report")
let calculated = try Shape.calculated()
report(
  "  700 inputs with calculated values, a change of the first", time(calculated, changed: ["n0"]) / 1000, "ms",
  target: 5,
  comparison: "reported 2-5 s")
report("  the same, of the last", time(calculated, changed: ["n349"]) / 1000, "ms", target: 5, comparison: "reported 2-5 s")
let items = try Shape.items()
report("  420 items with 80 expressions, all", time(items) / 1000, "ms", target: 5, comparison: "reported 70 s")
let controls = try Shape.controls()
report(
  "  1,979 controls, to draw", microseconds { _ = drawn(controls, Question(values: controls.values)) } / 1000, "ms",
  target: 5, comparison: "reported 24 s to load and run")
report("  the same, a change of one", time(controls, changed: ["c990"]) / 1000, "ms", target: 5)
let grids = try Shape.grids()
if submitted(grids) < 0 { print("  the grids are not right: not the case that is meant") }
report(
  "  six rows of five inner grids, to submit", microseconds { _ = submitted(grids) } / 1000, "ms", target: 5,
  comparison: "reported 18 s")
report(
  "  the same, a change in one cell",
  time(grids, changed: ["rows[3].grid2[4].n"]) / 1000, "ms", target: 5)

print("A questionnaire of \(QuestionnaireShape.parts) parts on ten pages")
let questionnaire = try QuestionnaireShape()
/// Evaluates a question and writes its states or its tree; returns the number of bytes.
func answered(_ operation: Operation, _ question: Question, asTree: Bool) -> Int {
  var evaluation = Evaluation(operation, question, in: .ru, Nothing())
  var writer = Writer(capacity: 65_536)
  if asTree {
    evaluation.writeTree(to: &writer, links: links(of: operation), in: .ru)
  } else {
    evaluation.writeStates(to: &writer, in: .ru)
  }
  return writer.bytes.count
}
report(
  "  to load and check", microseconds(batches: 20) { _ = try? QuestionnaireShape.load() } / 1000, "ms", target: 60)
let opening = questionnaire.question()
report(
  "  to draw a page, \(answered(questionnaire.operation, opening, asTree: true)) bytes",
  microseconds { _ = answered(questionnaire.operation, opening, asTree: true) } / 1000, "ms", target: 0.4)
let change = questionnaire.question(changed: ["a171"])
report(
  "  to change an answer, \(answered(questionnaire.operation, change, asTree: false)) bytes",
  microseconds { _ = answered(questionnaire.operation, change, asTree: false) } / 1000, "ms", target: 0.1)

print("1,000 entered rows of five inputs")
for (name, hasPrevious, target) in [("a changed cell", false, 1.5), ("a changed cell with `previous`", true, 12.0)] {
  let rows = try Shape.rows(previous: hasPrevious)
  let cell = Question(values: rows.values, changed: ["rows[500].amount"], commit: true)
  report(
    "  \(name), \(answered(rows.operation, cell, asTree: false)) bytes",
    microseconds(batches: 50) { _ = answered(rows.operation, cell, asTree: false) } / 1000, "ms", target: target)
}
let pasted = try Shape.rows(previous: false)
func pasteRows() -> Int {
  let target = PastedRows.Target(path: "rows", values: Object(), kept: 0)
  let rows = PastedRows(SeparatedText(Shape.pastedRows), at: target, of: pasted.operation, in: .ru, Nothing())
  return rows.map { $0.violations.isEmpty ? $0.items.count : 0 } ?? 0
}
report("  to paste \(pasteRows()) rows", microseconds(batches: 20) { _ = pasteRows() } / 1000, "ms", target: 60)

print("200 operation files of 50 atoms")
let directory = FileManager.default.temporaryDirectory.appendingPathComponent("valence-engine-\(getpid())").path
try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: directory) }
for file in 0..<200 {
  let text = Shape.definition(Shape.mixedLines(50), id: "file\(file)")
  _ = FileManager.default.createFile(atPath: "\(directory)/file\(file).yaml", contents: Data(text.utf8))
}
let start = ContinuousClock.now
let catalog = try Catalog(directory: directory, vocabulary: .bank)
let elapsed = (ContinuousClock.now - start).components
let atoms = catalog.operations.reduce(0) { $0 + $1.atoms.count }
report(
  "  to load and check", Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18, "s", target: 1)
// The first reading leaves free memory for the next ones, so the growth is that of four more sets.
let before = residentBytes()
let more = try (0..<4).map { _ in try Catalog(directory: directory, vocabulary: .bank) }
let grown = residentBytes() - before
report("  memory for each of \(atoms) loaded atoms", Double(grown) / Double(atoms * more.count), "bytes")
