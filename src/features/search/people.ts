import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../../core/scope'

/** By name without accents or part of the number: every word has to be in one of them. */
export const named = (words: string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(words.map(hasWord), sql` and `)})`

function hasWord(word: string) {
  const digits = word.replace(/\D/g, '')
  const inName = sql`instr("contacts"."folded", ${word}) > 0`
  return digits.length < 3 ? inName : sql`(${inName} or instr("contacts"."number", ${digits}) > 0)`
}

/** Contacts with all the words in their names or numbers, by name; never more than asked for. */
export async function contactsNamed(scope: Scope, words: string[], limit: number): Promise<number[]> {
  if (words.length === 0) return []
  const rows = await scope.db
    .select('contacts')
    .select('contacts.id')
    .where(named(words))
    .orderBy('contacts.folded')
    .orderBy('contacts.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
