import type { Scope } from '../../../../core/scope'
import { listOf } from '../../../../core/storage/expressions'
import { toSearchableText } from '../../../../shared/found-words'
import { searchesHiddenNumbers } from '../../../contacts/contacts/hidden-numbers'
import { messageSnippet } from '../../search/message-snippet'
import { messageTexts } from '../../search/messages'
import { inSearchTurn } from '../../search/search-turns'
import { hasAllWords } from '../../search/words'
import type { TicketMatch } from '../model'
import type { TicketRow } from '../read'

/**
 * Returns the found messages of a page's tickets with their snippets. A ticket whose contact has the words in name or
 * number is left out: the person searched for the contact. `messages` holds message ids by ticket id.
 */
export async function matchesOf(
  scope: Scope,
  words: string[],
  rows: TicketRow[],
  messages: Map<number, number>,
): Promise<TicketMatch[]> {
  const ids = rows.filter((row) => !isOfContact(scope, row, words)).flatMap(({ id }) => messages.get(id) ?? [])
  if (ids.length === 0) return []
  const found = await scope.db.run(messageTexts, { ids: listOf(ids) })
  return inSearchTurn(scope, () => Array.fromAsync(found, (row) => toMatch(row, words)))
}

type Found = NonNullable<(typeof messageTexts)['row']>

const toMatch = async ({ id, ticketId, ...message }: Found, words: string[]): Promise<TicketMatch> => ({
  ticketId,
  messageId: id,
  snippet: await messageSnippet(message, words),
})

/** True if each word is in the contact's name or number. */
function isOfContact({ actor }: Scope, { contactName, contactNumber }: TicketRow, words: string[]): boolean {
  if (searchesHiddenNumbers(actor, words.join(' '))) return false
  const text = `${toSearchableText(contactName)}\n${contactNumber ?? ''}`
  return words.every((word) => hasAllWords(text, [word]) || hasDigits(contactNumber ?? '', word))
}

function hasDigits(number: string, word: string): boolean {
  const digits = word.replace(/\D/g, '')
  return digits.length >= 3 && number.includes(digits)
}
