/// A screen: modules one under another, or as tabs.
public struct Screen: WireModel {
  /// Its id, which is also the place that its modules are embedded in.
  public let screen: String
  /// Its modules, in the order in which they are drawn.
  public let modules: [Module]
  /// All members, as they came.
  public let wire: Members

  /// What stands above it.
  public var title: String { wire["title"]?.string ?? "" }
  /// Whether each module is a tab.
  public var hasTabs: Bool { wire["container"]?.string == "tabs" }
  /// How it comes onto the screen.
  public var transition: Transition { wire.record("transition") ?? .push }
  /// What is followed once the screen is drawn: where a deep link has led.
  public var open: Lead? { wire.record("open") }
  /// The flow that it is a step of.
  public var flow: Flow? { wire.record("flow") }
  /// The buttons below the modules, in a flow; each has its `title`.
  public var actions: [Action] { (try? wire.records("actions", of: "screen")) ?? [] }

  /// Reads `screen` and `modules`.
  public init(_ members: Members) throws(Unreadable) {
    screen = try members.text("screen", of: "screen")
    guard let modules: [Module] = try members.records("modules", of: "screen") else {
      throw Unreadable(record: "screen", member: "modules")
    }
    self.modules = modules
    wire = members
  }
}
