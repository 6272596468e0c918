/// A screen: modules in a column, or as tabs.
///
///     for module in screen.modules {
///       if module.isEmbedded {
///         drawInPlace(module)
///       } else {
///         drawRow(module.title, leadingTo: module.lead)
///       }
///     }
public struct Screen: WireModel {
  /// The id, which an `embed` transition can name as its ``Transition/container``.
  public let screen: String
  /// The modules in drawing order.
  public let modules: [Module]
  /// All members, including unknown ones.
  public let wire: Members

  /// The title above the screen.
  public var title: String { wire["title"]?.string ?? "" }
  /// True if each module is a tab.
  public var hasTabs: Bool { wire["container"]?.string == "tabs" }
  /// The transition for showing the screen; push by default.
  public var transition: Transition { wire.record("transition") ?? .push }
  /// The target of a deep link; nil if absent. Follow it when the screen is drawn.
  public var open: Lead? { wire.record("open") }
  /// If data is unavailable, the time in seconds after which to request the screen again; otherwise
  /// nil.
  public var retryAfter: Int? { wire["retryAfter"]?.integer }
  /// The flow of which the screen is a step; nil if it is not a step.
  public var flow: Flow? { wire.record("flow") }
  /// The buttons below the modules in a flow, with ``Action/title``.
  public var actions: [Action] { (try? wire.records("actions", of: "screen")) ?? [] }

  /// Reads a screen. Throws ``Unreadable`` if `screen` or `modules` is missing or invalid, or if a
  /// module is unreadable.
  public init(_ members: Members) throws(Unreadable) {
    screen = try members.text("screen", of: "screen")
    guard let modules: [Module] = try members.records("modules", of: "screen") else {
      throw Unreadable(record: "screen", member: "modules")
    }
    self.modules = modules
    wire = members
  }
}

/// A part of a screen. An embedded module is drawn in place. Any other module is a row, and a tap
/// on it follows its ``lead``.
///
///     for module in screen.modules where module.isEmbedded && module.lead != nil {
///       Task { try await client.content(of: module) }  // drawn in place
///     }
public struct Module: WireModel, Identifiable {
  /// A kind of module. A newer server may send others. Omit them.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name in the wire format.
    public let rawValue: String
    /// Creates a kind with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A form.
    public static let operation = Kind(rawValue: "operation")
    /// A list. ``Module/row`` is the lead of its rows.
    public static let list = Kind(rawValue: "list")
    /// A text, in ``Module/title``.
    public static let text = Kind(rawValue: "text")
    /// Another screen.
    public static let screen = Kind(rawValue: "screen")
    /// A flow. Its lead opens the first step, or the step that the person has reached.
    public static let flow = Kind(rawValue: "flow")
    /// A scanned code, from the camera, an image or a text. ``Client/scan(_:by:)`` opens its form.
    public static let scan = Kind(rawValue: "scan")
  }

  /// The id, unique in the screen. An `embed` transition can name it as its
  /// ``Transition/container``.
  public let id: String
  /// The kind.
  public let kind: Kind
  /// All members, including unknown ones.
  public let wire: Members

  /// The title of the module or its tab. For a text, the text itself.
  public var title: String { wire["title"]?.string ?? "" }
  /// The size of a text: `title` or `comment`; nil for the normal size.
  public var fontSize: String? { wire["fontSize"]?.string }
  /// The labelled value of a text, to draw instead of the title; nil if the text has only a title.
  public var pair: Pair? { wire.record("pair") }
  /// True for a text that is a warning. Draw it differently.
  public var isWarning: Bool { wire["severity"]?.string == "warning" }
  /// The name of an icon next to the title; nil if absent. Draw none for an unknown name.
  public var icon: String? { wire["icon"]?.string }
  /// True for a list that is hidden with its title while it has no rows.
  public var hidesWhenEmpty: Bool { wire["hideEmpty"]?.bool == true }
  /// The transition for showing the module; push by default.
  public var transition: Transition { wire.record("transition") ?? .push }
  /// True if the module is drawn in place.
  public var isEmbedded: Bool { transition.kind == .embed }
  /// The lead to the content; nil for a text and a scan.
  public var lead: Lead? { try? Lead(wire) }
  /// The content when the screen was sent; nil if it must be requested, as ``Client/content(of:)``
  /// does.
  public var content: Document? {
    guard let content = wire["content"] else { return nil }
    return try? Document(content)
  }
  /// The lead of the rows of a list; nil if they lead nowhere.
  public var row: RowLead? { wire.record("row") }
  /// The link of a scan, which accepts the code in ``member``; nil for other modules.
  public var scan: Link? { wire.record("scan") }
  /// The name of the request body's member for the scanned code; nil for other modules.
  public var member: String? { wire["scan"]?.object?["member"]?.string }
  /// The reason why this client cannot open the module; nil if it can.
  public var unavailable: Problem? { wire.record("unavailable") }

  /// Reads a module. Throws ``Unreadable`` if `id` or `module` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    id = try members.text("id", of: "module")
    kind = Kind(rawValue: try members.text("module", of: "module"))
    wire = members
  }
}

/// The flow of which a form or a screen is a step.
///
///     let flow = screen.flow
///     let heading = flow.map { "\($0.title ?? "") \($0.place ?? 1)" }  // "Payment 2"
public struct Flow: WireModel, Identifiable {
  /// The id. On the screen, a step replaces another step with the same id.
  public let id: String
  /// The title.
  public var title: String? { wire["title"]?.string }
  /// The name of the step.
  public var step: String? { wire["step"]?.string }
  /// The number of the step, starting at 1.
  public var place: Int? { wire["place"]?.integer }
  /// A step with its title and its state.
  public struct Step: WireModel {
    /// The name.
    public let name: String
    /// The title.
    public var title: String { wire["title"]?.string ?? "" }
    /// The state: `done`, `current` or `ahead`.
    public var state: String { wire["state"]?.string ?? "" }
    /// All members, including unknown ones.
    public let wire: Members

    /// Reads a step. Throws ``Unreadable`` if `name` is missing or invalid.
    public init(_ members: Members) throws(Unreadable) {
      name = try members.text("name", of: "step")
      wire = members
    }
  }

  /// The steps in their order. Skipped steps are omitted. Steps ahead may still be skipped.
  public var steps: [Step] { (try? wire.records("steps", of: "flow")) ?? [] }
  /// The number of steps; nil if the branches of the flow have different numbers. Then show only
  /// the current number.
  public var count: Int? { wire["count"]?.integer }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a flow. Throws ``Unreadable`` if `id` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    id = try members.text("id", of: "flow")
    wire = members
  }
}
