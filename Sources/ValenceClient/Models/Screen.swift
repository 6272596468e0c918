/// A screen: modules one below the other, or as tabs.
///
///     for module in screen.modules {
///       if module.isEmbedded { drawInPlace(module) } else { drawRow(module.title, leadingTo: module.lead) }
///     }
public struct Screen: WireModel {
  /// The id, which is also a place where a module can be embedded.
  public let screen: String
  /// The modules, in drawing order.
  public let modules: [Module]
  /// All members, as they came.
  public let wire: Members

  /// The title above the screen.
  public var title: String { wire["title"]?.string ?? "" }
  /// True if each module is a tab.
  public var hasTabs: Bool { wire["container"]?.string == "tabs" }
  /// The transition by which the screen appears; a push by default.
  public var transition: Transition { wire.record("transition") ?? .push }
  /// The target of a deep link: follow it once the screen is drawn. Nil for none.
  public var open: Lead? { wire.record("open") }
  /// The seconds after which to ask for the screen again, because something that it shows is not known; nil if all is.
  public var retryAfter: Int? { wire["retryAfter"]?.integer }
  /// The flow of several steps that the screen is a step of; nil for none.
  public var flow: Flow? { wire.record("flow") }
  /// The buttons below the modules, in a flow. Each has its ``Action/title``.
  public var actions: [Action] { (try? wire.records("actions", of: "screen")) ?? [] }

  /// Reads a screen. Throws ``Unreadable`` without `screen` or `modules`, or if a module is unreadable.
  public init(_ members: Members) throws(Unreadable) {
    screen = try members.text("screen", of: "screen")
    guard let modules: [Module] = try members.records("modules", of: "screen") else {
      throw Unreadable(record: "screen", member: "modules")
    }
    self.modules = modules
    wire = members
  }
}

/// A part of a screen. An embedded module is drawn in place; any other is a row, and a tap on it follows its `lead`.
///
///     for module in screen.modules where module.isEmbedded && module.lead != nil {  // a text leads nowhere
///       Task { try await client.content(of: module) }  // drawn in its place
///     }
public struct Module: WireModel, Identifiable {
  /// A kind of module. A newer server may send others: leave them out.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// Creates a module of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A form.
    public static let operation = Kind(rawValue: "operation")
    /// A list; `row` tells where its rows lead.
    public static let list = Kind(rawValue: "list")
    /// A text: its title.
    public static let text = Kind(rawValue: "text")
    /// Another screen.
    public static let screen = Kind(rawValue: "screen")
    /// A flow of several steps: its first step, or the one that the person has reached.
    public static let flow = Kind(rawValue: "flow")
    /// A code to be scanned, by the camera, from a picture or as a text: ``Client/scan(_:by:)`` opens its form.
    public static let scan = Kind(rawValue: "scan")
  }

  /// The id in the screen, which is also a place where a module can be embedded.
  public let id: String
  /// The kind.
  public let kind: Kind
  /// All members, as they came.
  public let wire: Members

  /// The title above the module or on its tab; the text itself for a text.
  public var title: String { wire["title"]?.string ?? "" }
  /// The size of a text: title or comment; nil for the usual one.
  public var fontSize: String? { wire["fontSize"]?.string }
  /// The value that a text shows with its label; nil for a mere text. Draw it instead of the title.
  public var pair: Pair? { wire.record("pair") }
  /// True for a text that warns: draw it apart.
  public var isWarning: Bool { wire["severity"]?.string == "warning" }
  /// The name of the picture to draw beside the title; nil for none. Leave out one that you do not know.
  public var icon: String? { wire["icon"]?.string }
  /// True for a list that is not drawn, title included, while it has no rows.
  public var hidesWhenEmpty: Bool { wire["hideEmpty"]?.bool == true }
  /// The transition by which the module appears; a push by default.
  public var transition: Transition { wire.record("transition") ?? .push }
  /// True if the module is drawn in place.
  public var isEmbedded: Bool { transition.kind == .embed }
  /// The lead to the module's content; nil for a text and a scan.
  public var lead: Lead? { try? Lead(wire) }
  /// The content, as it was when the screen came; nil if it is still to be asked for, as ``Client/content(of:)`` does.
  public var content: Document? {
    guard let content = wire["content"] else { return nil }
    return try? Document(content)
  }
  /// The lead of a list's rows; nil if they lead nowhere.
  public var row: RowLead? { wire.record("row") }
  /// The link of a scan, which takes the code as `member`; nil for any other module.
  public var scan: Link? { wire.record("scan") }
  /// The member of the request that a scanned code becomes; nil for any other module.
  public var member: String? { wire["scan"]?.object?["member"]?.string }
  /// The problem why this client cannot open the module; nil if it can.
  public var unavailable: Problem? { wire.record("unavailable") }

  /// Reads a module. Throws ``Unreadable`` without `id` or `module`.
  public init(_ members: Members) throws(Unreadable) {
    id = try members.text("id", of: "module")
    kind = Kind(rawValue: try members.text("module", of: "module"))
    wire = members
  }
}

/// The flow of several steps that a form or a screen is a step of.
///
///     let flow = screen.flow
///     let heading = flow.map { "\($0.title ?? "") \($0.place ?? 1)" }  // "Payment 2"; nil outside of a flow
public struct Flow: WireModel, Identifiable {
  /// The id. A step replaces another step with the same id on the screen.
  public let id: String
  /// The title.
  public var title: String? { wire["title"]?.string }
  /// The step's name.
  public var step: String? { wire["step"]?.string }
  /// The step's number, from 1.
  public var place: Int? { wire["place"]?.integer }
  /// A step with its title and its state.
  public struct Step: WireModel {
    /// The name.
    public let name: String
    /// The title.
    public var title: String { wire["title"]?.string ?? "" }
    /// The state: done, current or ahead.
    public var state: String { wire["state"]?.string ?? "" }
    /// All members, as they came.
    public let wire: Members

    /// Reads a step. Throws ``Unreadable`` without `name`.
    public init(_ members: Members) throws(Unreadable) {
      name = try members.text("name", of: "step")
      wire = members
    }
  }

  /// The steps in their order; those that were passed over are left out, and those ahead may still be.
  public var steps: [Step] { (try? wire.records("steps", of: "flow")) ?? [] }
  /// The count of all steps; nil if ways differ: say only which step it is.
  public var count: Int? { wire["count"]?.integer }
  /// The address of the flow's present step, on any device.  public var href: String? { wire["href"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Reads a flow. Throws ``Unreadable`` without `id`.
  public init(_ members: Members) throws(Unreadable) {
    id = try members.text("id", of: "flow")
    wire = members
  }
}
