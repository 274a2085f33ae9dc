import type { StoredFlow } from '../../../../src/shared/flow/read'
import { foldText } from '../../../../src/shared/text'

/** Ids of the nodes whose data contains the text; case and accents are ignored. */
export function searchFlow({ nodes }: StoredFlow, text: string): string[] {
  const wanted = foldText(text.trim())
  if (wanted === '') return []
  return nodes.filter(({ data }) => textsIn(data).some((each) => foldText(each).includes(wanted))).map(({ id }) => id)
}

/** Texts and numbers of a node's data, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
