import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { type FlowSecret, idOfMark, originOf, replaceSecrets, secretMark } from '../../../shared/flow/secrets'
import type { FlowContent } from './model'

const placeOf = (id: number) => `flow_secrets.sealed:${id}`

/**
 * The content with its typed secrets stored encrypted and marks in their place. A mark stays; one of another flow
 * becomes empty. Secrets that neither this content nor a version names are deleted. Call within a transaction.
 */
export async function sealSecrets(scope: Scope, flowId: number, content: FlowContent): Promise<FlowContent> {
  const keptIds: number[] = []
  const nodes = await replaceSecrets(content.nodes, async ({ value, address }) => {
    const id = idOfMark(value)
    if (id === undefined) return storeSecret(scope, flowId, { plain: value, address }, keptIds)
    const storedSecret = await findSecret(scope, flowId, id)
    if (storedSecret) keptIds.push(id)
    return storedSecret ? value : ''
  })
  await deleteOthers(scope, flowId, keptIds)
  return { ...content, nodes }
}

interface Typed {
  plain: string
  address: string
}

async function storeSecret(scope: Scope, flowId: number, { plain, address }: Typed, keptIds: number[]) {
  const { db } = scope
  const row = { flowId, address, sealed: null }
  const { id } = await db.insert('flow_secrets', row).returning('id').executeTakeFirstOrThrow()
  const sealed = (await scope.sealer()).seal(plain, placeOf(id))
  await db.update('flow_secrets').set({ sealed }).where('id', '=', id).execute()
  keptIds.push(id)
  return secretMark(plain, id)
}

const findSecret = ({ db }: Scope, flowId: number, id: number) =>
  db
    .select('flow_secrets')
    .select(['address', 'sealed'])
    .where('id', '=', id)
    .where('flowId', '=', flowId)
    .executeTakeFirst()

async function deleteOthers({ db }: Scope, flowId: number, keptIds: number[]) {
  const drafts = await db
    .select('flow_secrets')
    .select('id')
    .where('flowId', '=', flowId)
    .where('published', '=', 0)
    .execute()
  for (const { id } of drafts) if (!keptIds.includes(id)) await db.delete('flow_secrets').where('id', '=', id).execute()
}

/**
 * Keeps the secrets of a content that is published for as long as the flow exists. @throws ERR_PROMPT_KEY for a key that
 * was typed for another address: without it, an editor could read the key by changing the address
 */
export async function keepSecrets(scope: Scope, flowId: number, content: FlowContent) {
  await replaceSecrets(content.nodes, async (secret) => {
    const id = idOfMark(secret.value)
    const row = id === undefined ? undefined : await findSecret(scope, flowId, id)
    if (row && row.address !== secret.address) throw new AppError('ERR_PROMPT_KEY', { fields: [secret.place] })
    if (id !== undefined) await scope.db.update('flow_secrets').set({ published: 1 }).where('id', '=', id).execute()
    return secret.value
  })
}

/**
 * The secret of a mark; a text that is no mark is returned as it is. Empty for a mark of another flow, and for an address
 * for which the secret was not typed.
 */
export async function openSecret(scope: Scope, flowId: number, { value, address }: Omit<FlowSecret, 'place'>) {
  const id = idOfMark(value)
  if (id === undefined) return value
  const row = await findSecret(scope, flowId, id)
  if (!row?.sealed || row.address !== address) return ''
  return (await scope.sealer()).open(row.sealed, placeOf(id)).toString()
}

/**
 * The value of a header for a request to this address, with its secret opened. Empty for a secret that was typed for
 * another host, or while its address led to none.
 */
export async function openHeader(scope: Scope, flowId: number, value: string, url: string): Promise<string> {
  if (idOfMark(value) === undefined) return value
  const address = originOf(url)
  return address === '' ? '' : openSecret(scope, flowId, { value, address })
}

/** The content for a copy of the flow, with secrets of its own. Call within a transaction. */
export async function copySecrets(scope: Scope, from: number, to: number, content: FlowContent): Promise<FlowContent> {
  const opened = await replaceSecrets(content.nodes, (secret) => openSecret(scope, from, secret))
  return sealSecrets(scope, to, { ...content, nodes: opened })
}
