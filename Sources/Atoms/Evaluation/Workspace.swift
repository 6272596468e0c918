import Conditions
import JSON
import Synchronization

/// The notes of an evaluation on a slot, beside its value.
struct SlotFlags: OptionSet, Sendable {
  let rawValue: UInt16

  /// The atom is not drawn.
  static let hidden = SlotFlags(rawValue: 1)
  /// The atom's `enableIf` does not hold.
  static let disabled = SlotFlags(rawValue: 2)
  /// The value posted for the atom is of the wrong type.
  static let unreadable = SlotFlags(rawValue: 4)
  /// The person is still typing the value, so the server does not rewrite it.
  static let typed = SlotFlags(rawValue: 8)
  /// The surroundings were asked for the fact, or the lookup has found something.
  static let known = SlotFlags(rawValue: 16)
  /// The lookup has found nothing for the key, or the key is wrong.
  static let empty = SlotFlags(rawValue: 32)
  /// The value cannot be had at present: a system of the bank, or the directory of a lookup, does not answer.
  static let unavailable = SlotFlags(rawValue: 64)
  /// The atom's kind has judged the value and found it right.
  static let sound = SlotFlags(rawValue: 128)
  /// The value is on its way from a system of the bank.
  static let pending = SlotFlags(rawValue: 256)
  /// The atom is shown and locked: its state is unknown.
  static let locked = SlotFlags(rawValue: 512)
  /// The named value could not be worked out, and neither can what reads it.
  static let failed = SlotFlags(rawValue: 1024)
}

extension SlotFlags {
  /// Creates the mark of an unknown value.
  init(_ unknown: UnknownReason) { self = unknown == .pending ? .pending : .unavailable }

  /// The reason for which the slot's value is not known; nil for a known one.
  var unknown: UnknownReason? { contains(.pending) ? .pending : contains(.unavailable) ? .unavailable : nil }

  /// The reason for which no condition can read the slot; nil for one that it can.
  var gap: UnknownReason? { unknown ?? (contains(.failed) ? .failed : nil) }
}

/// The buffers of one evaluation: one slot for each of the operation's, set as if nothing had been posted.
struct Workspace: ~Copyable {
  /// The buffers, in the form in which `Workspaces` keeps them.
  var buffers: Buffers

  /// Creates buffers in their first state.
  init(values: [Value], repeats: Int) {
    buffers = Buffers(
      input: ConditionInput(values: values), marks: Array(repeating: [], count: values.count),
      items: Array(repeating: ItemList(), count: repeats))
  }

  /// Takes over buffers that have been put back.
  init(_ buffers: consuming Buffers) { self.buffers = buffers }

  /// The values, marks and items.
  struct Buffers {
    var input = ConditionInput(values: [])
    var marks: [SlotFlags] = []
    var items: [ItemList] = []
  }

  /// Values by slot: atoms, answers, facts.
  var input: ConditionInput {
    _read { yield buffers.input }
    _modify { yield &buffers.input }
  }
  /// The other notes on each slot.
  var marks: [SlotFlags] {
    _read { yield buffers.marks }
    _modify { yield &buffers.marks }
  }
  /// The items of each repeat, by its number.
  var items: [ItemList] {
    _read { yield buffers.items }
    _modify { yield &buffers.items }
  }

  /// Resets the nodes that a plan has worked out, and the facts; an evaluation touches nothing else.
  mutating func clear(after plan: EvaluationPlan, of operation: Operation) {
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

  /// Resets one slot to its first state.
  mutating func clear(_ slot: Int, of operation: Operation) {
    input.values[slot] = operation.presets[slot]
    marks[slot] = []
  }
}

/// The workspaces of one operation that wait for reuse.
///
/// With them an evaluation costs what it touches, not what the operation has.
final class Workspaces: Sendable {
  /// The largest number kept: about as many threads evaluate the operation at once.
  private static let maximum = 8

  private struct Waiting {
    /// One place for each workspace that may be kept; the first `count` are full.
    var places = Array(repeating: Workspace.Buffers(), count: maximum)
    var count = 0
  }

  private let values: [Value]
  private let repeats: Int
  private let waiting = Mutex(Waiting())

  /// Creates a pool of workspaces with these first values by slot.
  init(values: [Value], repeats: Int) { (self.values, self.repeats) = (values, repeats) }

  /// Returns a workspace in its first state.
  func take() -> Workspace {
    // Here and below the buffers are swapped: a copy would retain each of their arrays.
    var workspace = Workspace(Workspace.Buffers())
    let isTaken = waiting.withLock { waiting in
      guard waiting.count > 0 else { return false }
      waiting.count -= 1
      swap(&waiting.places[waiting.count], &workspace.buffers)
      return true
    }
    return isTaken ? workspace : Workspace(values: values, repeats: repeats)
  }

  /// Takes back a cleared workspace; the caller must not use what it holds afterwards.
  func give(_ workspace: inout Workspace) {
    waiting.withLock { waiting in
      guard waiting.count < Self.maximum else { return }
      swap(&waiting.places[waiting.count], &workspace.buffers)
      waiting.count += 1
    }
  }
}
