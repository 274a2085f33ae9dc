import type { FlowNode } from './node'
import type { FlowEvent } from './run'

/** A message of a customer, as a flow reads it. */
export interface CustomerMessage {
  text: string
  /** Name or kind of its file. */
  file?: string
}

/** The event that messages cause at a node: a question takes all of a burst, other nodes the newest one. */
export function inputOf(node: FlowNode | undefined, messages: CustomerMessage[]): FlowEvent & { kind: 'input' } {
  const newest = messages.at(-1)
  const heard = node?.kind === 'question' ? messages : messages.slice(-1)
  const texts = heard.map(({ text }) => text.trim()).filter((text) => text !== '')
  return { kind: 'input', text: texts.join('\n'), ...(newest?.file !== undefined && { file: newest.file }) }
}
