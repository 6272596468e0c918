/// A slider next to the field of a number or an amount, from ``Atom/minimum`` to ``Atom/maximum``.
///
/// Any value in the limits is valid, so a value of the field may be between two positions.
///
///     if let slider = atom.slider {
///       // A control from `atom.minimum` to `atom.maximum` in steps of `slider.step`.
///     }
public struct Slider: WireModel {
  /// The distance between two positions, as a decimal text. The first position is the minimum.
  public let step: String
  /// The values with a label, in ascending order, as decimal texts.
  public let marks: [String]
  /// All members.
  public let wire: Members

  /// Reads a slider. Throws ``Unreadable`` if `step` is missing.
  public init(_ members: Members) throws(Unreadable) {
    step = try members.text("step", of: "slider")
    marks = members["marks"]?.array?.compactMap(\.string) ?? []
    wire = members
  }
}
