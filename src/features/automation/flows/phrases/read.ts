import type { Scope } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import { foldText } from '../../../../shared/text'
import type { FlowCampaign } from './model'

const phraseRows = ({ db }: Scope) =>
  db
    .select('flow_phrases')
    .innerJoin('flows', 'flows.id', 'flow_phrases.flowId')
    .select(['flow_phrases.id', 'flow_phrases.name', 'flow_phrases.flowId', 'flow_phrases.whatsappId'])
    .select(['flow_phrases.phrase', 'flow_phrases.searchText', 'flow_phrases.matching', 'flow_phrases.status'])
    .select(['flow_phrases.createdAt', 'flow_phrases.updatedAt'])
    .select(['flows.name as flowName', 'flows.active', 'flows.versionId'])
    .orderBy('flow_phrases.id')
type PhraseRow = Awaited<ReturnType<ReturnType<typeof phraseRows>['executeTakeFirstOrThrow']>>

/** All phrases of the company, by name; `limits.phrases` bounds their number. */
export async function listPhrases(scope: Scope): Promise<FlowCampaign[]> {
  const rows = await phraseRows(scope).execute()
  const phrases = withDuplicates(rows)
  return phrases.sort((a, b) => compareTexts(foldText(a.name), foldText(b.name)) || a.id - b.id)
}

/** @throws ERR_NO_FLOW_CAMPAIGN_FOUND also for a phrase of another company */
export async function getPhrase(scope: Scope, id: number): Promise<FlowCampaign> {
  const phrase = (await listPhrases(scope)).find((each) => each.id === id)
  if (!phrase) throw new AppError('ERR_NO_FLOW_CAMPAIGN_FOUND')
  return phrase
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : Number(a > b))

function withDuplicates(rows: PhraseRow[]): FlowCampaign[] {
  const active = Map.groupBy(
    rows.filter(({ status }) => status === 1),
    ({ searchText }) => searchText,
  )
  return rows.map((row) => toPhrase(row, active.get(row.searchText) ?? []))
}

/** Names listed as duplicates of one phrase, at most. */
const maxDuplicates = 5

function toPhrase({ searchText: _, active, versionId, ...row }: PhraseRow, sameText: PhraseRow[]): FlowCampaign {
  return {
    ...row,
    status: row.status === 1,
    flowStarts: active === 1 && versionId !== null,
    sameAs: row.status === 1 ? firstDuplicates(row, sameText) : [],
  }
}

/** Stops at the maximum, so that phrases which all have one text are not all compared with each other. */
function firstDuplicates(row: Pick<PhraseRow, 'id' | 'whatsappId'>, sameText: PhraseRow[]): string[] {
  const names: string[] = []
  for (const other of sameText) {
    if (other.id !== row.id && shareConnection(other, row)) names.push(other.name)
    if (names.length === maxDuplicates) break
  }
  return names
}

const shareConnection = (a: Pick<PhraseRow, 'whatsappId'>, b: Pick<PhraseRow, 'whatsappId'>) =>
  a.whatsappId === null || b.whatsappId === null || a.whatsappId === b.whatsappId
