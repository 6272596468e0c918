import Atoms
import Texts

extension Flow {
  /// The pages of an operation and its review as steps.
  init(pagesOf operation: Operation) {
    let target = Target(kind: .operation(operation.id), wiring: .none, transition: Transition(.push))
    var steps = operation.pages.all.map { page in
      Step(
        id: page.id, target: target, role: page.isExit ? .exit : .step, title: page.title,
        gives: operation.inputs(on: page), skipIf: nil, branches: [])
    }
    if let review = operation.pages.review {
      steps.append(
        Step(
          id: FormPage.review, target: target, role: .review, title: review, gives: [], skipIf: nil, branches: []))
    }
    self.init(
      id: operation.id, title: operation.title, icon: operation.icon, operation: operation.id,
      inputs: Signature(of: operation).inputs, steps: steps, hasPages: true)
  }
}
