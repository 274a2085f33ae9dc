import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Scope } from '../../core/scope'
import { contains } from '../../core/storage/expressions'
import type { Database } from '../../core/storage/schema'

/** By name without accents or part of the number: every word has to be in one of them. */
export const named = (words: string[]): Expression<SqlBool> =>
  expressionBuilder<Database, 'contacts'>().and(words.map(hasWord))

function hasWord(word: string): Expression<SqlBool> {
  const digits = word.replace(/\D/g, '')
  const inName = contains('contacts.folded', word)
  if (digits.length < 3) return inName
  return expressionBuilder<Database, 'contacts'>().or([inName, contains('contacts.number', digits)])
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
