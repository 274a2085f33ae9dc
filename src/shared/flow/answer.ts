import { foldText } from '../text'
import type { FlowNode } from './node'
import type { FlowEvent } from './run'

/** A message of a customer, as a flow reads it. */
export interface CustomerMessage {
  text: string
  /** Name or kind of its file. */
  file?: string
}

/** Longest text that may be a stop word, in UTF-16 units: their setting has at most 200 characters. */
const maxStopWord = 400

/** True for a text that is one of the folded words. */
export function isStopWord(words: string[], text: string): boolean {
  const typed = text.trim()
  return typed.length <= maxStopWord && words.includes(foldText(typed))
}

/**
 * The event that messages cause at a node: a question takes all of a burst, other nodes the newest one. A word that ends
 * flows (folded, in `stopWords`) counts alone, at any place in the burst.
 */
export function inputOf(
  node: FlowNode | undefined,
  messages: CustomerMessage[],
  stopWords: string[],
): FlowEvent & { kind: 'input' } {
  const stop = messages.find(({ text }) => isStopWord(stopWords, text))
  if (stop) return { kind: 'input', text: stop.text.trim() }
  const newest = messages.at(-1)
  const heard = node?.kind === 'question' ? messages : messages.slice(-1)
  const texts = heard.map(({ text }) => text.trim()).filter((text) => text !== '')
  return { kind: 'input', text: texts.join('\n'), ...(newest?.file !== undefined && { file: newest.file }) }
}
