import ArgumentParser
struct ConditionsCommand: ParsableCommand { func run() throws {} }
