import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Scope } from '../../../core/scope'
import { containsText } from '../../../core/storage/expressions'
import { knownNumbers } from '../../../core/storage/known-numbers'
import type { Database } from '../../../core/storage/schema'
import { searchesHiddenNumbers } from '../../contacts/contacts/hidden-numbers'

/** Condition: every word is in the contact's name (without accents) or in one of its numbers. */
export const matchesAllWords = (words: string[]): Expression<SqlBool> =>
  expressionBuilder<Database, 'contacts'>().and(words.map(hasWord))

function hasWord(word: string): Expression<SqlBool> {
  const digits = word.replace(/\D/g, '')
  const inName = containsText('contacts.searchText', word)
  if (digits.length < 3) return inName
  return expressionBuilder<Database, 'contacts'>().or([inName, containsText(knownNumbers, digits)])
}

/**
 * Returns the ids of contacts whose name or numbers contain all words, ordered by name. Compares every contact of the
 * company, in another thread.
 */
export async function findContactIds(scope: Scope, words: string[], limit: number): Promise<number[]> {
  if (words.length === 0 || searchesHiddenNumbers(scope.actor, words.join(' '))) return []
  const rows = await scope.db.executeAside(
    scope.db
      .select('contacts')
      .select('contacts.id')
      .where(matchesAllWords(words))
      .orderBy('contacts.searchText')
      .orderBy('contacts.id')
      .limit(limit),
  )
  return rows.map(({ id }) => id)
}
