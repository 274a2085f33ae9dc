import { textCursor, textOfCursor } from '../../../core/http/cursor'
import type { Scope } from '../../../core/scope'
import { containsText, sortsAfter } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { pageSizes } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import type { ReceiverKind } from '../../platform/deliveries/receiver-log'
import type { IntegrationQuery, QueueIntegration } from './model'
import { maskSecret, openSecret } from './secrets'

const columns = [
  ...(['id', 'type', 'name', 'code', 'projectName', 'language', 'urlN8N', 'typebotSlug', 'typebotExpires'] as const),
  ...(['typebotDelayMessage', 'typebotKeywordFinish', 'typebotKeywordRestart', 'typebotRestartMessage'] as const),
  ...([
    'typebotUnknownMessage',
    'flowId',
    'jsonSealed',
    'secretSealed',
    'failure',
    'failedAt',
    'createdAt',
    'updatedAt',
  ] as const),
] as const
const integrationRows = (db: Tables) => db.select('queue_integrations').select(columns)

const byId = hot<{ id: number }>()((db, p) => integrationRows(db).where('id', '=', p('id')))
export type IntegrationRow = NonNullable<(typeof byId)['row']>

const matches = (db: Tables, text: string) =>
  db.select('queue_integrations').where(({ eb, or, val }) => or([eb(val(text), '=', ''), containsText('code', text)]))
const pageOfIntegrations = hot<{ code: string; id: number; text: string; limit: number; offset: number }>()((db, p) =>
  matches(db, p('text'))
    .select(columns)
    .where(sortsAfter(['code', 'id'], [p('code'), p('id')]))
    .orderBy('code')
    .orderBy('id')
    .limit(p('limit'))
    .offset(p('offset')),
)

const size = pageSizes.other

/** A page of the company's integrations, by name; `searchParam` matches the name without accents. */
export async function listIntegrations(scope: Scope, { searchParam = '', pageNumber = 1, cursor }: IntegrationQuery) {
  const { text: code, id } = textOfCursor(cursor) ?? { text: '', id: 0 }
  const text = foldText(searchParam)
  const offset = cursor === undefined ? (pageNumber - 1) * size : 0
  const rows = await scope.db.run(pageOfIntegrations, { code, id, text, limit: size + 1, offset })
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  const hasMore = rows.length > size
  return {
    queueIntegrations: await Array.fromAsync(shown, (row) => toIntegration(scope, row)),
    count: await countIntegrations(scope, text),
    hasMore,
    next: hasMore && last ? textCursor({ text: last.code, id: last.id }) : null,
  }
}

async function countIntegrations(scope: Scope, text: string): Promise<number> {
  const counted = matches(scope.db, text).select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

/** The stored row of an integration with its encrypted secrets; undefined when it does not exist. */
export const findIntegrationRow = (scope: Scope, id: number) => scope.db.first(byId, { id })

/** @throws ERR_NO_INTEGRATION_FOUND also for an integration of another company */
export async function getIntegrationRow(scope: Scope, id: number): Promise<IntegrationRow> {
  const row = await findIntegrationRow(scope, id)
  if (!row) throw new AppError('ERR_NO_INTEGRATION_FOUND')
  return row
}

/** An integration with masked secrets. @throws ERR_NO_INTEGRATION_FOUND */
export const getIntegration = async (scope: Scope, id: number) =>
  toIntegration(scope, await getIntegrationRow(scope, id))

/** Refuses ids that are not of the company; null passes. @throws ERR_NO_INTEGRATION_FOUND */
export async function assertIntegrationExists(scope: Scope, id: number | null | undefined) {
  if (id !== null && id !== undefined) await getIntegrationRow(scope, id)
}

async function toIntegration(
  scope: Scope,
  { code: _, jsonSealed, secretSealed, ...row }: IntegrationRow,
): Promise<QueueIntegration> {
  return {
    ...row,
    jsonContent: maskSecret(keyIdOf(await openSecret(scope, 'jsonSealed', row.id, jsonSealed))),
    secret: maskSecret(await openSecret(scope, 'secretSealed', row.id, secretSealed)),
  }
}

/** Google shows the id of a key beside it; the end of the JSON text itself is the same for all keys. */
const keyIdOf = (json: string) =>
  json === '' ? '' : String(parseJson<{ private_key_id?: string }>(json).private_key_id ?? 'json')

/** Integrations as receivers of deliveries. */
export const integrationReceivers: ReceiverKind = { source: 'integration', assertReceiver: getIntegrationRow }
