import Conditions
import JSON
import Synchronization

/// What an evaluation notes of a slot beside its value.
struct Marks: OptionSet, Sendable {
  let rawValue: UInt8

  /// The atom is not drawn.
  static let hidden = Marks(rawValue: 1)
  /// Its `enableIf` does not hold.
  static let disabled = Marks(rawValue: 2)
  /// What was posted for the atom is of another type.
  static let unreadable = Marks(rawValue: 4)
  /// The client is still typing it: it is not rewritten.
  static let typed = Marks(rawValue: 8)
  /// The fact was asked for, or the look-up has found something.
  static let known = Marks(rawValue: 16)
  /// The look-up has nothing for the key, or the key is wrong.
  static let empty = Marks(rawValue: 32)
  /// The look-up could not be made.
  static let failed = Marks(rawValue: 64)
  /// The atom's kind has judged the value, and found it right.
  static let sound = Marks(rawValue: 128)
}

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

/// Workspaces of one operation that wait to be used again, so that an evaluation costs what it touches and not what the
/// operation has.
final class Workspaces: Sendable {
  /// How many are kept: as many as threads are likely to evaluate the operation at once.
  private static let most = 8

  private struct Waiting {
    /// Places for as many as are kept, the first of them full.
    var places = Array(repeating: Workspace.Buffers(), count: most)
    var count = 0
  }

  private let values: [Value]
  private let repeats: Int
  private let waiting = Mutex(Waiting())

  /// Workspaces for these first values by slot.
  init(values: [Value], repeats: Int) { (self.values, self.repeats) = (values, repeats) }

  /// A workspace in its first state.
  func take() -> Workspace {
    // Buffers change places, here and below: a copy counts a reference for each of their arrays.
    var workspace = Workspace(Workspace.Buffers())
    let isTaken = waiting.withLock { waiting in
      guard waiting.count > 0 else { return false }
      waiting.count -= 1
      swap(&waiting.places[waiting.count], &workspace.buffers)
      return true
    }
    return isTaken ? workspace : Workspace(values: values, repeats: repeats)
  }

  /// Takes back a workspace that is cleared; what is left in its place is good for nothing.
  func give(_ workspace: inout Workspace) {
    waiting.withLock { waiting in
      guard waiting.count < Self.most else { return }
      swap(&waiting.places[waiting.count], &workspace.buffers)
      waiting.count += 1
    }
  }
}
