import Conditions

/// Two to four inputs that follow each other (`either`), such as two amounts and a rate.
///
/// The last entered input decides, and the others follow it. All are in the same item, or outside
/// of items.
final class EitherCircle: Sendable {
  static let mostInputs = 4

  /// The indexes of the inputs in tree order.
  let places: [Int]
  /// The ids of the inputs.
  let ids: [String]
  /// For each input, the expression of its value if another input was entered.
  let expressions: [ConditionExpression]
  /// For each input, the order in which the others are evaluated if it was entered, as indexes of
  /// `places`.
  let orders: [[Int]]
  /// The index of the input that is evaluated first. The whole circle is evaluated with it.
  let leader: Int

  init(_ places: [Int], ids: [String], _ expressions: [ConditionExpression], orders: [[Int]], leader: Int) {
    (self.places, self.ids) = (places, ids)
    (self.expressions, self.orders) = (expressions, orders)
    self.leader = leader
  }
}

extension EitherCircle {
  /// Returns the order in which the members follow if the member `entered` was entered, each after
  /// the members that it reads. The members without an order read each other and are the rest.
  ///
  /// - Parameter reads: For each member, the members that its expression reads.
  static func order(after entered: Int, _ reads: [[Int]]) -> (order: [Int], rest: [Int]) {
    var known: Set<Int> = [entered]
    var order: [Int] = []
    var rest = reads.indices.filter { $0 != entered }
    while let next = rest.first(where: { known.isSuperset(of: reads[$0]) }) {
      known.insert(next)
      order.append(next)
      rest.removeAll { $0 == next }
    }
    return (order, rest)
  }
}
