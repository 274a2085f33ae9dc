import { parseJson } from '../../../../shared/json'

/** A value of a JSON answer: the path by which a request block keeps it, and the start of its text. */
export interface AnswerField {
  path: string
  value: string
}

/** Fields of one answer that are listed, and items of one of its lists. */
export const maxFields = 200
const maxItems = 3
/** Characters of a shown value, and of the longest path; a longer path is left out. */
const maxShown = 100
const maxPath = 200

/**
 * Texts, numbers and switches of a JSON answer in its order, at any depth; the first three items of each list. A name with
 * a dot is left out, because a path cannot name it. Empty for another text. Runs in a parser worker.
 * @throws DeepJsonError
 */
export async function listAnswerFields({ bytes }: { bytes: Uint8Array<ArrayBuffer> }): Promise<AnswerField[]> {
  const fields: AnswerField[] = []
  collect(parseJson(new TextDecoder().decode(bytes)), '', fields)
  return fields
}

function collect(value: unknown, path: string, fields: AnswerField[]) {
  if (fields.length >= maxFields || path.length > maxPath || value === null) return
  if (typeof value === 'object')
    for (const name of namesOf(value))
      collect((value as Record<string, unknown>)[name], path === '' ? name : `${path}.${name}`, fields)
  else if (path !== '') fields.push({ path, value: `${value}`.slice(0, maxShown) })
}

/** Names in a value that a path can name. */
const namesOf = (value: object) =>
  (Array.isArray(value) ? [...value.keys()].slice(0, maxItems).map(String) : Object.keys(value)).filter(
    (name) => name !== '' && !name.includes('.'),
  )
