import type { Scope } from '../../../core/scope'
import { literal, occursIn } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import type { BotRules } from '../../../shared/bot/rules'
import { comparedText } from '../../../shared/flow/phrase'
import { limits } from '../../../shared/limits'

const activePhrases = (db: Tables) =>
  db
    .select('flow_phrases')
    .innerJoin('flows', 'flows.id', 'flow_phrases.flowId')
    .select(['flow_phrases.id', 'flow_phrases.flowId', 'flow_phrases.searchText', 'flow_phrases.matching'])
    .where('flow_phrases.status', '=', literal(1))
    .where('flows.active', '=', 1)
    .where('flows.versionId', 'is not', null)

interface Search {
  text: string
  whatsappId: number
  limit: number
}
const wholePhrases = hot<Search>()((db, p) =>
  activePhrases(db)
    .where(({ eb, or }) =>
      or([eb('flow_phrases.whatsappId', 'is', null), eb('flow_phrases.whatsappId', '=', p('whatsappId'))]),
    )
    .where('flow_phrases.searchText', '=', p('text'))
    .orderBy('flow_phrases.id')
    .limit(p('limit')),
)
const containedPhrases = hot<Search>()((db, p) =>
  activePhrases(db)
    .where(({ eb, or }) =>
      or([eb('flow_phrases.whatsappId', 'is', null), eb('flow_phrases.whatsappId', '=', p('whatsappId'))]),
    )
    .where('flow_phrases.matching', '=', literal('contains'))
    .where(occursIn('flow_phrases.searchText', p('text')))
    .orderBy('flow_phrases.id')
    .limit(p('limit')),
)

const anyPhrase = hot<{}>()((db) => activePhrases(db).limit(1))

/** True when a phrase starts a flow of the company; most companies have none. */
export const hasActivePhrases = async ({ db }: Scope): Promise<boolean> => (await db.first(anyPhrase, {})) !== undefined

/**
 * The rules with the phrases of the connection that a message may match. The database compares, so that a message reads
 * a few of a company's phrases; `findPhrase` decides.
 */
export async function withPhrases(scope: Scope, rules: BotRules, whatsappId: number, message: string) {
  const text = comparedText(message)
  if (text === null) return { ...rules, phrases: [] }
  const [whole] = await scope.db.run(wholePhrases, { text, whatsappId, limit: 1 })
  const found = whole ? [whole] : await scope.db.run(containedPhrases, { text, whatsappId, limit: limits.phrases })
  return { ...rules, phrases: found.map(({ flowId, searchText, matching }) => ({ flowId, searchText, matching })) }
}
