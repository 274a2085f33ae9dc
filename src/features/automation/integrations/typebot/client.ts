import { withoutEndSlashes } from '../../../../core/net/end-slashes'
import type { OutsideAnswer, SendOutside } from '../../../../core/net/outside-request'
import { IntegrationFailure, readJsonObject, requestTwice, textOrEmpty } from '../failure'
import type { TypebotMessage } from './file-input'
import { readReply, type TypebotReply } from './reply'

/** A published bot. */
export interface TypebotAddress {
  /** Base address of the viewer. */
  url: string
  slug: string
}
interface StartInput {
  message: string
  /** Result to go on with, after its session was lost. */
  resultId: string | null
  variables: Record<string, string>
}
interface StartedChat {
  sessionId: string
  resultId: string
  reply: TypebotReply
}

/** Characters of an id of a session or result, which is stored with the conversation; Typebot's have 25. */
const maxId = 200

/**
 * Starts a session (POST /api/v1/typebots/{publicId}/startChat). The message answers a bot that begins with a question.
 * @throws IntegrationFailure
 */
export async function startChat(
  send: SendOutside,
  { url, slug }: TypebotAddress,
  { message, resultId, variables }: StartInput,
): Promise<StartedChat> {
  const json = {
    ...(message && { message }),
    ...(resultId && { resultId }),
    isStreamEnabled: false,
    isOnlyRegistering: false,
    prefilledVariables: variables,
  }
  const path = `/api/v1/typebots/${encodeURIComponent(slug)}/startChat`
  const body = readJsonObject(assertOk(await post(send, url, path, json)))
  const sessionId = textOrEmpty(body.sessionId)
  if (sessionId === '' || sessionId.length > maxId) throw new IntegrationFailure('answer')
  return { sessionId, resultId: textOrEmpty(body.resultId).slice(0, maxId), reply: readReply(assertChat(body)) }
}

/**
 * Answers the bot's question (POST /api/v1/sessions/{sessionId}/continueChat). Returns null when the session no longer
 * exists. @throws IntegrationFailure
 */
export async function continueChat(
  send: SendOutside,
  { url }: TypebotAddress,
  sessionId: string,
  message: TypebotMessage,
): Promise<TypebotReply | null> {
  const path = `/api/v1/sessions/${encodeURIComponent(sessionId)}/continueChat`
  const answer = await post(send, url, path, { message })
  if (answer.status === 404) return null
  return readReply(assertChat(readJsonObject(assertOk(answer))))
}

const post = (send: SendOutside, url: string, path: string, json: object) =>
  requestTwice(send, { url: withoutEndSlashes(url) + path, json, headers: { accept: 'application/json' } })

/** Refuses JSON of another program at the same address. */
function assertChat(body: Record<string, unknown>) {
  if (!Array.isArray(body.messages)) throw new IntegrationFailure('answer')
  return body
}

function assertOk(answer: OutsideAnswer): OutsideAnswer {
  if (answer.status < 200 || answer.status > 299) throw new IntegrationFailure('status', answer.status)
  return answer
}
