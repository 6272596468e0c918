import Conditions
import JSON

/// The buffers that an evaluation works in: as many slots as the operation has, each as if nothing had been posted.
struct Workspace: ~Copyable {
  /// The buffers, as they can be kept.
  var buffers: Buffers

  /// Buffers in their first state.
  init(values: [Value], repeats: Int) {
    buffers = Buffers(
      input: Input(values: values), marks: Array(repeating: [], count: values.count),
      items: Array(repeating: ItemList(), count: repeats))
  }

  /// Buffers that have been put back.
  init(_ buffers: consuming Buffers) { self.buffers = buffers }

  /// What an evaluation works in.
  struct Buffers {
    var input = Input(values: [])
    var marks: [Marks] = []
    var items: [ItemList] = []
  }

  /// Values by slot: atoms, answers, facts.
  var input: Input {
    _read { yield buffers.input }
    _modify { yield &buffers.input }
  }
  /// What else is known of each slot.
  var marks: [Marks] {
    _read { yield buffers.marks }
    _modify { yield &buffers.marks }
  }
  /// The items of each repeat, by its number.
  var items: [ItemList] {
    _read { yield buffers.items }
    _modify { yield &buffers.items }
  }

  /// Brings what a plan has worked out back into its first state: nothing else was touched but facts.
  mutating func clear(after plan: WorkPlan, of operation: Operation) {
    let presets = operation.presets
    for node in plan.nodes {
      buffers.input.values[node] = presets[node]
      buffers.marks[node] = []
    }
    for slot in operation.firstFact..<presets.count where !buffers.marks[slot].isEmpty {
      clear(slot, of: operation)
    }
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
