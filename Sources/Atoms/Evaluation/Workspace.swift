import Conditions
import JSON

/// The buffers that an evaluation works in: as many slots as the operation has, each as if nothing had been posted.
struct Workspace: ~Copyable {
  /// Values by slot: atoms, answers, facts.
  var input: Input
  /// What else is known of each slot.
  var marks: [Marks]
  /// The items of each repeat, by its number.
  var items: [ItemList]

  /// Buffers in their first state.
  init(values: [Value], repeats: Int) {
    input = Input(values: values)
    marks = Array(repeating: [], count: values.count)
    items = Array(repeating: ItemList(), count: repeats)
  }

  /// Buffers that have been put back.
  init(_ buffers: Buffers) { (input, marks, items) = (buffers.input, buffers.marks, buffers.items) }

  /// The buffers as they can be kept.
  struct Buffers {
    let input: Input
    let marks: [Marks]
    let items: [ItemList]
  }

  /// The buffers, to be put back.
  var buffers: Buffers { Buffers(input: input, marks: marks, items: items) }

  /// Brings what a plan has worked out back into its first state: nothing else was touched but facts.
  mutating func clear(after plan: WorkPlan, of operation: Operation) {
    for node in plan.nodes { clear(node, of: operation) }
    for slot in operation.firstFact..<marks.count { clear(slot, of: operation) }
    guard !plan.items.isEmpty else { return }
    for (template, work) in zip(operation.templates, plan.items) where work.isAny {
      items[template.number] = ItemList()
      for slot in template.slots { clear(slot, of: operation) }
    }
  }

  /// Brings one slot back into its first state.
  mutating func clear(_ slot: Int, of operation: Operation) {
    input.values[slot] = operation.presets[slot]
    marks[slot] = []
  }
}
