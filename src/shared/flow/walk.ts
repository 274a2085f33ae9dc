import type { Graph } from './graph'
import type { FlowNode } from './node'
import { render, type Values } from './render'
import type { Effect, LogLine, Run, RunEnd, StepResult, World } from './run'

/** Where a walk goes on: a node, its end, or undefined when it waits. */
export type Onward = { node: FlowNode | undefined } | undefined

const failures: RunEnd[] = ['steps', 'loop', 'unknown', 'broken', 'program']
const cancels: RunEnd[] = ['stopped', 'silent', 'barred']

/** A run on its way through the nodes that one event leads it through. */
export class Walk {
  private readonly effects: Effect[] = []
  private readonly log: LogLine[] = []
  run: Run

  constructor(
    readonly graph: Graph,
    run: Run,
    readonly world: World,
  ) {
    this.run = { ...run, variables: { ...run.variables } }
  }

  get result(): StepResult {
    return { run: this.run, effects: this.effects, log: this.log }
  }

  /** Values by name; the customer's answers come first. */
  get values(): Values {
    return { ...this.world.values, ...this.run.variables }
  }

  render(text: string): string {
    return text.includes('{{') ? render(text, this.values) : text
  }

  do(effect: Effect) {
    this.effects.push(effect)
  }

  /** Says nothing for a text that renders empty. */
  say(nodeId: string, text: string) {
    const rendered = this.render(text)
    if (rendered.trim() !== '') this.do({ kind: 'say', nodeId, text: rendered })
  }

  note(nodeId: string, outcome: string, variables?: Values) {
    this.log.push({ nodeId, outcome, ...(variables && { variables }) })
  }

  wait(state: 'input' | 'timer' | 'request' | 'program'): undefined {
    this.run.state = state
  }

  leave(node: FlowNode, handle: string, values?: Values): Onward {
    this.note(node.id, handle, values)
    return { node: this.graph.next(node.id, handle) }
  }

  end(reason: RunEnd): undefined {
    this.run.end = reason
    this.run.state = failures.includes(reason) ? 'failed' : cancels.includes(reason) ? 'cancelled' : 'done'
  }
}
