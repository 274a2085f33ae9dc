import { withoutEndSlashes } from '../../../../core/net/end-slashes'
import type { SendOutside } from '../../../../core/net/outside-request'
import { IntegrationFailure, isObject, readJsonObject, requestTwice, textOrEmpty } from '../failure'
import { type DialogflowReply, readReply } from './reply'

interface DialogflowAgent {
  project: string
  language: string
  /** Address of a region, or empty for the global one. */
  url: string
}

const globalUrl = 'https://dialogflow.googleapis.com'
/** Characters of one text, Google's limit for `queryInput.text`. */
const maxText = 256

/**
 * Asks an agent (projects.agent.sessions.detectIntent of Dialogflow ES v2).
 * @throws IntegrationFailure with Google's status text; status 401 when the token is no longer valid
 */
export async function detectIntent(
  send: SendOutside,
  { project, language, url }: DialogflowAgent,
  { token, session, text }: { token: string; session: string; text: string },
): Promise<DialogflowReply> {
  const base = withoutEndSlashes(url.trim()) || globalUrl
  const path = `/v2/projects/${encodeURIComponent(project)}${locationOf(base)}/agent/sessions/${session}:detectIntent`
  const cut = [...text].slice(0, maxText).join('')
  const answer = await requestTwice(send, {
    url: base + path,
    json: { queryInput: { text: { text: cut, languageCode: language } } },
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
  })
  const body = readJsonObject(answer)
  if (answer.status !== 200) throw new IntegrationFailure('status', answer.status, statusText(body))
  if (!isObject(body.queryResult)) throw new IntegrationFailure('answer', answer.status)
  return readReply(body.queryResult)
}

/** Regional agents have their region in the path as well (`us-central1-dialogflow.googleapis.com`). */
function locationOf(base: string): string {
  const [, location] = /^([a-z0-9-]+)-dialogflow\./.exec(URL.parse(base)?.hostname ?? '') ?? []
  return location ? `/locations/${location}` : ''
}

/** Google's code and sentence, such as `PERMISSION_DENIED: …`; it never has the key. */
function statusText({ error }: Record<string, unknown>): string {
  if (!isObject(error)) return ''
  return [textOrEmpty(error.status), textOrEmpty(error.message)].filter(Boolean).join(': ').slice(0, 300)
}
