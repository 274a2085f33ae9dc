import { BoundedCache } from '../../../../core/bounded-cache'
import type { Scope } from '../../../../core/scope'
import { notUnderstoodText } from '../../../../shared/bot/texts'
import { companyLanguage } from '../../../platform/company/language'
import type { ProgramAnswer, ProgramRequest, ProgramSay } from '../../programs/program'
import { IntegrationFailure } from '../failure'
import { fetchFiles } from '../fetch-file'
import type { IntegrationRow } from '../read'
import { joinTexts } from '../read-request'
import { openSecret } from '../secrets'
import { detectIntent } from './client'
import { parseGoogleKey } from './google-key'
import type { DialogflowReply } from './reply'
import { type AccessToken, fetchAccessToken } from './token'

/** Access tokens by company, integration and time of its last change. */
const tokens = new BoundedCache<string, AccessToken>(1000)

/** Has an agent of Dialogflow answer a customer; the ticket is its session. @throws IntegrationFailure */
export async function answerWithDialogflow(
  scope: Scope,
  row: IntegrationRow,
  request: ProgramRequest,
): Promise<ProgramAnswer> {
  const text = joinTexts(request)
  const language = await companyLanguage(scope)
  const reply = text === '' ? silence : await askAgent(scope, row, { session: request.ticket.uuid, text })
  const isEmpty = reply.texts.length === 0 && reply.images.length === 0
  const texts = isEmpty && !reply.isEnd ? [notUnderstoodText(language)] : reply.texts
  const says = [...texts.map((each) => ({ text: each })), ...(await toSays(scope, reply.images))]
  const messageId = request.messages.at(-1)?.id
  const react = reply.react !== '' && messageId !== undefined && { react: { messageId, emoji: reply.react } }
  return { speaker: row.name, says, state: null, ...react, ...(reply.isEnd && { end: 'people' as const }) }
}

const silence: DialogflowReply = { texts: [], images: [], react: '', isEnd: false }

async function toSays(scope: Scope, urls: string[]): Promise<ProgramSay[]> {
  const files = await fetchFiles(
    scope,
    urls.map((url) => ({ url, isVoice: false })),
  )
  return files.map((file, at) => (file ? { text: '', file } : { text: urls[at] as string }))
}

/** Asks with a cached token; a token that Google no longer accepts is fetched once more. */
async function askAgent(scope: Scope, row: IntegrationRow, input: { session: string; text: string }) {
  const agent = { project: row.projectName, language: row.language, url: row.urlN8N }
  const cacheKey = `${scope.companyId}/${row.id}/${row.updatedAt}`
  const ask = async (isFresh: boolean) =>
    detectIntent(scope.ports.outside, agent, { ...input, token: await tokenOf(scope, row, cacheKey, isFresh) })
  try {
    return await ask(false)
  } catch (error) {
    if (!(error instanceof IntegrationFailure && error.status === 401)) throw error
    return ask(true)
  }
}

async function tokenOf(scope: Scope, row: IntegrationRow, cacheKey: string, isFresh: boolean): Promise<string> {
  const cached = isFresh ? undefined : tokens.get(cacheKey)
  if (cached && cached.expiresAt > Date.now()) return cached.token
  const json = await openSecret(scope, 'jsonSealed', row.id, row.jsonSealed)
  if (json === '') throw new IntegrationFailure('key')
  const fetched = await fetchAccessToken(scope.ports.outside, parseGoogleKey(json))
  tokens.set(cacheKey, fetched)
  return fetched.token
}
