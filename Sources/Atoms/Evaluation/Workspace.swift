import Conditions
import JSON
import Synchronization

/// The flags of a slot during an evaluation.
struct SlotFlags: OptionSet, Sendable {
  let rawValue: UInt16

  /// The atom is not shown.
  static let hidden = SlotFlags(rawValue: 1)
  /// The atom's `enableIf` does not hold.
  static let disabled = SlotFlags(rawValue: 2)
  /// The value posted for the atom has the wrong type.
  static let unreadable = SlotFlags(rawValue: 4)
  /// The person is still typing the value, so the server does not rewrite it.
  static let typed = SlotFlags(rawValue: 8)
  /// The fact was read, or the lookup found a record.
  static let known = SlotFlags(rawValue: 16)
  /// The lookup found nothing for the key, or the key is invalid.
  static let empty = SlotFlags(rawValue: 32)
  /// The value is unavailable: a bank system or a directory does not answer.
  static let unavailable = SlotFlags(rawValue: 64)
  /// The atom's kind has validated the value successfully.
  static let sound = SlotFlags(rawValue: 128)
  /// The value was requested from a bank system and has not arrived.
  static let pending = SlotFlags(rawValue: 256)
  /// The atom is shown and locked because its state is unknown.
  static let locked = SlotFlags(rawValue: 512)
  /// The named value could not be evaluated. Expressions that read it fail too.
  static let failed = SlotFlags(rawValue: 1024)
}

extension SlotFlags {
  init(_ unknown: UnknownReason) { self = unknown == .pending ? .pending : .unavailable }

  /// The reason why the slot's value is unknown; nil for a known value.
  var unknown: UnknownReason? { contains(.pending) ? .pending : contains(.unavailable) ? .unavailable : nil }

  /// The reason why conditions cannot read the slot; nil if they can.
  var gap: UnknownReason? { unknown ?? (contains(.failed) ? .failed : nil) }
}

/// The buffers of one evaluation, initialized to the operation's presets.
struct Workspace: ~Copyable {
  /// The buffers in the form in which `Workspaces` stores them.
  var buffers: Buffers

  init(values: [Value], repeats: Int) {
    buffers = Buffers(
      input: ConditionInput(values: values), marks: Array(repeating: [], count: values.count),
      items: Array(repeating: ItemList(), count: repeats))
  }

  /// Creates a workspace from returned buffers.
  init(_ buffers: consuming Buffers) { self.buffers = buffers }

  struct Buffers {
    var input = ConditionInput(values: [])
    var marks: [SlotFlags] = []
    var items: [ItemList] = []
  }

  var input: ConditionInput {
    _read { yield buffers.input }
    _modify { yield &buffers.input }
  }
  var marks: [SlotFlags] {
    _read { yield buffers.marks }
    _modify { yield &buffers.marks }
  }
  /// The items of each repeat, by its number.
  var items: [ItemList] {
    _read { yield buffers.items }
    _modify { yield &buffers.items }
  }

  /// Resets the nodes in a plan and the facts. An evaluation changes no other slots.
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

  mutating func clear(_ slot: Int, of operation: Operation) {
    input.values[slot] = operation.presets[slot]
    marks[slot] = []
  }
}

/// The pool of unused workspaces of one operation.
///
/// A returned workspace is reset only where the evaluation changed it.
final class Workspaces: Sendable {
  private static let maximum = 8

  private struct Waiting {
    /// The first `count` elements are available workspaces.
    var places = Array(repeating: Workspace.Buffers(), count: maximum)
    var count = 0
  }

  private let values: [Value]
  private let repeats: Int
  private let waiting = Mutex(Waiting())

  /// Creates a pool of workspaces with these initial values by slot.
  init(values: [Value], repeats: Int) { (self.values, self.repeats) = (values, repeats) }

  func take() -> Workspace {
    // Here and in `give`, swap the buffers, because a second reference would force a copy on the
    // next write.
    var workspace = Workspace(Workspace.Buffers())
    let isTaken = waiting.withLock { waiting in
      guard waiting.count > 0 else { return false }
      waiting.count -= 1
      swap(&waiting.places[waiting.count], &workspace.buffers)
      return true
    }
    return isTaken ? workspace : Workspace(values: values, repeats: repeats)
  }

  /// Returns a cleared workspace to the pool. The caller must not use its buffers afterwards.
  func give(_ workspace: inout Workspace) {
    waiting.withLock { waiting in
      guard waiting.count < Self.maximum else { return }
      swap(&waiting.places[waiting.count], &workspace.buffers)
      waiting.count += 1
    }
  }
}
