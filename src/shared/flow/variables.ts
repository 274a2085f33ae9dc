import { variables } from '../variables'
import { readNode, type StoredNode } from './read-node'

/** Names that have a value in every run: those of company texts, and two of the contact; `hour` and `ms` are aliases. */
export const runVariables = [...variables, 'number', 'email', 'hour', 'ms']

/** Names that the nodes give values to: answers, values kept from requests, and texts that a node sets. */
export function answerKeysOf(nodes: StoredNode[]): string[] {
  return [...new Set(nodes.flatMap(keysOfNode))].filter(Boolean)
}

function keysOfNode(stored: StoredNode): string[] {
  try {
    const { kind, data } = readNode(stored, 0)
    if (kind === 'question' || kind === 'menu') return [data.answerKey ?? '']
    if (kind === 'set') return [data.key]
    return kind === 'request' ? data.saves.map(({ key }) => key) : []
  } catch {
    return []
  }
}
