import type { Scope } from '../../../core/scope'
import { containsText, inList, listOf } from '../../../core/storage/expressions'

/** Lines read at once. */
const batchSize = 500
/** Digits and characters from which a text names one person, and not many. */
const minDigits = 8
const minName = 8

/** Texts that identify a person in the log: numbers, and names of at least two words. */
export const traceableTexts = (users: string[], names: string[]) => [
  ...users.filter((user) => user.length >= minDigits),
  ...names.map((name) => name.trim()).filter((name) => name.length >= minName && name.includes(' ')),
]

/**
 * Empties the lines of the log that contain one of these texts: object and values. Time, actor, action and the hash of
 * what was there stay, so that the chain still verifies. Returns how many.
 */
export async function eraseLines(outer: Scope, texts: string[]): Promise<number> {
  let erased = 0
  if (texts.length === 0) return erased
  for (let after = 0; ; await Bun.sleep(1)) {
    const rows = await outer.db
      .select('audit_log')
      .select('id')
      .select(({ or }) =>
        or(
          texts.flatMap((text) => [
            ...[containsText('name', text), containsText('before', inJson(text)), containsText('after', inJson(text))],
          ]),
        ).as('names'),
      )
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const found = rows.filter(({ names }) => names).map(({ id }) => id)
    if (found.length > 0) await outer.transaction((scope) => emptyLines(scope, found))
    erased += found.length
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return erased
    after = last.id
  }
}

const emptyLines = ({ db }: Scope, ids: number[]) =>
  db
    .update('audit_log')
    .set({ name: '', before: '{}', after: '{}', salt: '' })
    .where('id', 'in', inList(listOf(ids)))
    .execute()

/** The text as JSON encodes it. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
