import { variables } from '../variables'
import { adValues } from './ad-values'
import { readNode, type StoredNode } from './read-node'

/** Names that have a value in every run: those of company texts, two of the contact, and those of its ad; `hour` and `ms` are aliases. */
export const runVariables = [...variables, 'number', 'email', 'hour', 'ms', ...Object.keys(adValues(null))]

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
