import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { Language } from '../../../shared/enums'
import { isVoice, spokenWords } from '../../../shared/voices'
import { companyLanguage } from '../../platform/company/language'
import type { PreparedFile } from '../../platform/media/prepare'
import type { Program, ProgramAnswer, ProgramRequest, ProgramSay } from '../programs/program'
import { askModel, type ModelRequest } from './ask/ask-model'
import { type FileNote, readHistory } from './ask/history'
import { splitText } from './ask/split-text'
import { safeFirstName, systemText } from './ask/system-text'
import { type TranscribedNote, transcribeVoiceNotes } from './ask/voice-notes'
import { openKey } from './key'
import { getPromptRow } from './read'
import { speakAnswer } from './speech/speak'

const contactName = hot<{ id: number }>()((db, p) => db.select('contacts').select('name').where('id', '=', p('id')))

/** Prompts as programs of a session. A request has no effect at the service, so that it may be repeated. */
export const promptProgram: Program = { isRepeatable: true, answer: answerWithPrompt, speak: speakWithPrompt }

/**
 * The answer of a prompt to a customer. A failure, a used-up budget and the wish for a person hand the ticket over to
 * the prompt's queue. @throws ERR_NO_PROMPT_FOUND
 */
async function answerWithPrompt(scope: Scope, request: ProgramRequest): Promise<ProgramAnswer> {
  const prompt = await getPromptRow(scope, request.programId)
  return answerByPrompt(scope, { ...prompt, apiKey: await openKey(scope, prompt.id, prompt.keySealed) }, request)
}

/** Has the prompt's voice speak a text of its answer. @throws ERR_NO_PROMPT_FOUND */
async function speakWithPrompt(
  scope: Scope,
  { programId, ticketId }: { programId: number; ticketId: number },
  text: string,
): Promise<PreparedFile | null> {
  const { id, voice, voiceRegion, voiceKeySealed } = await getPromptRow(scope, programId)
  const key = await openKey(scope, id, voiceKeySealed, 'voiceKeySealed')
  return speakAnswer(scope, { promptId: id, ticketId }, { voice, region: voiceRegion, key }, text)
}

type Model = Pick<ModelRequest, 'baseUrl' | 'model' | 'inputPrice' | 'outputPrice' | 'maxTokens' | 'temperature'>

/** A prompt with its key: a stored one, or a node of a flow, which has no id. */
export interface OpenPrompt extends Model {
  id: number | null
  name: string
  prompt: string
  apiKey: string
  maxMessages: number
  queueId: number | null
  /** `texto`, or the voice that speaks the answers. */
  voice: string
}

/** As `answerWithPrompt`, for a prompt that was read. */
export async function answerByPrompt(
  scope: Scope,
  prompt: OpenPrompt,
  request: Omit<ProgramRequest, 'programId'>,
): Promise<ProgramAnswer> {
  const { ticket } = request
  const language = await companyLanguage(scope)
  const { name: speaker, maxTokens, queueId } = prompt
  const name = (await scope.db.first(contactName, { id: ticket.contactId }))?.name ?? ''
  const system = systemText({ language, prompt: prompt.prompt, firstName: safeFirstName(name), maxTokens })
  const subject = { kind: 'chat', promptId: prompt.id, ticketId: ticket.id } as const
  const service = { baseUrl: prompt.baseUrl, apiKey: prompt.apiKey }
  const heardNotes = heardBefore(request.state)
  const unheard = request.messages.filter(({ id }) => !heardNotes.some((note) => note.id === id))
  const fresh = service.apiKey ? await transcribeVoiceNotes(scope, unheard, service, subject) : []
  const heard = [...heardNotes, ...fresh].slice(-prompt.maxMessages)
  const history = await readHistory(scope, request, { limit: prompt.maxMessages, fileNote: fileNotes[language], heard })
  const { reply } = await askModel(scope, subject, {
    ...prompt,
    ...service,
    messages: [{ role: 'system', content: system }, ...history],
  })
  const queue = queueId === null ? {} : { queueId }
  if (!reply) return { speaker, says: [], state: { heard }, end: 'failed', ...queue }
  const says = saysOf(prompt, reply.text)
  return { speaker, says, state: { heard }, ...(reply.isTransfer && { end: 'people' as const, ...queue }) }
}

/** Messages of an answer; one that wants a voice is not split. */
const saysOf = ({ voice }: OpenPrompt, text: string): ProgramSay[] =>
  isVoice(voice) && spokenWords(text) !== null
    ? [{ text, voice: 'wanted' }]
    : splitText(text).map((part) => ({ text: part }))

/** Voice notes of earlier requests of the session; their words are stored nowhere else. */
const heardBefore = (state: unknown): TranscribedNote[] => (state as { heard?: TranscribedNote[] } | null)?.heard ?? []

const fileNotes: Record<Language, FileNote> = {
  pt: () => '(Enviei um arquivo que você não pode abrir.)',
  en: () => '(I sent a file that you cannot open.)',
  es: () => '(Envié un archivo que usted no puede abrir.)',
}
